"""Linear: each way to keep two rectangles apart is a linear constraint, by the chosen encoding.

Size: four linear constraints over two integers (more where sizes vary) for each pair. Propagation:
theirs. Auxiliaries: those of the linear encoding. Source: folklore (big-M models).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import NoOverlap2D

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "ge"


def encode(context: Context, out: Clauses, constraint: NoOverlap2D) -> None:
    """No two rectangles overlap."""
    for pair in constraint.pairs():
        context.require(pair, out)
