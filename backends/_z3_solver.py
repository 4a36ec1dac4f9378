"""Which of z3's solvers runs on Booleans: chosen by measurement on queens.

`SimpleSolver` is z3's SMT core without preprocessing. With the product at-most-one as clauses it
takes 0.4 s for n = 100 and 0.8 s for 150, where `Solver()` takes 38 s and does not end in 40 s, and
`SolverFor("QF_FD")` neither; on pairwise clauses it is at most twice as slow. On cardinalities all
three are alike, but for QF_FD at n = 100 (28 s for 0.2 s).

`relevancy` is a filter for theories: on pure Booleans it costs and brings nothing. Without it the
724 boards of 10 queens take 1.5 s instead of 6 s, and no variable is missing from a model.
"""

from __future__ import annotations

from typing import Any

from satchel.backends._z3_script import z3


def boolean_solver() -> Any:
    """An empty solver for formulas over Booleans, cardinalities included."""
    solver = z3.SimpleSolver()
    solver.set("relevancy", 0)
    return solver


def arithmetic_solver() -> Any:
    """An empty solver for formulas with unbounded integers."""
    return z3.Solver()


def finite_solver() -> Any:
    """An empty solver for Booleans, cardinalities and bit-vectors, which it turns into clauses."""
    return z3.SolverFor("QF_FD")
