"""Linear search: a solution, then a better one, until there is none.

Each step demands a better value than the last one for good, so that whatever a backend learns stays
true. Works on every backend, also on those that start again each time. Upper bounds (of what is
minimized) come early, the proof comes last. Source: Le Berre and Parrain 2010 (Sat4j).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from satchel.cnf.ceiling import Ceiling
from satchel.cnf.sink import Clauses, CountingSink, Ints, Literal, split
from satchel.errors import BackendError
from satchel.ir import BoolExpr, Objective
from satchel.tasks.on_model import OnModel
from satchel.tasks.optimise.steps import Bound, Solution, Steps
from satchel.tasks.session import OnFormula


def on_formula(session: OnFormula) -> Steps:
    """The steps on clauses: a sum of the weights whose outputs are ruled out one by one."""
    formula = session.formula
    ceiling: Ceiling | None = None
    cost: int | None = None
    assert formula.objective is not None
    while cost != 0 and _decided(session.session.solve()):
        truth = session.session.truth()
        before, cost = cost, formula.objective.cost(truth)
        _refuse_unless(before is None or cost < before)
        yield Solution(*session.read(truth), cost)
        if ceiling is not None:
            ceiling.lower(cost - 1)
        elif cost > 0:
            # One variable beyond the formula's is the session's own.
            sink = _IntoSession(session, formula.variables + 1)
            ceiling = Ceiling(Clauses(sink), formula.objective.terms, cost - 1)
    if cost is not None:
        yield Bound(formula.objective.value(cost))


def on_model(session: OnModel) -> Steps:
    """The steps on a model: one more statement each time."""
    objective = session.model.objective
    reached: int | None = None
    assert objective is not None
    sign = 1 if objective.sense == "minimize" else -1
    while _decided(session.session.solve()):
        before, reached = reached, session.model.objective_value(session.session.values())
        assert reached is not None
        _refuse_unless(before is None or sign * (before - reached) > 0)
        yield Solution(session.solution()[0])
        if not objective.expr.terms:
            break
        session.session.add(_better(objective, reached))
    if reached is not None:
        yield Bound(reached)


def _better(objective: Objective, reached: int) -> BoolExpr:
    """What says that the objective has a better value than the one reached."""
    if objective.sense == "minimize":
        return objective.expr <= reached - 1
    return objective.expr >= reached + 1


def _refuse_unless(better: bool) -> None:
    """A solver that ignores what is demanded would go on for ever."""
    if not better:
        raise BackendError("the solution is no better than the last one, as was demanded")


def _decided(verdict: bool | None) -> bool:
    if verdict is None:
        raise BackendError("the solver gave up without an answer")
    return verdict


class _IntoSession(CountingSink):
    """Hands clauses to a running session, over variables beyond those it has."""

    def __init__(self, session: OnFormula, variables: int) -> None:
        super().__init__()
        self.variables = variables
        self._session = session.session

    def _store(self, flat: Ints) -> None:
        self._session.add(flat[:-1].tolist())

    def _store_columns(self, columns: Sequence[Literal | Ints], count: int) -> None:
        width = len(columns) + 1
        block = array("i", bytes(4 * width * count))
        for place, column in enumerate(columns):
            block[place::width] = (
                array("i", [column]) * count if isinstance(column, int) else column
            )
        for clause in split([block]):
            self._session.add(clause)
