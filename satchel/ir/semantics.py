"""What every expression means: one evaluator, the oracle of tests and the check of answers.

Integer expressions may be undefined (None); as in MiniZinc's relational semantics, a Boolean
expression directly above an undefined integer is false, and nothing above that notices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from satchel.ir.cardinality import Cardinality
from satchel.ir.conditional import IfThenElse
from satchel.ir.core import And, BoolConst, Expr, Iff, Implies, Linear, LinearExpr, Not, Or, Xor
from satchel.ir.protocols import GlobalConstraint, IntFunction
from satchel.ir.variables import BoolVar, IntVar
from satchel.ir.walk import fold

Values: TypeAlias = Mapping[str, int]
"""One value per variable name; Booleans are True and False."""


class Evaluator:
    """Evaluates expressions under one assignment, each shared node once."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._memo: dict[Expr, int | None] = {}

    def __call__(self, expr: Expr) -> int | None:
        """The value of `expr`: a bool for Boolean ones; KeyError where a variable has none."""
        return fold(expr, self._step, self._memo)

    def _step(self, node: Expr, below: list[int | None]) -> int | None:
        if isinstance(node, (BoolVar, IntVar)):
            return self._values[node.name]
        return meaning(node, below)


def meaning(node: Expr, below: Sequence[Any]) -> int | None:
    """The value of a node that is no variable, given its children's values."""
    match node:
        case LinearExpr():
            return None if None in below else node.constant + _weighted(node.terms, below)
        case IntFunction():
            return node.apply(below)
    if None in below:
        return False
    match node:
        case BoolConst():
            return node.value
        case Not():
            return not below[0]
        case And():
            return all(below)
        case Or():
            return any(below)
        case Xor():
            return sum(map(bool, below)) % 2 == 1
        case Implies():
            return not below[0] or bool(below[1])
        case Iff():
            return bool(below[0]) == bool(below[1])
        case IfThenElse():
            return bool(below[1] if below[0] else below[2])
        case Linear():
            return _compares(_weighted(node.terms, below), node.op, node.bound)
        case Cardinality():
            return node.lo <= sum(map(bool, below)) <= node.hi
        case GlobalConstraint():
            return node.holds(below)
        case _:
            raise TypeError(f"no meaning is known for {type(node).__name__}")


def _weighted(terms: Sequence[tuple[int, Expr]], below: Sequence[int]) -> int:
    return sum(c * int(value) for (c, _), value in zip(terms, below, strict=True))


def _compares(total: int, op: str, bound: int) -> bool:
    match op:
        case "<=":
            return total <= bound
        case ">=":
            return total >= bound
        case "==":
            return total == bound
        case _:
            return total != bound
