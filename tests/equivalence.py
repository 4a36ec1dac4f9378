"""Does a formula have exactly the shown solutions of its model? One answer for all suites."""

from __future__ import annotations

from itertools import islice

from pysat.solvers import Solver

from satchel.testing import mismatch
from satchel.testing.shape import expanded

__all__ = ["count_models", "expanded", "mismatch"]


def count_models(clauses: list[list[int]], variables: int, limit: int = 100_000) -> int:
    """Models over all variables 1..variables."""
    if any(not clause for clause in clauses):
        return 0
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        for variable in range(1, variables + 1):
            solver.add_clause([variable, -variable])
        return sum(1 for _ in islice(solver.enum_models() or (), limit))
