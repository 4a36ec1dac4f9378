"""Simplification, node by node from the leaves up: constants folded, sums in normal form, equal
expressions shared. Keeps all solutions; no variable goes, so there is nothing to undo.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.ir import Expr, Model
from satchel.ir.walk import Interner
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

    variables: dict[Expr, Expr] = {variable: variable for variable in model.variables.values()}
    return Rewriter(step, variables).model(model), None


def invert(data: Any, values: Mapping[str, int]) -> dict[str, int]:
    """The same values."""
    return dict(values)
