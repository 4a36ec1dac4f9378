"""The two kinds of variables; `Model.bool` and `Model.int` make them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

from satchel.errors import ModelError
from satchel.ir.core import BoolExpr, IntExpr
from satchel.ir.domain import Domain
from satchel.ir.given import quoted, text


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class BoolVar(BoolExpr):
    """A Boolean variable."""

    kind = "bool"
    name: str

    def __post_init__(self) -> None:
        if type(self.name) is not str or not self.name.isascii():
            object.__setattr__(self, "name", text(self.name, "the name of a variable"))

    def data(self) -> tuple[Any, ...]:
        return (self.name,)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(data[0])


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class IntVar(IntExpr):
    """An integer variable with a finite domain."""

    kind = "int"
    name: str
    domain: Domain

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", text(self.name, "the name of a variable"))
        if not isinstance(self.domain, Domain):
            raise ModelError(f"{self.name}: a Domain is expected, not {quoted(self.domain)}")

    def data(self) -> tuple[Any, ...]:
        return (self.name, self.domain.intervals)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(data[0], Domain(data[1]))


Variable: TypeAlias = BoolVar | IntVar
