"""AllDifferent: no two of some integers are equal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Self

from satchel.ir.core import (
    And,
    BoolExpr,
    Expr,
    IntLike,
    Linear,
    LinearExpr,
    Or,
    expressions,
    linear,
)
from satchel.ir.protocols import GlobalConstraint


class AllDifferent(GlobalConstraint):
    """No two arguments have the same value; arguments are any integer expressions."""

    __slots__ = ("args",)
    kind = "alldifferent"

    def __init__(self, *args: IntLike | Iterable[IntLike]) -> None:
        self.args: tuple[LinearExpr, ...] = tuple(map(linear, expressions(args)))

    def children(self) -> tuple[Expr, ...]:
        return self.args

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(list(children))

    def holds(self, values: Sequence[int]) -> bool:
        return len(set(values)) == len(values)

    def _pairs(self, op: str) -> list[BoolExpr]:
        pairs: list[BoolExpr] = []
        for left, right in combinations(self.args, 2):
            difference = left - right
            pairs.append(Linear(difference.terms, op, -difference.constant))
        return pairs

    def decompose(self) -> BoolExpr:
        return And(self._pairs("!="))

    def negation(self) -> BoolExpr:
        """Some two are equal."""
        return Or(self._pairs("=="))
