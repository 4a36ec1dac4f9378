"""Hall: `permutation`, and for each interval of values no more arguments in it than it has.

The intervals are those that hold more of the arguments' literals than values, so that the count
says something. Size: for each such interval and argument a variable, and a cardinality by the
chosen encoding: up to d^2/2 of them for d values. Propagation: a Hall interval of values is found;
with thresholds this is bounds consistency. Auxiliaries: those of the cardinalities. Source:
Bessiere, Katsirelos, Narodytska, Quimper and Walsh 2009.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

from satchel.cnf.alldifferent import permutation, takers
from satchel.cnf.context import Context
from satchel.cnf.limits import refuse_many
from satchel.cnf.sink import Clauses
from satchel.ir import AllDifferent, And, AtMost
from satchel.ir.bounds import values

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "ge"


def encode(context: Context, out: Clauses, constraint: AllDifferent) -> None:
    """All arguments differ."""
    permutation.encode(context, out, constraint)
    taken = list(takers([context.view(arg) for arg in constraint.args]))
    intervals = len(taken) * (len(taken) + 1) // 2
    refuse_many(intervals, "alldifferent=hall", "--set alldifferent=difference")
    domains = [(arg, values(arg)) for arg in constraint.args]
    for first, last in combinations_with_replacement(range(len(taken)), 2):
        lo, hi, room = taken[first], taken[last], last - first + 1
        inside = [
            And(arg >= lo, arg <= hi)
            for arg, domain in domains
            if domain.lo <= hi and domain.hi >= lo
        ]
        if 1 < room < len(inside):
            context.require(AtMost(*inside, room), out)
