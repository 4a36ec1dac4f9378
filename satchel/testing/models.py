"""Does the formula of a whole model have exactly the model's shown solutions?"""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

from pysat.solvers import Solver

from satchel.cnf.formula import Formula
from satchel.cnf.options import Options
from satchel.ir import Model
from satchel.ir.checking import Checker
from satchel.passes import undo_passes
from satchel.tasks.compile import compile_model, predict
from satchel.testing.shape import expanded, unclean
from satchel.testing.solutions import domain

Shown: TypeAlias = set[tuple[int, ...]]
"""Shown solutions: the values in the order in which they are shown."""


def brute_force(model: Model) -> Shown:
    """The shown solutions, by trying every assignment on the evaluator."""
    found: Shown = set()
    checker = Checker(model)
    for row in product(*map(domain, model.variables.values())):
        values = dict(zip(model.variables, row, strict=True))
        if not checker.violations(values):
            shown = row if model.shows_all else checker.shown_values(values).values()
            found.add(tuple(map(int, shown)))
    return found


def mismatch(model: Model, options: Options) -> str | None:
    """What is wrong with the model's formula, in words; None if nothing is.

    Held against brute force are the shown solutions and what is read of each; clauses must be
    clean, numbers without gaps, sizes as predicted. InputError where the options are none.
    """
    expected = brute_force(model)
    compiled = compile_model(model, options, number_free=True)
    formula = compiled.formula
    found: Shown = set()
    checker = Checker(model)
    for truth in _assignments(formula, len(expected) + 1):
        values = undo_passes(compiled.undo, formula.varmap.values(truth))
        if checker.violations(values):
            return f"a model of the formula is no solution: {checker.violations(values)}"
        shown = formula.varmap.shown_values(truth)
        if shown != checker.shown_values(values):
            return f"shown {shown}, but the values say {checker.shown_values(values)}"
        found.add(tuple(map(int, shown.values())))
    if found != expected:
        return f"{len(found)} shown solutions, expected {len(expected)}"
    return _misshapen(formula) or _miscounted(model, options, formula)


def _assignments(formula: Formula, limit: int) -> list[list[int]]:
    """Truth values of models with different shown solutions, at most `limit`."""
    found: list[list[int]] = []
    clauses = [*formula.iterate(), *expanded(formula.linear)]
    with Solver(name="cadical153", bootstrap_with=clauses) as solver:
        if not all(clauses):
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


def _misshapen(formula: Formula) -> str | None:
    clauses = list(formula.iterate())
    sums = [[literal for _, literal in part.terms] for part in formula.linear]
    size = sum(map(len, (*clauses, *sums)))
    if (len(clauses), size) != (formula.clauses, formula.literals):
        return "the formula's sizes are not those of its clauses"
    occurring = {abs(literal) for part in (*clauses, *sums) for literal in part}
    occurring |= {abs(literal) for literal in formula.varmap.shown_literals()}
    if occurring != set(range(1, formula.variables + 1)):
        return "numbers have gaps"
    return unclean(clauses, formula.linear)


def _miscounted(model: Model, options: Options, formula: Formula) -> str | None:
    size = predict(model, options)
    emitted = (formula.clauses, len(formula.linear), formula.literals)
    if (size.clauses, size.linear, size.literals) != emitted:
        return f"predicted {size.clauses} clauses, emitted {formula.clauses}"
    return None
