"""Permutation: at-most-one per value; exactly one where there are as many values as arguments.

Size: that of `amo`, and a clause a value. Propagation: more than pairwise disequalities: a value
with one taker left is taken. Auxiliaries: those of the at-most-one, determined. Source: Gent and
Nightingale 2004.
"""

from __future__ import annotations

from satchel.cnf.alldifferent import takers
from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import AllDifferent

DETERMINED = "under exactly-one"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: AllDifferent) -> None:
    """All arguments differ."""
    values = takers([context.view(arg) for arg in constraint.args])
    for literals in values.values():
        context.at_most_one(out, literals)
    if len(values) < len(constraint.args):
        out.require()
    elif len(values) == len(constraint.args):
        for literals in values.values():
            out.require(*literals)
