"""If-then-else: a side that cannot be is not chosen, and the chosen one has the value."""

from __future__ import annotations

from satchel.ir.conditional import IfThenElse
from satchel.passes.propagators.store import Store


def decided(store: Store, node: IfThenElse) -> bool | None:
    """The value of the side that is chosen, or of both."""
    condition = store.truth(node.condition)
    then, otherwise = store.truth(node.then), store.truth(node.otherwise)
    if condition is None:
        return then if then == otherwise else None
    return then if condition else otherwise


def require(store: Store, node: IfThenElse) -> None:
    """The side that is chosen is true."""
    _chosen(store, node, True)


def refute(store: Store, node: IfThenElse) -> None:
    """The side that is chosen is false."""
    _chosen(store, node, False)


def _chosen(store: Store, node: IfThenElse, value: bool) -> None:
    for side, when in ((node.then, True), (node.otherwise, False)):
        if store.truth(side) is (not value):
            store.fix(node.condition, not when)
    condition = store.truth(node.condition)
    if condition is not None:
        store.fix(node.then if condition else node.otherwise, value)
