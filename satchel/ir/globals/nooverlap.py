"""NoOverlap2D: no two of some rectangles share a point of their insides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple, Self

from satchel.errors import ModelError
from satchel.ir.core import And, BoolExpr, Expr, IntLike, Linear, LinearExpr, Or, integers
from satchel.ir.protocols import GlobalConstraint


class Rectangle(NamedTuple):
    """Lower-left corner and size, each an integer expression."""

    x: LinearExpr
    y: LinearExpr
    width: LinearExpr
    height: LinearExpr


_SIDES = ("xs", "ys", "widths", "heights")


class NoOverlap2D(GlobalConstraint):
    """Of any two rectangles, one ends before the other begins, on one axis or the other.

    `NoOverlap2D(xs, ys, widths, heights)`: lower-left corners, and sizes, which may be expressions
    (a piece that may be turned: `w + (h - w) * turned`). Two rectangles may touch; one without
    area may not lie inside another.
    """

    __slots__ = ("rectangles",)
    kind = "nooverlap"

    def __init__(
        self,
        xs: Iterable[IntLike],
        ys: Iterable[IntLike],
        widths: Iterable[IntLike],
        heights: Iterable[IntLike],
    ) -> None:
        sides = [
            integers(given, f"the {name} of NoOverlap2D")
            for name, given in zip(_SIDES, (xs, ys, widths, heights), strict=True)
        ]
        if len(set(map(len, sides))) > 1:
            lengths = ", ".join(str(len(side)) for side in sides)
            raise ModelError(f"NoOverlap2D needs four lists of one length, not of {lengths}")
        self.rectangles: tuple[Rectangle, ...] = tuple(map(Rectangle, *sides))

    def children(self) -> tuple[Expr, ...]:
        return tuple(part for side in zip(*self.rectangles, strict=True) for part in side)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(*_quarters(children))

    def holds(self, values: Sequence[int]) -> bool:
        places = list(zip(*_quarters(values), strict=True))
        return all(
            x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y
            for (x, y, w, h), (x2, y2, w2, h2) in combinations(places, 2)
        )

    def pairs(self) -> Iterator[Or]:
        """For each two rectangles: the four ways to keep them apart."""
        for one, other in combinations(self.rectangles, 2):
            yield Or(
                _before(one.x, one.width, other.x),
                _before(other.x, other.width, one.x),
                _before(one.y, one.height, other.y),
                _before(other.y, other.height, one.y),
            )

    def decompose(self) -> BoolExpr:
        return And(self.pairs())

    def negation(self) -> BoolExpr:
        """Some two overlap."""
        return Or(And(~way for way in pair.args) for pair in self.pairs())


def _quarters(parts: Sequence[Any]) -> list[Sequence[Any]]:
    count = len(parts) // 4
    return [parts[count * i : count * (i + 1)] for i in range(4)]


def _before(start: LinearExpr, size: LinearExpr, next_start: LinearExpr) -> Linear:
    """`start + size <= next_start`."""
    gap = start + size - next_start
    return Linear(gap.terms, "<=", -gap.constant)
