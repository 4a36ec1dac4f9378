"""Order: the value reaches a threshold exactly where some argument does.

Size: no variables; for each threshold of the value a clause, and a clause for each argument.
Propagation: every conflict is found for arguments without common variables, and every bound where
domains have no holes. No auxiliaries. Source: folklore, on order literals (Crawford and Baker
1994).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.limits import refuse_many
from satchel.cnf.sink import Clauses
from satchel.ir import MaxIs

DETERMINED = "always"
PROPAGATES = "conflicts"
NEEDS = "ge"


def encode(context: Context, out: Clauses, constraint: MaxIs) -> None:
    """`max(args) == value`."""
    value = context.view(constraint.value)
    args = [context.view(arg) for arg in constraint.args]
    bounds = sum(view.domain.size for view in (value, *args))
    refuse_many(bounds, "maximum=order", "--set maximum=binary")
    for bound in value.domain:
        out.require(-value.ge(bound), *(arg.ge(bound) for arg in args))
    for arg in args:
        for bound in arg.domain:
            out.require(-arg.ge(bound), value.ge(bound))
