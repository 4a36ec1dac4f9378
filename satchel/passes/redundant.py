"""Statements go that another one implies. Repeated ones, subsumed clauses, an at-most-one within a
larger one, weaker bounds of one sum, clauses with a literal that is demanded.

Keeps all solutions, and all variables. Each statement that goes follows from one that is still
there at that moment, so that no two vouch for each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from satchel.ir import BoolExpr, Cardinality, Model, Not, Or, Statement, Xor
from satchel.passes import bounds, counts

KEEPS = "all solutions"


def apply(model: Model) -> tuple[Model, Any]:
    """The model without what is implied; the undo data are empty."""
    statements = _shortened(_distinct(model.statements))
    exprs = [statement.expr for statement in statements]
    implied = counts.implied(exprs) | bounds.implied(exprs)
    statements = [s for place, s in enumerate(statements) if place not in implied]
    if len(statements) == len(model.statements) and all(
        one.expr is other.expr for one, other in zip(statements, model.statements, strict=True)
    ):
        return model, None
    smaller = Model.assembled(
        model.variables.values(), statements, model.shown, model.objective, model.hints
    )
    return smaller, None


def invert(data: Any, values: Mapping[str, int]) -> dict[str, int]:
    """The same values."""
    return dict(values)


def _distinct(statements: Sequence[Statement]) -> list[Statement]:
    """The first of equal statements, whatever the order of their arguments."""
    first: dict[object, Statement] = {}
    for statement in statements:
        first.setdefault(_shape(statement.expr), statement)
    return list(first.values())


def _shape(expr: BoolExpr) -> object:
    match expr:
        case Not():
            return Not, _shape(expr.arg)
        case Xor() | Or():  # repeated arguments are gone
            return type(expr), frozenset(expr.args)
        case Cardinality() if len(set(expr.args)) == len(expr.args):
            return Cardinality, frozenset(expr.args), expr.lo, expr.hi
        case _:
            return expr


def _shortened(statements: Sequence[Statement]) -> list[Statement]:
    """Clauses without literals that statements refute, and without clauses that they satisfy."""
    demanded = {s.expr for s in statements if not isinstance(s.expr, (Or, Not))}
    refuted = {s.expr.arg for s in statements if isinstance(s.expr, Not)}
    if not demanded and not refuted:
        return list(statements)
    left = []
    for statement in statements:
        expr = statement.expr
        if not isinstance(expr, Or):
            left.append(statement)
            continue
        if any(_holds(arg, demanded, refuted) for arg in expr.args):
            continue
        args = [arg for arg in expr.args if not _holds(_negated(arg), demanded, refuted)]
        shorter = expr if len(args) == len(expr.args) else Or(args)
        left.append(Statement(shorter, statement.label, statement.tags))
    return left


def _holds(literal: BoolExpr, demanded: set[BoolExpr], refuted: set[BoolExpr]) -> bool:
    return literal.arg in refuted if isinstance(literal, Not) else literal in demanded


def _negated(literal: BoolExpr) -> BoolExpr:
    return literal.arg if isinstance(literal, Not) else Not(literal)
