"""LexLess and LexLessEq: lists of integers in the order of a dictionary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from satchel.errors import ModelError
from satchel.ir.core import (
    And,
    BoolConst,
    BoolExpr,
    Expr,
    IntLike,
    Linear,
    LinearExpr,
    Or,
    integers,
)
from satchel.ir.protocols import GlobalConstraint


class Lex(GlobalConstraint):
    """What the two orders share; not to be instantiated."""

    __slots__ = ("xs", "ys")
    strict: ClassVar[bool]

    def __init__(self, xs: Iterable[IntLike], ys: Iterable[IntLike]) -> None:
        self.xs: tuple[LinearExpr, ...] = integers(xs, f"the first items of {type(self).__name__}")
        self.ys: tuple[LinearExpr, ...] = integers(ys, f"the second items of {type(self).__name__}")
        if len(self.xs) != len(self.ys):
            lengths = f"{len(self.xs)} and {len(self.ys)}"
            raise ModelError(f"{type(self).__name__} needs lists of one length, not of {lengths}")

    @property
    def family(self) -> str:
        """Both orders have the same encodings."""
        return "lex"

    def children(self) -> tuple[Expr, ...]:
        return (*self.xs, *self.ys)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        half = len(children) // 2
        return cls(children[:half], children[half:])

    def holds(self, values: Sequence[int]) -> bool:
        half = len(values) // 2
        xs, ys = list(values[:half]), list(values[half:])
        return xs < ys if self.strict else xs <= ys

    def decompose(self) -> BoolExpr:
        """From the last place to the first: at most, and less unless the rest is in order."""
        rest: BoolExpr = BoolConst(not self.strict)
        for x, y in zip(reversed(self.xs), reversed(self.ys), strict=True):
            gap = x - y
            at_most = Linear(gap.terms, "<=", -gap.constant)
            rest = And(at_most, Or(Linear(gap.terms, "<=", -gap.constant - 1), rest))
        return rest


class LexLess(Lex):
    """`xs` comes before `ys`: less at the first place where they differ, and there is one."""

    __slots__ = ()
    kind = "lex_less"
    strict = True

    def negation(self) -> LexLessEq:
        """`ys` comes before `xs`, or they are equal."""
        return LexLessEq(self.ys, self.xs)


class LexLessEq(Lex):
    """`xs` comes before `ys`, or they are equal."""

    __slots__ = ()
    kind = "lex_less_eq"
    strict = False

    def negation(self) -> LexLess:
        """`ys` comes before `xs`."""
        return LexLess(self.ys, self.xs)
