"""Intervals: as `count`, and for each interval of listed values how many arguments are in it.

What two values must be taken together needs so many arguments between them, and what they may be
taken together leaves no more (Hall intervals). Size: for k listed values, k (k - 1) / 2 counts over
the arguments more than `count`, each with a literal an argument. Propagation: that of the counts
one by one, which see bounds of the arguments. Auxiliaries: those of the encodings of the counts.
Source: after Bessiere, Katsirelos, Narodytska, Quimper and Walsh 2009.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import And, BoolExpr, GlobalCardinality

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "ge"


def encode(context: Context, out: Clauses, constraint: GlobalCardinality) -> None:
    """Each value is taken as often as it should be, and so is each interval."""
    context.require(constraint.decompose(), out)
    for interval in _intervals(sorted(constraint.counts)):
        takers: list[BoolExpr] = [
            And(arg >= interval[0], arg <= interval[-1]) for arg in constraint.args
        ]
        context.require(constraint.between(interval, takers), out)


def _intervals(values: list[int]) -> Iterator[list[int]]:
    """Runs of two listed values or more without another value in between."""
    for first, last in combinations(range(len(values)), 2):
        run = values[first : last + 1]
        if run[-1] - run[0] == len(run) - 1:
            yield run
