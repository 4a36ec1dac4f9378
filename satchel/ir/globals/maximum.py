"""Max, Min and the absolute value; all three are one constraint, over views."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from satchel.errors import ModelError
from satchel.ir.bounds import hull
from satchel.ir.core import (
    And,
    BoolExpr,
    Expr,
    IntExpr,
    IntLike,
    LinearExpr,
    Or,
    expressions,
    integers,
    linear,
)
from satchel.ir.domain import Domain
from satchel.ir.protocols import GlobalConstraint, IntFunction


class _OfAll(IntFunction):
    """A function that is defined where all its arguments are."""

    __slots__ = ("args",)

    def __init__(self, *args: IntLike | Iterable[IntLike]) -> None:
        self.args: tuple[LinearExpr, ...] = tuple(map(linear, expressions(args)))
        if not self.args:
            raise ModelError(f"{type(self).__name__} needs at least one argument")

    def children(self) -> tuple[Expr, ...]:
        return self.args

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(list(children))

    def defined(self, below: Sequence[BoolExpr]) -> BoolExpr:
        return And(below)


class Max(_OfAll):
    """The greatest of the arguments: `Max(x, y) <= 5`; undefined where one of them is."""

    __slots__ = ()
    kind = "max"

    def apply(self, values: Sequence[int | None]) -> int | None:
        known = [value for value in values if value is not None]
        return max(known) if len(known) == len(values) else None

    def range(self) -> Domain:
        lows, highs = zip(*map(hull, self.args), strict=True)
        return Domain.range(max(lows), max(highs))

    def graph(self, result: IntExpr) -> MaxIs:
        return MaxIs(self.args, result)


class Min(_OfAll):
    """The least of the arguments: `Min(x, y) >= 5`; undefined where one of them is."""

    __slots__ = ()
    kind = "min"

    def apply(self, values: Sequence[int | None]) -> int | None:
        known = [value for value in values if value is not None]
        return min(known) if len(known) == len(values) else None

    def range(self) -> Domain:
        lows, highs = zip(*map(hull, self.args), strict=True)
        return Domain.range(min(lows), min(highs))

    def graph(self, result: IntExpr) -> MaxIs:
        return MaxIs([-arg for arg in self.args], -result)


class Abs(_OfAll):
    """The absolute value, as `abs(x)` writes it; undefined where its one argument is."""

    __slots__ = ()
    kind = "abs"

    def __init__(self, *args: IntLike | Iterable[IntLike]) -> None:
        super().__init__(*args)
        if len(self.args) > 1:
            raise ModelError(f"Abs takes one argument, not {len(self.args)}")

    def apply(self, values: Sequence[int | None]) -> int | None:
        (value,) = values
        return None if value is None else abs(value)

    def range(self) -> Domain:
        lo, hi = hull(self.args[0])
        return Domain.range(max(lo, -hi, 0), max(-lo, hi))

    def graph(self, result: IntExpr) -> MaxIs:
        (arg,) = self.args
        return MaxIs([arg, -arg], result)


class MaxIs(GlobalConstraint):
    """`max(args) == value`."""

    __slots__ = ("args", "value")
    kind = "maximum"

    def __init__(self, args: Iterable[IntLike], value: IntLike) -> None:
        self.args: tuple[LinearExpr, ...] = integers(args, "the arguments of a maximum")
        self.value: LinearExpr = linear(value)

    def children(self) -> tuple[Expr, ...]:
        return (*self.args, self.value)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(children[:-1], children[-1])

    def holds(self, values: Sequence[int]) -> bool:
        *args, value = values
        return max(args) == value

    def decompose(self) -> BoolExpr:
        """None is greater, and one is not less."""
        bounds = [arg <= self.value for arg in self.args]
        return And(*bounds, Or(arg >= self.value for arg in self.args))

    def negation(self) -> BoolExpr:
        """All are less, or one is greater."""
        less = And(arg < self.value for arg in self.args)
        return Or(less, *(arg > self.value for arg in self.args))
