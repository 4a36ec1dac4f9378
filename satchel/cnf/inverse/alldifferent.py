"""AllDifferent: channelled one way, and both lists all different, by the chosen encoding.

Size: a clause for every two places, and two AllDifferents. Propagation: that of the AllDifferents,
and from the first list to the second; `channel` has it both ways and leaves the AllDifferents
implied. Auxiliaries: those of the AllDifferents. Source: Walsh 2001 (the models of permutations).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.inverse import places
from satchel.cnf.sink import Clauses
from satchel.ir import AllDifferent, Inverse

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Inverse) -> None:
    """Both lists are permutations, each the other's inverse."""
    xs, ys = places(context, out, constraint)
    for i, x in enumerate(xs):
        for j, y in enumerate(ys):
            out.require(-x.eq(j), y.eq(i))
    for side in (constraint.xs, constraint.ys):
        context.require(AllDifferent(side), out)
