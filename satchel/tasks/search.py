"""The search for solutions, wherever it runs: make ready, load, solve, decode, block, repeat."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, Self

from satchel.cnf.options import Options
from satchel.errors import BackendError
from satchel.ir import Model
from satchel.tasks.session import Session, prepare
from satchel.tasks.work.events import Encoded, Ended, Event, Found


@dataclass(frozen=True, slots=True)
class Search:
    """A job: up to `limit` shown solutions (None: all) of a model by a backend."""

    model: Model
    backend: str
    options: Options
    limit: int | None

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {
            "model": self.model.to_json(symmetries=self.options.break_symmetry),
            "backend": self.backend,
            "options": self.options.to_json(),
            "limit": self.limit,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        model, options = Model.from_json(data["model"]), Options.from_json(data["options"])
        return cls(model, str(data["backend"]), options, data["limit"])

    def carry_out(self) -> Generator[Event]:
        """Each step as it is done.

        Raises BackendError where the solver fails or gives up, InputError and ModelError where the
        request makes no sense, MemoryError where memory ends.
        """
        start = time.perf_counter()
        problem = prepare(self.model, self.backend, self.options, every=self.limit != 1)
        yield Encoded(problem.size, time.perf_counter() - start)
        clock = Clock()
        with clock.solving():
            session = problem.open()
        with closing(session):
            yield from solutions(session, clock, self.limit)
            yield Ended(clock.solve, clock.decode, session.statistics())


def solutions(session: Session, clock: Clock, limit: int | None) -> Generator[Found, Any]:
    """Solve, read, block, repeat: up to `limit` solutions, with the formula's truth if it is one.

    Raises BackendError where the solver fails or gives up.
    """
    found = 0
    while found != limit:
        with clock.solving():
            verdict = session.solve()
        if verdict is None:
            raise BackendError("the solver gave up without an answer")
        if not verdict:
            return
        with clock.decoding():
            values, truth = session.solution()
        yield Found(values, truth if limit == 1 else None, clock.solve, clock.decode)
        found += 1
        if found != limit:
            with clock.decoding():
                session.block()


@dataclass(slots=True)
class Clock:
    """Seconds spent by the solver (loading included), and on its answers."""

    solve: float = 0.0
    decode: float = 0.0

    @contextmanager
    def solving(self) -> Iterator[None]:
        """Count the block to the solver."""
        start = time.perf_counter()
        yield
        self.solve += time.perf_counter() - start

    @contextmanager
    def decoding(self) -> Iterator[None]:
        """Count the block to the answers."""
        start = time.perf_counter()
        yield
        self.decode += time.perf_counter() - start
