"""First: a literal for "this value has been taken by then"; the next one needs it one place before.

Size: a variable and three clauses a place and value, less those of places too early for a value.
Propagation: finds every conflict, for arguments without common variables; does not see what several
values of one argument need alike. Literals are one-sided unless asked for otherwise. Source: after
Law and Lee 2004, and the chain of Walsh 2006.
"""

from __future__ import annotations

from itertools import pairwise

from satchel.cnf.context import Context
from satchel.cnf.sink import FALSE, Clauses, Literal
from satchel.ir import Precedence

DETERMINED = "never"
PROPAGATES = "conflicts"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Precedence) -> None:
    """Each value is taken only after the one before it has been."""
    seen = dict.fromkeys(constraint.values, FALSE)
    for arg in map(context.view, constraint.args):
        for earlier, later in pairwise(constraint.values):
            out.require(-arg.eq(later), seen[earlier])
        now = {value: _seen(out, seen[value], arg.eq(value)) for value in constraint.values}
        for earlier, later in pairwise(constraint.values):
            out.require(-now[later], seen[earlier])
        seen = now


def _seen(out: Clauses, before: Literal, here: Literal) -> Literal:
    """A literal that implies that the value was taken before or is here."""
    if before == FALSE or here == FALSE:
        return here if before == FALSE else before
    seen = out.new()
    out.define(-seen, before, here)
    if out.two_sided:
        out.define(seen, -before)
        out.define(seen, -here)
    return seen
