"""Rewriting a model from the leaves up, each shared node once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from satchel.ir import And, BoolConst, BoolExpr, Expr, Model, Objective, Statement
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
        known = self._memo.get(root)
        return fold(root, self._rebuilt, self._memo) if known is None else known

    def _rebuilt(self, node: Expr, below: Sequence[Expr]) -> Expr:
        return self._step(rebuilt(node, below))

    def model(self, model: Model) -> Model:
        """The model rewritten; conjunctions become statements, true ones go."""
        statements: list[Statement] = []
        for statement in model.statements:
            expr = self(statement.expr)
            if isinstance(expr, _TAKEN_APART):
                statements += [changed(statement, part) for part in _conjuncts(expr)]
            else:
                statements.append(changed(statement, expr))
        objective = model.objective
        return Model.assembled(
            model.variables.values(),
            statements,
            {name: self(expr) for name, expr in model.shown.items()},
            objective and Objective(objective.sense, linear(self(objective.expr))),
            [self(hint) for hint in model.hints],
        )


_TAKEN_APART = (And, BoolConst)


def changed(statement: Statement, expr: BoolExpr) -> Statement:
    """The statement with this expression: itself if that is the one it has."""
    if expr is statement.expr:
        return statement
    return Statement(expr, statement.label, statement.tags)


def _conjuncts(expr: BoolExpr) -> list[BoolExpr]:
    """What a conjunction demands, one by one; nothing where it is true."""
    found: list[BoolExpr] = []
    stack: list[BoolExpr] = [expr]
    while stack:
        part = stack.pop()
        if isinstance(part, And):
            stack.extend(reversed(part.args))
        elif not (isinstance(part, BoolConst) and part.value):
            found.append(part)
    return found
