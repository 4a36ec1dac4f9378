"""Whether a formula is decided before any search.

An instance is *trivial* where one of these settles it, none of which depends on a solver or on
time: the puzzle sees an argument at once (`Puzzle.refutation`); presolve leaves no clause, or an
empty one; unit propagation on the formula meets a conflict, or satisfies every clause.
"""

from __future__ import annotations

from satchel.cnf.formula import Formula
from satchel.errors import InputError
from satchel.puzzle import Instance


def settled(instance: Instance, formula: Formula) -> str | None:
    """What settles the instance without any search; None if nothing does.

    Raises InputError for a formula that is only a relaxation, or holds more than clauses.
    """
    if not formula.exact:
        raise InputError("a family is of whole formulas: an encoding here is lazy")
    formula.refuse_linear("a family")
    argument = instance.refutation()
    if argument is not None:
        return argument
    if not formula.clauses:
        return "presolve solves it"
    return _propagated(formula)


def _propagated(formula: Formula) -> str | None:
    from pysat.solvers import Minisat22

    units: list[int] = []
    with Minisat22() as solver:
        for clause in formula.iterate():
            if not clause:
                return "presolve refutes it"
            if len(clause) > 1:
                solver.add_clause(clause)
            else:  # as an assumption it is told with what follows from it; as a clause not
                units += clause
        consistent, implied = solver.propagate(assumptions=units) or (False, [])
    if not consistent:
        return "unit propagation refutes it"
    true = {*implied, *units}
    if all(not true.isdisjoint(clause) for clause in formula.iterate()):
        return "unit propagation solves it"
    return None
