"""Which of z3's solvers runs on what, by measurement (`benchmarks/z3_solvers.py`).

Booleans, from a model or from clauses, go to `SimpleSolver`, z3's SMT core without preprocessing.
With the product at-most-one as clauses it takes 0.4 s for 100 queens and 0.8 s for 150, where
`Solver()` takes 38 s and does not end in 40 s, nor does `SolverFor("QF_FD")`; on pairwise clauses
it is at most twice as slow. `relevancy` is a filter for theories: on pure Booleans it costs and
brings nothing. Without it the 724 boards of 10 queens take 1.5 s instead of 6 s, and no variable is
missing from a model.

Integers go to it, too: in a session `Solver()` has no preprocessing to offer after the first check,
and its strategy made tours of successors seven times slower. QF_IDL is faster on packings, but
gives up on the first statement beyond differences, and a session does not know what comes.

Bit-vectors, and finite domains, go to a solver that turns all into clauses: QF_FD where Booleans
are counted or weighed, for it keeps such constraints as they are, and QF_BV otherwise. On
dominating queens QF_FD takes a second where QF_BV does not end; on 100 queens, at-most-ones only,
QF_BV takes a quarter of a second where QF_FD does not end.
"""

from __future__ import annotations

from typing import Any, Final

from satchel.backends._statistics import unified
from satchel.backends._z3_script import z3
from satchel.backends.protocol import Statistics

_COUNTERS: Final = {
    "conflicts": ("conflicts", "sat conflicts"),
    "decisions": ("decisions", "sat decisions"),
    "propagations": (
        "propagations",  # of the SMT core: those by binary clauses are among them
        "sat propagations 2ary",
        "sat propagations 3ary",
        "sat propagations nary",
    ),
    "restarts": ("restarts", "sat restarts"),
}


def boolean_solver() -> Any:
    """An empty solver for formulas over Booleans, cardinalities included."""
    solver = z3.SimpleSolver()
    solver.set("relevancy", 0)
    return solver


def arithmetic_solver() -> Any:
    """An empty solver for formulas with unbounded integers."""
    return z3.SimpleSolver()


def clausal_solver() -> Any:
    """An empty solver for Booleans and bit-vectors, which it turns into clauses, counts too."""
    return z3.SolverFor("QF_BV")


def counting_solver() -> Any:
    """An empty solver for Booleans and bit-vectors in clauses, beside which it keeps counts."""
    return z3.SolverFor("QF_FD")


def counters(solver: Any) -> Statistics:
    """What z3 counts; its SMT core and its SAT solver have names of their own for the same."""
    return unified({k: v for k, v in solver.statistics() if k != "time"}, _COUNTERS)
