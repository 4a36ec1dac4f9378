"""Binary: the digits of all places make one number a list, and the two numbers are compared.

Size: a variable and three clauses a digit of all places; an adder more for places whose two sides
start at different values, or have factors. Propagation: by complete assignments. Auxiliaries are
one-sided unless asked for otherwise. The only one whose size is logarithmic in the domains. Source:
the comparator, digit by digit, is folklore; as in `linear=comparator`.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.digits import Number, aligned, require_at_most
from satchel.cnf.sink import FALSE, TRUE, Clauses
from satchel.ir import LexLess, LexLessEq

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "bits"


def encode(context: Context, out: Clauses, constraint: LexLess | LexLessEq) -> None:
    """`xs` before `ys`."""
    left: Number = []
    right: Number = []
    for x, y in reversed(list(zip(constraint.xs, constraint.ys, strict=True))):
        first, second = aligned(out, [[context.view(x)], [context.view(y)]])
        left += first
        right += second
    require_at_most(out, left, right, FALSE if constraint.strict else TRUE)
