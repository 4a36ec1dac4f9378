"""Linear comparisons: exact for one or two terms and for small equations, else by bounds."""

from __future__ import annotations

from collections.abc import Sequence

from satchel.ir import Domain, Expr, Linear, LinearExpr
from satchel.passes.propagators.store import Contradiction, Store

SMALL = 1 << 14
"""An equation is looked at sum by sum while sums times values are no more than this."""

Terms = Sequence[tuple[int, Expr]]


def decided(store: Store, node: Linear) -> bool | None:
    """What bounds say; of an equation also what the values of its terms say."""
    lo, hi = store.hull(LinearExpr(node.terms, -node.bound))
    match node.op:
        case "<=":
            return True if hi <= 0 else False if lo > 0 else None
        case ">=":
            return True if lo >= 0 else False if hi < 0 else None
    equal: bool | None = None
    if lo == hi == 0:
        equal = True
    elif not lo <= 0 <= hi or not _equation_is_possible(store, node):
        equal = False
    return equal if node.op == "==" or equal is None else not equal


def require(store: Store, node: Linear) -> None:
    """The comparison holds."""
    _hold(store, node.terms, node.op, node.bound)


def refute(store: Store, node: Linear) -> None:
    """The opposite comparison holds."""
    match node.op:
        case "<=":
            _hold(store, node.terms, ">=", node.bound + 1)
        case ">=":
            _hold(store, node.terms, "<=", node.bound - 1)
        case _:
            _hold(store, node.terms, "!=" if node.op == "==" else "==", node.bound)


def _hold(store: Store, terms: Terms, op: str, bound: int) -> None:
    match op:
        case "<=":
            _at_most(store, terms, bound)
        case ">=":
            _at_most(store, [(-c, atom) for c, atom in terms], -bound)
        case "==":
            _equal(store, terms, bound)
        case _:
            _differ(store, terms, bound)


def _at_most(store: Store, terms: Terms, bound: int) -> None:
    """Each term may take what the least values of the others leave of the bound."""
    ends = [store.hull(LinearExpr((term,), 0)) for term in terms]
    room = bound - sum(lo for lo, _ in ends)
    if room < 0:
        raise Contradiction
    for term, (lo, hi) in zip(terms, ends, strict=True):
        if hi - lo > room:
            store.at_most(LinearExpr((term,), 0), lo + room)


def _differ(store: Store, terms: Terms, bound: int) -> None:
    """The last open term does not complete the sum."""
    open_ = [term for term in terms if store.domain(term[1]).size > 1]
    rest = bound - sum(c * store.domain(a).lo for c, a in terms if store.domain(a).size == 1)
    if not open_ and rest == 0:
        raise Contradiction
    if len(open_) == 1:
        ((c, atom),) = open_
        if rest % c == 0:
            store.narrow(atom, store.domain(atom).without(rest // c))


def _equal(store: Store, terms: Terms, bound: int) -> None:
    if len(terms) <= 2 and all(abs(c) == 1 for c, _ in terms):
        _mirror(store, terms, bound)
        return
    while True:
        before = [store.domain(atom) for _, atom in terms]
        _at_most(store, terms, bound)
        _at_most(store, [(-c, atom) for c, atom in terms], -bound)
        if before == [store.domain(atom) for _, atom in terms]:
            break
    if _is_small(store, terms):
        _support(store, terms, bound)


def _mirror(store: Store, terms: Terms, bound: int) -> None:
    """Each term has the values that the other one leaves of the sum, holes included."""
    for place, term in enumerate(terms):
        others = store.values(LinearExpr(tuple(terms[:place]) + tuple(terms[place + 1 :]), 0))
        store.keep(LinearExpr((term,), 0), others.affine(-1, bound))


def _is_small(store: Store, terms: Terms) -> bool:
    sizes = [store.domain(atom).size for _, atom in terms]
    lo, hi = store.hull(LinearExpr(tuple(terms), 0))
    reach, paths = hi - lo + 1, 1
    for size in sizes:
        paths *= size
    return min(reach, paths) * sum(sizes) <= SMALL


def _equation_is_possible(store: Store, node: Linear) -> bool:
    """Whether values of the terms add up to the bound; true where that is too long to tell."""
    terms = node.terms
    if len(terms) == 2 and all(abs(c) == 1 for c, _ in terms):
        left, right = (store.values(LinearExpr((term,), 0)) for term in terms)
        return bool(left & right.affine(-1, node.bound))
    return not _is_small(store, terms) or node.bound in _sums(store, terms)[-1]


def _sums(store: Store, terms: Terms) -> list[set[int]]:
    """The sums of the first 0, 1, 2, ... terms."""
    sums = [{0}]
    for c, atom in terms:
        sums.append({total + c * value for value in store.domain(atom) for total in sums[-1]})
    return sums


def _support(store: Store, terms: Terms, bound: int) -> None:
    """Each value of a term is part of some way to reach the sum (Trick 2003)."""
    below = _sums(store, terms)
    wanted = {bound} & below[-1]
    if not wanted:
        raise Contradiction
    for (c, atom), before in zip(reversed(terms), reversed(below[:-1]), strict=True):
        domain = store.domain(atom)
        ways = {v: {goal - c * v for goal in wanted} & before for v in domain}
        store.narrow(atom, Domain.of(v for v, starts in ways.items() if starts))
        wanted = set().union(*ways.values())
