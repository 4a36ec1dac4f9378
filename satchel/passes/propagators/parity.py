"""Xor: the last argument that is open decides."""

from __future__ import annotations

from collections.abc import Sequence

from satchel.ir import BoolExpr, Xor
from satchel.passes.propagators.store import Contradiction, Store


def decided(store: Store, node: Xor) -> bool | None:
    """The parity, once all arguments are known."""
    truths = [store.truth(arg) for arg in node.args]
    return None if None in truths else sum(map(bool, truths)) % 2 == 1


def require(store: Store, node: Xor) -> None:
    """The number is odd."""
    _parity(store, node.args, odd=True)


def refute(store: Store, node: Xor) -> None:
    """The number is even."""
    _parity(store, node.args, odd=False)


def _parity(store: Store, args: Sequence[BoolExpr], *, odd: bool) -> None:
    left = [arg for arg in args if store.truth(arg) is None]
    odd ^= sum(store.truth(arg) is True for arg in args) % 2 == 1
    if len(left) == 1:
        store.fix(left[0], odd)
    elif not left and odd:
        raise Contradiction
