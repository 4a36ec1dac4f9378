"""Flattening: integer functions out of expressions, and sums out of global constraints.

A function gets an auxiliary variable that equals it wherever it is defined, and its least possible
value elsewhere; the nearest Boolean above is conjoined with the function being defined: the
relational semantics. Keeps all solutions: auxiliaries are functions of the other variables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from satchel.ir import (
    And,
    BoolConst,
    BoolExpr,
    Domain,
    Expr,
    Implies,
    IntVar,
    Linear,
    LinearExpr,
    Model,
    Objective,
    Statement,
    Variable,
)
from satchel.ir.bounds import hull
from satchel.ir.core import linear
from satchel.ir.protocols import GlobalConstraint, IntFunction
from satchel.ir.walk import fold, is_clause, postorder, rebuilt
from satchel.passes.rewrite import changed

KEEPS = "all solutions"


def apply(model: Model) -> tuple[Model, Any]:
    """The model without functions; the undo data are the auxiliaries' names."""
    if _is_flat(model):
        parts = model.variables.values(), model.statements, model.shown
        return Model.assembled(*parts, model.objective, model.hints), []
    flattening = _Flattening(model.variables)
    statements = [changed(s, flattening(s.expr)) for s in model.statements]
    shown = {name: flattening(expr) for name, expr in model.shown.items()}
    objective = model.objective
    if objective is not None:
        total = linear(flattening(objective.expr))
        objective = Objective(objective.sense, total)
        statements += map(Statement, flattening.conditions([total]))
    statements += map(Statement, flattening.definitions)
    variables = [*model.variables.values(), *flattening.auxiliaries]
    names = [auxiliary.name for auxiliary in flattening.auxiliaries]
    return Model.assembled(variables, statements, shown, objective, model.hints), names


def _is_flat(model: Model) -> bool:
    """Whether there are no functions, and no constraints that sums could be arguments of."""
    roots: list[Expr] = [s.expr for s in model.statements if not is_clause(s.expr)]
    roots += model.shown.values()
    if model.objective is not None:
        roots.append(model.objective.expr)
    nodes = postorder(*roots, known=set(model.variables.values()))
    return not any(isinstance(node, (IntFunction, GlobalConstraint)) for node in nodes)


def invert(data: Any, values: Mapping[str, int]) -> dict[str, int]:
    """Drop the auxiliaries."""
    auxiliaries = set(data)
    return {name: value for name, value in values.items() if name not in auxiliaries}


class _Flattening:
    """Flattens expressions; collects auxiliaries and what defines them."""

    def __init__(self, variables: Mapping[str, Variable]) -> None:
        self.auxiliaries: list[IntVar] = []
        self.definitions: list[BoolExpr] = []
        self._taken = set(variables)
        self._defined: dict[Expr, BoolExpr] = {}
        self._sums: dict[Expr, IntVar] = {}
        self._memo: dict[Expr, Expr] = {variable: variable for variable in variables.values()}

    def __call__(self, root: Expr) -> Any:
        """The expression flattened."""
        return fold(root, self._step, self._memo)

    def conditions(self, parts: Sequence[Expr]) -> list[BoolExpr]:
        """Where flattened integer expressions are defined, if not everywhere."""
        defined = self._defined
        return [defined[part] for part in parts if part in defined] if defined else []

    def _step(self, node: Expr, below: Sequence[Expr]) -> Expr:
        node = rebuilt(node, below)
        if isinstance(node, IntFunction):
            return self._function(node, below)
        if isinstance(node, GlobalConstraint):
            other = node.with_functions()
            if other is not None:
                node = self(other)
            else:
                node = rebuilt(node, [self._view(arg) for arg in node.children()])
        conditions = self.conditions(below)
        if not conditions:
            return node
        if isinstance(node, BoolExpr):
            return And(*conditions, node)
        self._defined[node] = And(conditions)
        return node

    def _function(self, node: IntFunction, below: Sequence[Expr]) -> IntVar:
        """The auxiliary that takes the function's place."""
        result = self._auxiliary(node.range())
        always = BoolConst(True)
        defined = node.defined([self._defined.get(child, always) for child in below])
        self.definitions.append(Implies(defined, self(node.graph(result))))
        self.definitions.append(Implies(~defined, Linear(((1, result),), "==", result.domain.lo)))
        self._defined[result] = defined
        return result

    def _view(self, arg: Expr) -> Expr:
        """An argument of a global constraint as a constant or a view of one variable."""
        if not isinstance(arg, LinearExpr) or len(arg.terms) < 2:
            return arg
        if arg not in self._sums:
            result = self._sums[arg] = self._auxiliary(Domain.range(*hull(arg)))
            self.definitions.append(Linear((*arg.terms, (-1, result)), "==", -arg.constant))
        return self._sums[arg]

    def _auxiliary(self, domain: Domain) -> IntVar:
        number = len(self.auxiliaries) + 1
        while f"_{number}" in self._taken:
            number += 1
        self._taken.add(f"_{number}")
        self.auxiliaries.append(IntVar(f"_{number}", domain))
        return self.auxiliaries[-1]
