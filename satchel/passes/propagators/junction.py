"""And and Or: the last argument that is open decides."""

from __future__ import annotations

from collections.abc import Sequence

from satchel.ir import And, BoolExpr, Or
from satchel.passes.propagators.store import Contradiction, Store


def decided(store: Store, node: And | Or) -> bool | None:
    """Whether some argument, or all of them, decide."""
    absorbing = isinstance(node, Or)
    truths = [store.truth(arg) for arg in node.args]
    if absorbing in truths:
        return absorbing
    return None if None in truths else not absorbing


def require(store: Store, node: And | Or) -> None:
    """The node is true."""
    if isinstance(node, And):
        _all(store, node.args, True)
    else:
        _some(store, node.args, True)


def refute(store: Store, node: And | Or) -> None:
    """The node is false."""
    if isinstance(node, And):
        _some(store, node.args, False)
    else:
        _all(store, node.args, False)


def _all(store: Store, args: Sequence[BoolExpr], value: bool) -> None:
    for arg in args:
        store.fix(arg, value)


def _some(store: Store, args: Sequence[BoolExpr], value: bool) -> None:
    """Some argument has the value: the last one that can."""
    possible = [arg for arg in args if store.truth(arg) in (None, value)]
    if not possible:
        raise Contradiction
    if len(possible) == 1:
        store.fix(possible[0], value)
