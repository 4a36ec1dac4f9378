"""Inverse: two lists of places that are each other's inverse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

from satchel.errors import ModelError
from satchel.ir.core import And, BoolExpr, Expr, Iff, IntLike, Linear, LinearExpr, Or, integers
from satchel.ir.protocols import GlobalConstraint


class Inverse(GlobalConstraint):
    """`xs[i] == j` exactly where `ys[j] == i`, counted from 0: both are permutations of 0..n-1.

    False where a value is no place of the other list.
    """

    __slots__ = ("xs", "ys")
    kind = "inverse"

    def __init__(self, xs: Iterable[IntLike], ys: Iterable[IntLike]) -> None:
        self.xs: tuple[LinearExpr, ...] = integers(xs, "the first items of Inverse")
        self.ys: tuple[LinearExpr, ...] = integers(ys, "the second items of Inverse")
        if len(self.xs) != len(self.ys):
            lengths = f"{len(self.xs)} and {len(self.ys)}"
            raise ModelError(f"Inverse needs lists of one length, not of {lengths}")

    def children(self) -> tuple[Expr, ...]:
        return (*self.xs, *self.ys)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        half = len(children) // 2
        return cls(children[:half], children[half:])

    def holds(self, values: Sequence[int]) -> bool:
        count = len(values) // 2
        xs, ys = values[:count], values[count:]
        return all(
            0 <= to < count and back[to] == place
            for there, back in ((xs, ys), (ys, xs))
            for place, to in enumerate(there)
        )

    def _parts(self) -> Iterator[BoolExpr]:
        for side in (*self.xs, *self.ys):
            yield Linear(side.terms, ">=", -side.constant)
            yield Linear(side.terms, "<=", len(self.xs) - 1 - side.constant)
        for i, x in enumerate(self.xs):
            for j, y in enumerate(self.ys):
                there = Linear(x.terms, "==", j - x.constant)
                yield Iff(there, Linear(y.terms, "==", i - y.constant))

    def decompose(self) -> BoolExpr:
        return And(self._parts())

    def negation(self) -> BoolExpr:
        """Some value is no place, or some place does not lead back."""
        return Or(~part for part in self._parts())
