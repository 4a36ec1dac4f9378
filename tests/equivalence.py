"""Does a formula have exactly the shown solutions of its model? One answer for all suites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from pysat.solvers import Solver

from satchel.cnf.formula import Formula
from satchel.cnf.options import Options
from satchel.cnf.pseudo_boolean import PseudoBoolean
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


def _unclean(formula: Formula) -> str | None:
    clauses = list(formula.iterate())
    sums = [[literal for _, literal in part.terms] for part in formula.linear]
    for literals in (*clauses, *sums):
        if len({abs(literal) for literal in literals}) < len(literals):
            return f"a tautology or a repeated literal: {literals}"
    if any(part.bound <= 0 or min(part.terms)[0] <= 0 for part in formula.linear):
        return f"not in normal form: {formula.linear}"
    size = sum(map(len, (*clauses, *sums)))
    if (len(clauses), size) != (formula.clauses, formula.literals):
        return "the formula's sizes are not those of its clauses"
    occurring = {abs(literal) for part in (*clauses, *sums) for literal in part}
    occurring |= {abs(literal) for literal in formula.varmap.shown_literals()}
    return None if occurring == set(range(1, formula.variables + 1)) else "numbers have gaps"


def _miscounted(model: Model, options: Options, formula: Formula) -> str | None:
    size = predict(model, options)
    emitted = (formula.clauses, len(formula.linear), formula.literals)
    if (size.clauses, size.linear, size.literals) != emitted:
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


def expanded(constraints: Iterable[PseudoBoolean]) -> Iterator[list[int]]:
    """Clauses with the same meaning: of each set of literals that must not all be false, one."""
    for constraint in constraints:
        for part in constraint.at_least():
            yield from _covers(sorted(part.terms, reverse=True), part.total - part.bound, [])


def _covers(terms: list[tuple[int, int]], slack: int, chosen: list[int]) -> Iterator[list[int]]:
    if slack < 0:
        yield chosen
    elif sum(weight for weight, _ in terms) > slack:
        (weight, literal), *rest = terms
        yield from _covers(rest, slack - weight, [*chosen, literal])
        yield from _covers(rest, slack, chosen)
