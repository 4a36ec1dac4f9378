"""Element: the value at a variable place of an array; undefined outside the array."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from satchel.errors import ModelError
from satchel.ir.bounds import hull
from satchel.ir.core import (
    And,
    BoolExpr,
    Expr,
    Implies,
    IntExpr,
    IntLike,
    Linear,
    LinearExpr,
    Or,
    integers,
    linear,
)
from satchel.ir.domain import Domain
from satchel.ir.protocols import GlobalConstraint, IntFunction


class Element(IntFunction):
    """`array[index]`, counted from 0: `Element([3, x, y + 1], i) == z`.

    Undefined where the index is outside the array, or any item is undefined.
    """

    __slots__ = ("array", "index")
    kind = "element_at"

    def __init__(self, array: Iterable[IntLike], index: IntLike) -> None:
        self.array: tuple[LinearExpr, ...] = integers(array, "the items of an Element")
        self.index: LinearExpr = linear(index)
        if not self.array:
            raise ModelError("Element needs an array of at least one item")

    def children(self) -> tuple[Expr, ...]:
        return (*self.array, self.index)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(children[:-1], children[-1])

    def apply(self, values: Sequence[int | None]) -> int | None:
        *array, index = values
        if index is None or None in array or not 0 <= index < len(array):
            return None
        return array[index]

    def range(self) -> Domain:
        if all(not item.terms for item in self.array):
            return Domain.of(item.constant for item in self.array)
        hulls = [hull(item) for item in self.array]
        return Domain.range(min(lo for lo, _ in hulls), max(hi for _, hi in hulls))

    def defined(self, below: Sequence[BoolExpr]) -> BoolExpr:
        last = len(self.array) - 1 - self.index.constant
        return And(
            *below,
            Linear(self.index.terms, ">=", -self.index.constant),
            Linear(self.index.terms, "<=", last),
        )

    def graph(self, result: IntExpr) -> ElementIs:
        return ElementIs(self.array, self.index, result)


class ElementIs(GlobalConstraint):
    """`array[index] == value`, false where the index is outside the array."""

    __slots__ = ("array", "index", "value")
    kind = "element"

    def __init__(self, array: Iterable[IntLike], index: IntLike, value: IntLike) -> None:
        self.array: tuple[LinearExpr, ...] = integers(array, "the items of an Element")
        self.index: LinearExpr = linear(index)
        self.value: LinearExpr = linear(value)

    def children(self) -> tuple[Expr, ...]:
        return (*self.array, self.index, self.value)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(children[:-2], children[-2], children[-1])

    def holds(self, values: Sequence[int]) -> bool:
        *array, index, value = values
        return 0 <= index < len(array) and array[index] == value

    def _places(self) -> list[tuple[Linear, Linear]]:
        """For each place: the index is there; the item there is the value."""
        places = []
        for place, item in enumerate(self.array):
            gap = item - self.value
            here = Linear(self.index.terms, "==", place - self.index.constant)
            places.append((here, Linear(gap.terms, "==", -gap.constant)))
        return places

    def decompose(self) -> BoolExpr:
        places = self._places()
        return And(Or(here for here, _ in places), *(Implies(h, equal) for h, equal in places))

    def negation(self) -> BoolExpr:
        """Wherever the index is, the item there is not the value."""
        return And(Implies(here, ~equal) for here, equal in self._places())
