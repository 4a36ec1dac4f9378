"""Unary statements into domains: `x != 3` becomes a hole, a single literal a constant.

Keeps all solutions. Variables left with one value go; the undo data are their values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.ir import BoolExpr, BoolVar, Domain, IntVar, Linear, Model, Not, Variable
from satchel.passes.narrow import initial, narrowed

KEEPS = "all solutions"


def finds(model: Model) -> bool:
    """Whether some statement is unary, or some domain has one value."""
    return any(_unary(s.expr) for s in model.statements) or any(
        isinstance(v, IntVar) and v.domain.size == 1 for v in model.variables.values()
    )


def apply(model: Model) -> tuple[Model, Any]:
    """The model with narrower domains; the undo data are the values of variables that are gone."""
    domains = initial(model)
    statements = []
    for statement in model.statements:
        unary = _unary(statement.expr)
        if unary is None:
            statements.append(statement)
        else:
            domains[unary[0]] &= unary[1]
    return narrowed(model, domains, statements)


def invert(data: Any, values: Mapping[str, int]) -> dict[str, int]:
    """Put the fixed values back."""
    return {**values, **data}


def _unary(expr: BoolExpr) -> tuple[Variable, Domain] | None:
    """The variable and the values that the statement leaves it, if it speaks of one alone."""
    match expr:
        case BoolVar():
            return expr, Domain.range(1, 1)
        case Not(BoolVar() as variable):
            return variable, Domain.range(0, 0)
        case Linear(((1, IntVar() as x),), "<=", bound):
            return x, Domain.range(x.domain.lo, bound)
        case Not(Linear(((1, IntVar() as x),), "<=", bound)):
            return x, Domain.range(bound + 1, x.domain.hi)
        case Linear(((1, IntVar() as x),), "==", bound):
            return x, Domain.range(bound, bound)
        case Not(Linear(((1, IntVar() as x),), "==", bound)):
            return x, x.domain.without(bound)
    return None
