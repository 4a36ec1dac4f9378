"""Product: one integer expression times another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Self

from satchel.ir.bounds import values
from satchel.ir.core import And, BoolExpr, Expr, IntExpr, IntLike, LinearExpr, linear
from satchel.ir.domain import Domain
from satchel.ir.protocols import GlobalConstraint, IntFunction

_LISTED: Final = 4096
"""Up to so many pairs of factors the products are listed; beyond, they are an interval."""


class Product(IntFunction):
    """`left * right`, as the operator writes it; undefined where a factor is."""

    __slots__ = ("left", "right")
    kind = "times"

    def __init__(self, left: IntLike, right: IntLike) -> None:
        self.left: LinearExpr = linear(left)
        self.right: LinearExpr = linear(right)

    def children(self) -> tuple[Expr, ...]:
        return (self.left, self.right)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(*children)

    def apply(self, values: Sequence[int | None]) -> int | None:
        left, right = values
        return None if left is None or right is None else left * right

    def range(self) -> Domain:
        """Every product for small factors, else the interval of the corners."""
        left, right = values(self.left), values(self.right)
        if self.left.same(self.right):
            return _squares(left)
        if left.size * right.size <= _LISTED:
            return Domain.of(a * b for a in left for b in right)
        corners = [a * b for a in (left.lo, left.hi) for b in (right.lo, right.hi)]
        return Domain.range(min(corners), max(corners))

    def defined(self, below: Sequence[BoolExpr]) -> BoolExpr:
        return And(below)

    def graph(self, result: IntExpr) -> ProductIs:
        return ProductIs(self.left, self.right, result)


class ProductIs(GlobalConstraint):
    """`left * right == value`."""

    __slots__ = ("left", "right", "value")
    kind = "product"

    def __init__(self, left: IntLike, right: IntLike, value: IntLike) -> None:
        self.left: LinearExpr = linear(left)
        self.right: LinearExpr = linear(right)
        self.value: LinearExpr = linear(value)

    def children(self) -> tuple[Expr, ...]:
        return (self.left, self.right, self.value)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(*children)

    def holds(self, values: Sequence[int]) -> bool:
        left, right, value = values
        return left * right == value

    def _cases(self) -> Iterator[tuple[BoolExpr, BoolExpr]]:
        """For each value of the factor that has fewer: not that one; that multiple of the other."""
        few, many = sorted((self.left, self.right), key=lambda factor: values(factor).size)
        for factor in values(few):
            multiple = many * factor if factor else linear(0)
            yield few != factor, multiple == self.value

    def decompose(self) -> BoolExpr:
        return And(other | equal for other, equal in self._cases())

    def negation(self) -> BoolExpr:
        """Whatever the factor is, that multiple of the other one is not the value."""
        return And(other | ~equal for other, equal in self._cases())


def _squares(roots: Domain) -> Domain:
    if roots.size <= _LISTED:
        return Domain.of(root * root for root in roots)
    ends = roots.lo**2, roots.hi**2
    return Domain.range(0 if roots.lo <= 0 <= roots.hi else min(ends), max(ends))
