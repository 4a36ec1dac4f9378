"""Linear: two linear constraints a place, nested, each by the chosen encoding.

Size: two linear constraints of two terms and two variables a place. Propagation: complete for lists
without common variables, where that of the linear encoding is. Auxiliaries: those of the linear
encoding, and of nesting. Source: folklore.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import LexLess, LexLessEq

DETERMINED = "never"
PROPAGATES = "all"
NEEDS = "ge"


def encode(context: Context, out: Clauses, constraint: LexLess | LexLessEq) -> None:
    """`xs` before `ys`."""
    context.require(constraint.decompose(), out)
