"""At-most-one per value, each by the chosen at-most-one encoding.

Size: an at-most-one over n literals for each of d values. Propagation: that of pairwise
disequalities. Auxiliaries: those of the at-most-one. Source: Gent and Nightingale 2004.
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
    for literals in takers([context.view(arg) for arg in constraint.args]).values():
        context.at_most_one(out, literals)
