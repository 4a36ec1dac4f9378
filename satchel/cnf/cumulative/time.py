"""Time: at each time at which a task may start, the tasks that run then are within the capacity.

Size: a literal a task and time, "started and not yet over"; for each time a linear constraint over
the tasks that may run then, by the chosen encoding. Propagation: that of the linear constraints;
tasks that are known to run at a time keep others away from it (time table). Auxiliaries: those of
the linear encoding. Source: Schutt, Feydy, Stuckey and Wallace 2009 (time-resource decomposition).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.limits import refuse_many
from satchel.cnf.sink import Clauses
from satchel.ir import Cumulative
from satchel.ir.bounds import values

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "ge"


def encode(context: Context, out: Clauses, constraint: Cumulative) -> None:
    """The tasks that run together are within the capacity."""
    starts = sum(values(task.start).size for task in constraint.tasks)
    refuse_many(starts, "cumulative=time", "--set cumulative=task")
    for size in constraint.sizes():
        context.require(size, out)
    for moment in constraint.moments():
        context.require(constraint.within(moment), out)
