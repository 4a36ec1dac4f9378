"""Rewriting a model from the leaves up, each shared node once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from satchel.ir import And, BoolConst, BoolExpr, Expr, Model, Objective
from satchel.ir.core import linear
from satchel.ir.walk import fold, rebuilt

Step = Callable[[Expr], Expr]
"""A node whose children are rewritten already, to what stands in its place."""


class Rewriter:
    """Applies a step to every node but those that are `known`; what is shared stays shared."""

    def __init__(self, step: Step, known: Mapping[Expr, Expr] | None = None) -> None:
        self._step = step
        self._memo: dict[Expr, Expr] = dict(known or {})

    def __call__(self, root: Expr) -> Any:
        """What stands in the place of `root`."""
        return fold(root, self._rebuilt, self._memo)

    def _rebuilt(self, node: Expr, below: Sequence[Expr]) -> Expr:
        return self._step(rebuilt(node, below))

    def model(self, model: Model) -> Model:
        """The model rewritten; conjunctions become statements, true ones go."""
        statements = [
            replace(statement, expr=part)
            for statement in model.statements
            for part in _conjuncts(self(statement.expr))
        ]
        objective = model.objective
        return Model.assembled(
            model.variables.values(),
            statements,
            {name: self(expr) for name, expr in model.shown.items()},
            objective and Objective(objective.sense, linear(self(objective.expr))),
            [self(hint) for hint in model.hints],
        )


def _conjuncts(expr: BoolExpr) -> list[BoolExpr]:
    found: list[BoolExpr] = []
    stack = [expr]
    while stack:
        part = stack.pop()
        if isinstance(part, And):
            stack.extend(reversed(part.args))
        elif not (isinstance(part, BoolConst) and part.value):
            found.append(part)
    return found
