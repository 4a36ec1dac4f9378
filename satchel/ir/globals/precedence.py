"""Precedence: values that are first taken in a given order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Self

from satchel.errors import ModelError
from satchel.ir.core import And, BoolConst, BoolExpr, Expr, IntLike, LinearExpr, Or, integers
from satchel.ir.given import integer, sequence
from satchel.ir.protocols import GlobalConstraint


class Precedence(GlobalConstraint):
    """Each of `values` but the first is taken only after the one before it has been.

    If an argument takes `values[k + 1]`, an earlier one takes `values[k]`; other values are free.
    So interchangeable values are used in one order (Law and Lee 2004). ModelError where a value
    is listed twice.
    """

    __slots__ = ("args", "values")
    kind = "precedence"

    def __init__(self, args: Iterable[IntLike], values: Iterable[int]) -> None:
        self.args: tuple[LinearExpr, ...] = integers(args, "the arguments of Precedence")
        self.values: tuple[int, ...] = tuple(
            integer(value, "a value of Precedence")
            for value in sequence(values, "the values of Precedence")
        )
        if len(set(self.values)) < len(self.values):
            raise ModelError("Precedence lists each value once")

    def children(self) -> tuple[Expr, ...]:
        return self.args

    def data(self) -> tuple[Any, ...]:
        return self.values

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(children, data)

    def holds(self, values: Sequence[int]) -> bool:
        seen: set[int] = set()
        needed = {later: earlier for earlier, later in pairwise(self.values)}
        for value in values:
            if value in needed and needed[value] not in seen:
                return False
            seen.add(value)
        return True

    def _parts(self) -> Iterator[tuple[BoolExpr, BoolExpr]]:
        """For each place and value: the value is there; the one before it stands earlier."""
        for earlier, later in pairwise(self.values):
            seen: BoolExpr = BoolConst(False)
            for arg in self.args:
                yield arg == later, seen
                seen = Or(seen, arg == earlier)

    def decompose(self) -> BoolExpr:
        return And(~here | seen for here, seen in self._parts())

    def negation(self) -> BoolExpr:
        """Some value stands where the one before it has not been."""
        return Or(here & ~seen for here, seen in self._parts())
