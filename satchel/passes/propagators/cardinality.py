"""Cardinalities: once as many arguments are true, or false, as may be, the others are not."""

from __future__ import annotations

from satchel.ir import Cardinality
from satchel.passes.propagators.store import Contradiction, Store


def decided(store: Store, node: Cardinality) -> bool | None:
    """Whether every number that is possible, or none, lies between the bounds."""
    least, most = _possible(store, node)
    if node.lo <= least and most <= node.hi:
        return True
    return False if most < node.lo or least > node.hi else None


def require(store: Store, node: Cardinality) -> None:
    """The number lies between the bounds."""
    _between(store, node, node.lo, node.hi)


def refute(store: Store, node: Cardinality) -> None:
    """The number lies below the lower bound, or above the upper one."""
    least, most = _possible(store, node)
    if least >= node.lo:
        _between(store, node, node.hi + 1, most)
    elif most <= node.hi:
        _between(store, node, least, node.lo - 1)


def _possible(store: Store, node: Cardinality) -> tuple[int, int]:
    truths = [store.truth(arg) for arg in node.args]
    certain = truths.count(True)
    return certain, certain + truths.count(None)


def _between(store: Store, node: Cardinality, lo: int, hi: int) -> None:
    least, most = _possible(store, node)
    if least > hi or most < lo:
        raise Contradiction
    if least < most and (least == hi or most == lo):
        for arg in node.args:
            if store.truth(arg) is None:
                store.fix(arg, least < hi)
