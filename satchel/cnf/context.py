"""What an encoding of a global constraint may ask of the lowering that runs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from satchel.cnf.integer.view import View
from satchel.cnf.lazy import LazyCycle
from satchel.cnf.sink import Clauses, Literal
from satchel.ir import BoolExpr, IntExpr


class Context(Protocol):
    """The road from constraints to the literals and encodings of their parts."""

    def view(self, expr: IntExpr) -> View:
        """An argument as a view of an integer variable, or as a constant."""
        ...

    def literal_of(self, expr: BoolExpr) -> Literal:
        """The literal of a Boolean argument, equivalent to it."""
        ...

    def postpone(self, lazy: LazyCycle) -> None:
        """Leave part of a constraint to the solving session."""
        ...

    def require(self, expr: BoolExpr, out: Clauses) -> None:
        """Demand an expression of the model."""
        ...

    def at_most_one(self, out: Clauses, literals: Sequence[Literal]) -> None:
        """Demand at most one of any literals, by the chosen encoding."""
        ...
