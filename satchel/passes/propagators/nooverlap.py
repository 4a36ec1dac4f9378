"""NoOverlap2D: two rectangles that can be apart in one way only are apart in that way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from satchel.ir import LinearExpr, NoOverlap2D
from satchel.passes.propagators.store import Contradiction, Store

Way: TypeAlias = tuple[LinearExpr, LinearExpr, LinearExpr]
"""One start and size, and the other start: the first rectangle ends before the second begins."""


def decided(store: Store, node: NoOverlap2D) -> bool | None:
    """False where two cannot be apart; true where each two are."""
    certain = True
    for ways in _ways(node):
        if not any(_is_possible(store, way) for way in ways):
            return False
        certain = certain and any(_is_certain(store, way) for way in ways)
    return True if certain else None


def require(store: Store, node: NoOverlap2D) -> None:
    """Each two are apart."""
    for ways in _ways(node):
        possible = [way for way in ways if _is_possible(store, way)]
        if not possible:
            raise Contradiction
        if len(possible) == 1:
            _apart(store, possible[0])


def refute(store: Store, node: NoOverlap2D) -> None:
    """Some two overlap."""
    if decided(store, node):
        raise Contradiction


def _ways(node: NoOverlap2D) -> Iterator[tuple[Way, ...]]:
    """For each two rectangles the four ways to keep them apart."""
    for one, other in combinations(node.rectangles, 2):
        yield (
            (one.x, one.width, other.x),
            (other.x, other.width, one.x),
            (one.y, one.height, other.y),
            (other.y, other.height, one.y),
        )


def _is_possible(store: Store, way: Way) -> bool:
    start, size, next_ = way
    return store.hull(start)[0] + store.hull(size)[0] <= store.hull(next_)[1]


def _is_certain(store: Store, way: Way) -> bool:
    start, size, next_ = way
    return store.hull(start)[1] + store.hull(size)[1] <= store.hull(next_)[0]


def _apart(store: Store, way: Way) -> None:
    """Bounds of `start + size <= next`."""
    start, size, next_ = way
    store.at_least(next_, store.hull(start)[0] + store.hull(size)[0])
    store.at_most(start, store.hull(next_)[1] - store.hull(size)[0])
    store.at_most(size, store.hull(next_)[1] - store.hull(start)[0])
