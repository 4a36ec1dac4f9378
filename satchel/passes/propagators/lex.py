"""Lexicographic order: exact for distinct variables.

At the first place where the lists can differ, the left one is at most the right one, and less where
the places after it cannot be in order (after Frisch, Hnich, Kiziltan, Miguel and Walsh 2002).
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.ir import LexLess, LexLessEq, LinearExpr
from satchel.passes.propagators.store import Contradiction, Store


def decided(store: Store, node: LexLess | LexLessEq) -> bool | None:
    """Whether the lists are in order, or out of it, whatever their values are."""
    if not _can_be_ordered(store, node.xs, node.ys, strict=node.strict)[0]:
        return False
    return None if _can_be_ordered(store, node.ys, node.xs, strict=not node.strict)[0] else True


def require(store: Store, node: LexLess | LexLessEq) -> None:
    """The lists are in order."""
    _order(store, node.xs, node.ys, strict=node.strict)


def refute(store: Store, node: LexLess | LexLessEq) -> None:
    """The lists are out of order."""
    _order(store, node.ys, node.xs, strict=not node.strict)


def _can_be_ordered(
    store: Store, xs: Sequence[LinearExpr], ys: Sequence[LinearExpr], *, strict: bool
) -> list[bool]:
    """For each place, whether the lists from there on can be in order; after the last one, too."""
    can = [not strict]
    for x, y in zip(reversed(xs), reversed(ys), strict=True):
        less = store.hull(x)[0] < store.hull(y)[1]
        can.append(less or (can[-1] and bool(store.values(x) & store.values(y))))
    return can[::-1]


def _order(
    store: Store, xs: Sequence[LinearExpr], ys: Sequence[LinearExpr], *, strict: bool
) -> None:
    can = _can_be_ordered(store, xs, ys, strict=strict)
    if not can[0]:
        raise Contradiction
    for place, (x, y) in enumerate(zip(xs, ys, strict=True)):
        gap = 0 if can[place + 1] else 1
        store.at_most(x, store.hull(y)[1] - gap)
        store.at_least(y, store.hull(x)[0] + gap)
        if gap or store.value(x) is None or store.value(x) != store.value(y):
            return
