"""Channel: each value of one list is the same literal as a value of the other, made equal.

Size: no variables, two clauses for every two places. Propagation: that of the equivalences, none
for sets of values that are too small; each side's "one value" is the other side's "all different".
No auxiliaries. Source: Walsh 2001 (permutations with channelling constraints).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.inverse import places
from satchel.cnf.sink import Clauses
from satchel.ir import Inverse

DETERMINED = "always"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Inverse) -> None:
    """Both lists are permutations, each the other's inverse."""
    xs, ys = places(context, out, constraint)
    for i, x in enumerate(xs):
        for j, y in enumerate(ys):
            out.require(-x.eq(j), y.eq(i))
            out.require(x.eq(j), -y.eq(i))
