"""Binary: each argument keeps up with the value from its highest digit down, or falls behind.

A literal a digit says that the argument has the value's digits from there up: then it has no digit
that the value lacks, and where the value has one that it lacks, it is behind for good. One argument
keeps up to the end. Size: for each argument a variable and five clauses a digit, six
under a condition; an adder for each
of the arguments and the value that starts above the least of them, or has a factor. Propagation: by
complete assignments. Determined always. The only one whose size is logarithmic in the domains.
Source: folklore (a tournament on bits); the chain is that of a lexicographic order.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.digits import Number, aligned
from satchel.cnf.sink import TRUE, Clauses, Literal
from satchel.ir import MaxIs

DETERMINED = "always"
PROPAGATES = "total"
NEEDS = "bits"


def encode(context: Context, out: Clauses, constraint: MaxIs) -> None:
    """`max(args) == value`."""
    views = [[context.view(arg)] for arg in (constraint.value, *constraint.args)]
    value, *args = aligned(out, views)
    out.require(*(_keeps_up(out, arg, value) for arg in args))


def _keeps_up(out: Clauses, arg: Number, value: Number) -> Literal:
    """Demand `arg <= value`; the literal of `arg == value`."""
    so_far = TRUE
    for x, y in zip(reversed(arg), reversed(value), strict=True):
        out.require(-so_far, -x, y)
        if x == y:
            continue
        equal = out.new()
        out.define(-equal, so_far)
        out.define(-equal, x, -y)
        if out.guard:  # else it is demanded
            out.define(-equal, -x, y)
        out.define(equal, -so_far, -x, -y)
        out.define(equal, -so_far, x, y)
        so_far = equal
    return so_far
