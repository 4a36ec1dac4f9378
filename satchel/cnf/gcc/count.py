"""Count: for each value, how many arguments take it, by the chosen encoding.

Size: a cardinality over the arguments for each value; a linear constraint where the count is an
expression. Propagation: that of the counts one by one. Auxiliaries: those of the encodings of the
counts. Source: folklore; the constraint, Regin 1996.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import GlobalCardinality

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: GlobalCardinality) -> None:
    """Each value is taken as often as it should be."""
    context.require(constraint.decompose(), out)
