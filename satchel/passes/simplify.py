"""Simplification, node by node from the leaves up: constants folded, sums in normal form, equal
expressions shared. Keeps all solutions; no variable goes, so there is nothing to undo.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.ir import Expr, Model, Not
from satchel.ir.walk import Interner, is_clause
from satchel.passes.fold import folded
from satchel.passes.normal import normalized
from satchel.passes.rewrite import Rewriter

KEEPS = "all solutions"


def apply(model: Model) -> tuple[Model, Any]:
    """The simplified model; the undo data are empty."""
    interner = Interner()

    def step(node: Expr) -> Expr:
        simple = folded(normalized(node))
        if simple is node:
            return interner.share(node, node.children())
        return interner.intern(simple)

    simple: dict[Expr, Expr] = {variable: variable for variable in model.variables.values()}
    for statement in model.statements:
        if _is_simple(statement.expr):
            simple[statement.expr] = statement.expr
    return Rewriter(step, simple).model(model), None


def _is_simple(expr: Expr) -> bool:
    """Whether it is a clause of two variables or more, each in one literal."""
    if not is_clause(expr):
        return False
    variables = {arg.arg if isinstance(arg, Not) else arg for arg in expr.args}
    return 1 < len(variables) == len(expr.args)


def invert(data: Any, values: Mapping[str, int]) -> dict[str, int]:
    """The same values."""
    return dict(values)
