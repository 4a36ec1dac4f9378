"""CP-SAT's own search for the best: solutions and bounds as it calls back."""

from __future__ import annotations

from collections.abc import Callable, Generator
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Final

from satchel.backends._ortools_terms import cp_model
from satchel.backends._reporting import reported
from satchel.backends.ortools import OrToolsSession
from satchel.backends.protocol import Better, Proved
from satchel.errors import BackendError

if TYPE_CHECKING:
    from satchel.ir import Model

_SLACK: Final = 1e-6
_EXACT: Final = 2.0**50
"""Bounds come as floating point numbers, exact up to here."""


class OrToolsOptimiser(OrToolsSession):
    """A CP-SAT model with an objective."""

    def __init__(self, model: Model, threads: int) -> None:
        assert model.objective is not None
        super().__init__(model, threads)
        self._model = model
        self._minimizes = model.objective.sense == "minimize"
        self._terms.aim(model.objective.sense, model.objective.expr)

    def improve(self) -> Generator[Better | Proved]:
        """Solutions and bounds; BackendError where CP-SAT gives up or refuses the model."""
        return reported(self._run, self._solver.stop_search)

    def _run(self, report: Callable[[Better | Proved], None]) -> None:
        def bounded(bound: float) -> None:
            if abs(bound) < _EXACT:
                value = ceil(bound - _SLACK) if self._minimizes else floor(bound + _SLACK)
                report(Proved(value))

        self._solver.best_bound_callback = bounded
        solutions = _Solutions(lambda solver: report(self._read(solver)))
        status = self._solver.solve(self._terms.target, solutions)
        if status == cp_model.MODEL_INVALID:
            raise BackendError(f"CP-SAT refuses the model: {self._terms.target.validate()}")
        if status == cp_model.UNKNOWN:
            raise BackendError("CP-SAT gave up without an answer")
        if status == cp_model.OPTIMAL:
            best = self._read(self._solver)
            reached = self._model.objective_value(best.values)
            assert reached is not None
            report(best)
            report(Proved(reached))

    def _read(self, solver: Any) -> Better:
        return Better({x.name: self._terms.value(solver, x) for x in self._variables})


class _Solutions(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Takes each solution when CP-SAT finds it."""

    def __init__(self, take: Callable[[Any], None]) -> None:
        super().__init__()
        self._take = take

    def on_solution_callback(self) -> None:
        self._take(self)
