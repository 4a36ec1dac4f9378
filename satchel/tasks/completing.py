"""Whether what is shown of a solution can be completed by values of all other variables."""

from __future__ import annotations

from satchel.errors import BackendError
from satchel.ir import Not
from satchel.ir.core import BoolExpr
from satchel.puzzle import Instance, Shown
from satchel.tasks.solve import solve


def can_be_completed(instance: Instance, solution: Shown) -> bool:
    """Ask a solver; BackendError where it does not know. The solution passes the puzzle's check."""
    model = instance.build()
    for name, shown in model.shown.items():
        if isinstance(shown, BoolExpr):
            model.add(shown if solution[name] else Not(shown))
        else:
            model.add(shown == solution[name])
    answer = solve(model)
    if answer.status == "unknown":
        raise BackendError(f"the solution cannot be checked: {answer.reason}")
    return answer.status == "sat"
