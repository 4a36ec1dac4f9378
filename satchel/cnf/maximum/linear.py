"""Linear: no argument is greater than the value, and one is not less.

Size: two linear constraints of two terms for each argument, by the chosen encoding, and a variable.
Propagation: that of the constraints one by one. Auxiliaries: those of the linear encoding, and one
for each argument that is not less. Source: folklore.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import MaxIs

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "ge"


def encode(context: Context, out: Clauses, constraint: MaxIs) -> None:
    """`max(args) == value`."""
    context.require(constraint.decompose(), out)
