"""AllDifferent: exact while values are few enough for a matching, else intervals and values that
are taken.

Exact filtering after Regin 1994: a value stays where it is part of some matching of arguments to
values, which one matching and the strongly connected components of its graph tell. Otherwise Hall
intervals: where an interval has no more values than arguments that lie within, they take them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from satchel.ir import AllDifferent, Domain, LinearExpr
from satchel.passes.propagators.matching import supported
from satchel.passes.propagators.store import Contradiction, Store

FEW = 1 << 14
"""Values of all arguments together up to which filtering is exact."""
SHORT = 300
"""Arguments up to which Hall intervals are looked for."""


def decided(store: Store, node: AllDifferent) -> bool | None:
    """False where two arguments have one same value; true where no two have one in common."""
    taken = [value for arg in node.args if (value := store.value(arg)) is not None]
    if len(set(taken)) < len(taken):
        return False
    if len(taken) == len(node.args):
        return True
    if len(node.args) > SHORT:
        return None
    domains = [store.values(arg) for arg in node.args]
    return None if any(one & other for one, other in combinations(domains, 2)) else True


def require(store: Store, node: AllDifferent) -> None:
    """No two are equal."""
    distinct(store, node.args)


def refute(store: Store, node: AllDifferent) -> None:
    """Some two are equal: the only two that can be."""
    if len(node.args) == 2:
        left, right = node.args
        store.keep(left, store.values(right))
        store.keep(right, store.values(left))
    elif decided(store, node):
        raise Contradiction


def distinct(store: Store, args: Sequence[LinearExpr]) -> None:
    """Narrow arguments of which no two are equal."""
    _apart_from_taken(store, args)
    domains = [store.values(arg) for arg in args]
    if all(domain.size >= len(args) for domain in domains):
        return  # only arguments of fewer values can take them all
    if sum(domain.size for domain in domains) <= FEW:
        for arg, left in zip(args, supported(domains), strict=True):
            store.keep(arg, left)
    elif len(args) <= SHORT:
        _hall(store, args)


def _apart_from_taken(store: Store, args: Sequence[LinearExpr]) -> None:
    """What one argument has, no other one takes; again while that leaves others one value."""
    open_ = list(args)
    while True:
        taken = [value for arg in open_ if (value := store.value(arg)) is not None]
        if not taken:
            return
        values = Domain.of(taken)
        if values.size < len(taken):
            raise Contradiction
        open_ = [arg for arg in open_ if store.value(arg) is None]
        for arg in open_:
            store.keep(arg, store.values(arg) - values)


def _hall(store: Store, args: Sequence[LinearExpr]) -> None:
    hulls = [store.hull(arg) for arg in args]
    for start in sorted({lo for lo, _ in hulls}):
        within = sorted(hi for lo, hi in hulls if lo >= start)
        for count, end in enumerate(within, 1):
            if count > end - start + 1:
                raise Contradiction
            if count == end - start + 1:
                _leave(store, args, Domain.range(start, end))


def _leave(store: Store, args: Sequence[LinearExpr], interval: Domain) -> None:
    """The interval is taken by the arguments that lie within."""
    for arg in args:
        values = store.values(arg)
        if values - interval:
            store.keep(arg, values - interval)
