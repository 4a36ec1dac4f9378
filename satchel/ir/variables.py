"""The two kinds of variables; `Model.bool` and `Model.int` make them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

from satchel.ir.core import BoolExpr, IntExpr
from satchel.ir.domain import Domain


@dataclass(frozen=True, eq=False, slots=True)
class BoolVar(BoolExpr):
    """A Boolean variable."""

    kind = "bool"
    name: str

    def data(self) -> tuple[Any, ...]:
        return (self.name,)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(str(data[0]))


@dataclass(frozen=True, eq=False, slots=True)
class IntVar(IntExpr):
    """An integer variable with a finite domain."""

    kind = "int"
    name: str
    domain: Domain

    def data(self) -> tuple[Any, ...]:
        return (self.name, self.domain.intervals)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(str(data[0]), Domain(tuple((int(lo), int(hi)) for lo, hi in data[1])))


Variable: TypeAlias = BoolVar | IntVar
