"""Difference: every two arguments differ, each pair by the chosen encoding of a linear `!=`.

Size: that of n(n-1)/2 linear constraints; the only one that does not grow with the domains.
Propagation: that of the linear encoding. Source: folklore.
"""

from __future__ import annotations

from itertools import combinations

from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import AllDifferent

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "bits"


def encode(context: Context, out: Clauses, constraint: AllDifferent) -> None:
    """All arguments differ."""
    for left, right in combinations(constraint.args, 2):
        context.require(left != right, out)
