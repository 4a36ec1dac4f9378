"""Does a formula have exactly the shown solutions of its model? One answer for all suites."""

from __future__ import annotations

from itertools import islice

from pysat.solvers import Solver

from satchel.cnf.formula import Formula
from satchel.cnf.options import Options
from satchel.ir import Model
from satchel.passes import undo_passes
from satchel.tasks.compile import compile_model, predict
from tests.random_models import Solutions, brute_force


def mismatch(model: Model, options: Options) -> str | None:
    """What is wrong with the model's formula, in words; None if nothing is."""
    expected = brute_force(model)
    compiled = compile_model(model, options, number_free=True)
    formula = compiled.formula
    found: Solutions = set()
    for truth in _assignments(formula, len(expected) + 1):
        values = undo_passes(compiled.undo, formula.varmap.values(truth))
        if model.violations(values):
            return f"a model of the formula is no solution: {model.violations(values)}"
        shown = formula.varmap.shown_values(truth)
        if shown != model.shown_values(values):
            return f"shown {shown}, but the values say {model.shown_values(values)}"
        found.add(tuple(map(int, shown.values())))
    if found != expected:
        return f"{len(found)} shown solutions, expected {len(expected)}"
    return _unclean(formula) or _miscounted(model, options, formula)


def _assignments(formula: Formula, limit: int) -> list[list[int]]:
    """Truth values of models with different shown solutions, at most `limit`."""
    found = []
    with Solver(name="cadical153", bootstrap_with=list(formula.iterate())) as solver:
        if any(not clause for clause in formula.iterate()):
            return []
        while len(found) < limit and solver.solve():
            truth = [0] * (formula.variables + 1)
            for literal in solver.get_model() or []:
                if abs(literal) <= formula.variables:
                    truth[abs(literal)] = literal > 0
            found.append(truth)
            block = formula.varmap.blocking_clause(truth)
            if not block:
                break
            solver.add_clause(block)
    return found


def _unclean(formula: Formula) -> str | None:
    clauses = list(formula.iterate())
    for clause in clauses:
        if len({abs(literal) for literal in clause}) < len(clause):
            return f"a tautology or a repeated literal: {clause}"
    if (len(clauses), sum(map(len, clauses))) != (formula.clauses, formula.literals):
        return "the formula's sizes are not those of its clauses"
    occurring = {abs(literal) for clause in clauses for literal in clause}
    occurring |= {abs(literal) for literal in formula.varmap.shown_literals()}
    return None if occurring == set(range(1, formula.variables + 1)) else "numbers have gaps"


def _miscounted(model: Model, options: Options, formula: Formula) -> str | None:
    size = predict(model, options)
    if (size.clauses, size.literals) != (formula.clauses, formula.literals):
        return f"predicted {size.clauses} clauses, emitted {formula.clauses}"
    return None


def count_models(clauses: list[list[int]], variables: int, limit: int = 100_000) -> int:
    """Models over all variables 1..variables."""
    if any(not clause for clause in clauses):
        return 0
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        for variable in range(1, variables + 1):
            solver.add_clause([variable, -variable])
        return sum(1 for _ in islice(solver.enum_models() or (), limit))
