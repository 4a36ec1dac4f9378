"""Task: when a task starts, those that run then are within the capacity.

Size: for each two tasks, two literals that compare their starts and one for both; for each task a
linear constraint over the tasks, by the chosen encoding; independent of times where those of the
comparisons are. Propagation: that of the linear constraints one by one. Auxiliaries: those of the
linear encoding. Source: Schutt, Feydy, Stuckey and Wallace 2009 (task decomposition).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import Cumulative

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "ge"


def encode(context: Context, out: Clauses, constraint: Cumulative) -> None:
    """The tasks that run together are within the capacity."""
    context.require(constraint.decompose(), out)
