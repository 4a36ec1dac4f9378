"""One attempt on a problem by a backend, as a job: load, solve, decode, and say what it took.

The problem is fetched first, by a job of its own: the clock of the attempt starts in a process that
has what it needs.
"""

from __future__ import annotations

import resource
import sys
import time
from array import array
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Self

import psutil

from satchel.backends.protocol import Backend
from satchel.cnf.formula import Formula
from satchel.cnf.varmap import VarMap
from satchel.compare.measuring.ready import Ready, load, problem
from satchel.errors import BackendError
from satchel.ir import Model
from satchel.tasks.choose import backend_named
from satchel.tasks.search import Clock
from satchel.tasks.work.events import Ended, Event, Found

_MAXRSS: Final = 1 if sys.platform == "darwin" else 1024
"""Bytes in the unit of `ru_maxrss`."""


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """The clock starts, `age` seconds after the process did; it has used `cpu` seconds."""

    cpu: float
    age: float


@dataclass(frozen=True, slots=True)
class Loaded(Event):
    """The solver has the problem, after so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The solver's verdict, the seconds it took after loading, and its own numbers.

    `cpu` is the CPU time since `Begun`, on the terms of `Spent`.
    """

    satisfiable: bool
    seconds: float
    statistics: Mapping[str, int | float]
    cpu: float = 0.0


@dataclass(frozen=True, slots=True)
class Spent(Event):
    """What the attempt took: seconds of wall and CPU time since `Begun`, peak bytes.

    CPU time is that of this process and of its children that have ended; memory the largest that
    any one of them had.
    """

    wall: float
    cpu: float
    memory: int


@dataclass(frozen=True, slots=True)
class Fetch:
    """A job: read the problem and load the backend's own code, so that `Attempt` need not."""

    folder: str
    backend: str

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {"folder": self.folder, "backend": self.backend}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        return cls(data["folder"], data["backend"])

    def carry_out(self) -> Generator[Event]:
        """Nothing but the end."""
        _fetched(self.folder)
        _import(backend_named(self.backend))
        yield Ended(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A job: solve the problem in a folder."""

    folder: str
    backend: str

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {"folder": self.folder, "backend": self.backend}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        return cls(data["folder"], data["backend"])

    def carry_out(self) -> Generator[Event]:
        """Each step as it is done.

        Raises BackendError where the solver fails or gives up, MemoryError where memory ends.
        """
        ready, backend = _fetched(self.folder), backend_named(self.backend)
        before = _cpu()
        yield Begun(before, time.time() - psutil.Process().create_time())
        begun, clock = time.perf_counter(), Clock()
        with clock.solving():
            session = problem(ready, backend).open()
        yield Loaded(clock.solve)
        with closing(session):
            loaded = clock.solve
            with clock.solving():
                verdict = session.solve()
            if verdict is None:
                raise BackendError("the solver gave up without an answer")
            used = _cpu() - before
            yield Answered(verdict, clock.solve - loaded, session.statistics(), used)
            if verdict:
                with clock.decoding():
                    values, truth = session.solution()
                yield Found(values, truth, clock.solve, clock.decode)
        yield Spent(time.perf_counter() - begun, _cpu() - before, _peak())
        yield Ended(clock.solve, clock.decode)


@lru_cache(maxsize=1)
def _fetched(folder: str) -> Ready:
    return load(Path(folder))


def _import(backend: Backend) -> None:
    """Open next to nothing, so that the solver's package is imported: some take a second."""
    if backend.takes == "model":
        backend.open(Model()).close()
    else:
        backend.open(Formula(1, 1, 1, (array("i", [1, 0]),), VarMap({}, {}))).close()


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _peak() -> int:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return max(each.ru_maxrss for each in used) * _MAXRSS
