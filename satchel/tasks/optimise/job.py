"""The work of optimising, wherever it runs: make ready, load, and follow the search."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Self

from satchel.backends.protocol import Optimising, Statistics
from satchel.cnf.options import Options
from satchel.errors import BackendError
from satchel.ir import Model
from satchel.tasks.choose import backend_named
from satchel.tasks.on_model import OnModel
from satchel.tasks.optimise.rule import Search, chosen
from satchel.tasks.optimise.steps import Bound, Bounds, Chosen, Solution, Steps
from satchel.tasks.search import Clock
from satchel.tasks.session import ModelProblem, OnFormula, Problem, prepare
from satchel.tasks.work.events import Encoded, Ended, Event, Found


@dataclass(frozen=True, slots=True)
class Optimise:
    """A job: the best solution of a model with an objective, by a backend and a search."""

    model: Model
    backend: str
    options: Options
    search: Search

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {
            "model": self.model.to_json(symmetries=self.options.break_symmetry),
            "backend": self.backend,
            "options": self.options.to_json(),
            "search": self.search,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        model, options = Model.from_json(data["model"]), Options.from_json(data["options"])
        return cls(model, str(data["backend"]), options, data["search"])

    def carry_out(self) -> Generator[Event]:
        """Each step as it is done: `Chosen`, `Encoded`, then `Found` and `Bounds`, and `Ended`.

        Where solutions were found, the bounds have met at the end.

        Raises BackendError where the solver fails or gives up, InputError and ModelError where the
        request makes no sense, MemoryError where memory ends.
        """
        start = time.perf_counter()
        choice = chosen(self.search, backend_named(self.backend))
        yield Chosen(choice.name, choice.why)
        problem = prepare(self.model, self.backend, self.options, every=False, optimise=True)
        yield Encoded(problem.size, time.perf_counter() - start)
        clock = Clock()
        with clock.solving():
            search = _opened(choice.name, self.backend, problem)
        with closing(search):
            yield from _followed(self.model, search.steps, clock, start)
            yield Ended(clock.solve, clock.decode, search.statistics())


@dataclass(frozen=True)
class _Opened:
    """A search under way, on a session that is closed with it."""

    steps: Steps
    session: Any

    def statistics(self) -> Statistics:
        """The solver's own numbers, once it has stopped."""
        self.steps.close()
        found: Statistics = self.session.statistics()
        return found

    def close(self) -> None:
        """Stop the search, and free the solver."""
        self.steps.close()
        self.session.close()


def _opened(search: Search, backend_name: str, problem: Problem) -> _Opened:
    from satchel.tasks.optimise import linear

    if search == "native":
        from satchel.tasks.optimise.native import by_itself

        backend = backend_named(backend_name)
        assert isinstance(backend, Optimising)
        assert isinstance(problem, ModelProblem)
        optimiser = backend.optimiser(problem.model)
        return _Opened(by_itself(optimiser, problem), optimiser)
    session = problem.open()
    if isinstance(session, OnModel):
        return _Opened(linear.on_model(session), session)
    assert isinstance(session, OnFormula)
    if search == "linear":
        return _Opened(linear.on_formula(session), session)
    # RC2 brings all of PySAT, which other searches need not wait for.
    from satchel.tasks.optimise.coreguided import core_guided

    return _Opened(core_guided(session), session)


def _followed(model: Model, steps: Steps, clock: Clock, start: float) -> Generator[Event]:
    """What the steps say, as events, until the bounds meet or the steps end."""
    gap = _Gap(model)
    while not gap.closed:
        with clock.solving():
            step = next(steps, None)
        match step:
            case Solution() if gap.reached(step):
                yield Found(step.values, step.truth, clock.solve, clock.decode)
            case Bound():
                if not gap.bounded(step.value):
                    continue
            case None if gap.best is None:
                return
            case None:
                raise BackendError("the search ended without a proof")
            case _:
                continue
        yield Bounds(*gap.between(), gap.cost, time.perf_counter() - start)


@dataclass
class _Gap:
    """What is left between the best solution and the best bound."""

    model: Model
    best: int | None = None
    bound: int | None = None
    cost: int | None = None
    _sign: int = field(init=False)

    def __post_init__(self) -> None:
        assert self.model.objective is not None
        self._sign = 1 if self.model.objective.sense == "minimize" else -1

    @property
    def closed(self) -> bool:
        """Whether the bounds have met; BackendError where they have passed each other."""
        if self.best is None or self.bound is None:
            return False
        if self._sign * (self.best - self.bound) < 0:
            raise BackendError(f"a solution of {self.best} is beyond the bound {self.bound}")
        return self.best == self.bound

    def reached(self, solution: Solution) -> bool:
        """Take in a solution; whether it is better than those before."""
        value = self.model.objective_value(solution.values)
        if value is None or (self.best is not None and self._sign * (value - self.best) >= 0):
            return False
        self.best, self.cost = value, solution.cost
        return True

    def bounded(self, value: int) -> bool:
        """Take in a bound; whether it is better than those before."""
        if self.bound is not None and self._sign * (value - self.bound) <= 0:
            return False
        self.bound = value
        return True

    def between(self) -> tuple[int | None, int | None]:
        """The least and the greatest value that the best one can have."""
        return (self.bound, self.best) if self._sign > 0 else (self.best, self.bound)
