"""If-then-else, over Booleans as a core node and over integers as a function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self, overload

from satchel.ir.bounds import hull
from satchel.ir.core import (
    And,
    BoolExpr,
    BoolLike,
    Expr,
    Implies,
    IntExpr,
    IntLike,
    Linear,
    LinearExpr,
    boolean,
    is_boolean,
    linear,
)
from satchel.ir.domain import Domain
from satchel.ir.protocols import IntFunction


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class IfThenElse(BoolExpr):
    """`then` where `condition` holds, `otherwise` where it does not."""

    kind = "if"
    condition: BoolExpr
    then: BoolExpr
    otherwise: BoolExpr

    def children(self) -> tuple[Expr, ...]:
        return (self.condition, self.then, self.otherwise)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        condition, then, otherwise = children
        return cls(boolean(condition), boolean(then), boolean(otherwise))


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Choice(IntFunction):
    """The integer `then` where `condition` holds, else `otherwise`.

    Defined where the chosen side is: the other side may guard it, as in
    `If(i < n, Element(xs, i), 0)`.
    """

    kind = "choice"
    condition: BoolExpr
    then: LinearExpr
    otherwise: LinearExpr

    def children(self) -> tuple[Expr, ...]:
        return (self.condition, self.then, self.otherwise)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        condition, then, otherwise = children
        return cls(boolean(condition), linear(then), linear(otherwise))

    def apply(self, values: Sequence[int | None]) -> int | None:
        condition, then, otherwise = values
        return then if condition else otherwise

    def range(self) -> Domain:
        sides = (hull(self.then), hull(self.otherwise))
        return Domain.range(min(lo for lo, _ in sides), max(hi for _, hi in sides))

    def defined(self, below: Sequence[BoolExpr]) -> BoolExpr:
        _, then, otherwise = below
        return And(Implies(self.condition, then), Implies(~self.condition, otherwise))

    def graph(self, result: IntExpr) -> BoolExpr:
        return And(
            Implies(self.condition, _equal(result, self.then)),
            Implies(~self.condition, _equal(result, self.otherwise)),
        )


def _equal(left: IntExpr, right: LinearExpr) -> Linear:
    difference = left - right
    return Linear(difference.terms, "==", -difference.constant)


@overload
def If(  # type: ignore[overload-overlap]
    condition: BoolLike,
    then: BoolLike,  # pyright: ignore[reportOverlappingOverload] - a Boolean is a number, too
    otherwise: BoolLike,
) -> IfThenElse: ...
@overload
def If(condition: BoolLike, then: IntLike, otherwise: IntLike) -> Choice: ...
def If(condition: BoolLike, then: Any, otherwise: Any) -> IfThenElse | Choice:  # noqa: N802
    """If-then-else: Boolean if both sides are, else an integer."""
    if is_boolean(then) and is_boolean(otherwise):
        return IfThenElse(boolean(condition), boolean(then), boolean(otherwise))
    return Choice(boolean(condition), linear(then), linear(otherwise))
