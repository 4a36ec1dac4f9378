"""Pairwise: for every two arguments and every value, not both.

Size: no variables, n(n-1)/2 clauses for each of d values. Propagation: that of pairwise
disequalities. No auxiliaries. Source: folklore; Walsh 2000 (direct encoding).
"""

from __future__ import annotations

from itertools import combinations

from satchel.cnf.alldifferent import takers
from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import AllDifferent

DETERMINED = "always"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: AllDifferent) -> None:
    """All arguments differ."""
    for literals in takers([context.view(arg) for arg in constraint.args]).values():
        for left, right in combinations(literals, 2):
            out.require(-left, -right)
