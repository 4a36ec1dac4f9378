"""Core-guided search: lower bounds from cores, by PySAT's RC2 on the backend's own session.

All that costs is assumed false. What cannot be so together, a core, costs at least its least
weight, and is relaxed into a sum whose further outputs cost; until a solution is left, which is a
best one. Solutions met on the way, while a core's sum is raised as far as it goes (core
exhaustion) and between levels of weights (stratification), bound from the other side. Source:
Morgado, Dodaro and Marques-Silva 2014 (OLL); Ignatiev, Morgado and Marques-Silva 2019 (RC2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF

from satchel.backends.protocol import FormulaSession
from satchel.cnf.objective import Objective
from satchel.errors import BackendError
from satchel.tasks.optimise.steps import Bound, Solution, Steps
from satchel.tasks.session import OnFormula


def core_guided(session: OnFormula) -> Steps:
    """The steps on clauses."""
    formula = session.formula
    assert formula.objective is not None
    oracle = _Oracle(session.session, formula.objective)
    if not oracle.solve_limited():
        return
    yield from _found(session, oracle)
    with closing(_Search(oracle, formula.variables, formula.objective)) as search:
        for cost in search.costs():
            yield from _found(session, oracle)
            yield Bound(formula.objective.value(cost))
        yield from _found(session, oracle)
        yield Bound(formula.objective.value(search.cost))


def _found(session: OnFormula, oracle: _Oracle) -> Steps:
    """The best solution so far, if it was not told of before."""
    truth = oracle.take()
    if truth is not None:
        yield Solution(*session.read(truth), oracle.cost)


class _Oracle:
    """A session as RC2 wants its solver, which keeps the best model that was met."""

    def __init__(self, session: FormulaSession, objective: Objective) -> None:
        self._session = session
        self._objective = objective
        self._status: bool | None = None
        self._best: Sequence[int] | None = None
        self.cost: int | None = None

    def solve_limited(
        self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
    ) -> bool:
        self._status = self._session.solve(assumptions)
        if self._status is None:
            raise BackendError("the solver gave up without an answer")
        if self._status:
            truth = self._session.truth()
            cost = self._objective.cost(truth)
            if self.cost is None or cost < self.cost:
                self.cost, self._best = cost, list(truth)
        return self._status

    def take(self) -> Sequence[int] | None:
        """The best model, the first time it is asked for."""
        best, self._best = self._best, None
        return best

    def get_status(self) -> bool | None:
        return self._status

    def get_core(self) -> list[int]:
        return self._session.core()

    def add_clause(self, clause: Sequence[int]) -> None:
        self._session.add(list(clause))

    def supports_atmost(self) -> bool:
        return False

    def delete(self) -> None:
        """The session is closed by whoever opened it."""

    def get_model(self) -> list[int]:
        truth = self._session.truth()
        return [v if truth[v] else -v for v in range(1, len(truth))]


class _Search(RC2Stratified):  # type: ignore[misc]
    """RC2 with its solver replaced by the oracle, driven from one bound to the next."""

    oracle: Any
    levl: Any
    done: Any
    blop: Any

    def __init__(self, oracle: _Oracle, variables: int, objective: Objective) -> None:
        weighted: Any = WCNF()
        for weight, literal in objective.terms:
            weighted.append([-literal], weight=weight)
        # One variable beyond the formula's is the session's own.
        weighted.nv = variables + 1
        super().__init__(weighted, solver="minisat22", exhaust=True)
        self.oracle.delete()
        self.oracle = oracle

    def costs(self) -> Iterator[int]:
        """Lower bounds on the cost; once there is no more, the oracle's last model has it."""
        self.next_level()
        while self.levl is not None and self.done < len(self.blop):
            self.done = self.activate_clauses(self.done)
            yield from self._relaxing()
            self.blop = sorted(self.wstr, reverse=True)
            if self.done < len(self.blop):
                self.finish_level()
                self.levl += 1
                self.next_level()

    def _relaxing(self) -> Iterator[int]:
        """Core by core, until this level's assumptions hold together."""
        while not self._call_oracle(self.active_assumps()):
            self.get_core()
            if not self.core:
                raise BackendError("the solver found a solution, and then none")
            self.process_core()
            yield self.cost

    def close(self) -> None:
        """Free the sums; the session is not this search's."""
        self.delete()
