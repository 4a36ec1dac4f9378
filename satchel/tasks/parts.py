"""A search in parts, by one process or several: each cube is searched once, by whoever is free.

Every process makes the same problem ready and splits it in the same way, so that only the numbers
of cubes travel. Solutions go to the caller as they are found: it is the caller who checks them, in
a process where no solver runs.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Any, Final, Self, TypeAlias, TypeVar

from satchel.cnf.options import Options
from satchel.errors import BackendError, InputError
from satchel.ir import Model
from satchel.tasks.choose import backend_named
from satchel.tasks.search import Clock, solutions
from satchel.tasks.session import prepare
from satchel.tasks.work.events import Asks, Encoded, Ended, Event, Found
from satchel.tasks.work.jobs import Job
from satchel.tasks.work.process import Worker, listen

_AHEAD: Final = 3
"""Cubes that a worker has waiting, so that it need not wait for its caller."""

_MANY: Final = 256
_FEW: Final = 4
"""Cubes for an incremental solver, all together; for each worker of another one."""

Parts: TypeAlias = Callable[[int, int], None]
"""Called with the cubes done and all cubes, whenever one is done."""

Timed = TypeVar("Timed", Found, Ended)


def shares(backend: str, limit: int | None, jobs: int | None, parts: int | None) -> tuple[int, int]:
    """How many worker processes, and into how many cubes, where that is not given.

    A worker for each core, unless a limit says that few solutions are wanted. Cubes are many for an
    incremental solver: blocking clauses are then short and soon forgotten, and no worker is left
    with nothing to do. Other solvers begin again with each cube: a few for each worker. InputError
    where less than one is asked for.
    """
    refuse_less_than_one(limit=limit)
    jobs = processes(1 if jobs is None and limit is not None else jobs)
    if parts is None:
        if backend_named(backend).incremental and limit is None:
            parts = _MANY
        else:
            parts = 1 if jobs == 1 else _FEW * jobs
    return (1 if parts == 1 else jobs), parts


def refuse_less_than_one(**given: int | None) -> None:
    """InputError for a number, by its name, that is there and below 1."""
    for name, number in given.items():
        if number is not None and number < 1:
            raise InputError(f"{name}: at least 1 is expected, not {number}")


def processes(jobs: int | None) -> int:
    """So many worker processes, or one for each core that is there for this process.

    InputError for less than one.
    """
    refuse_less_than_one(jobs=jobs)
    if jobs is not None:
        return jobs
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Split(Asks):
    """The search is split into so many cubes; waits for the number of the first, or None."""

    cubes: int


@dataclass(frozen=True, slots=True)
class Searched(Asks):
    """A cube has no further solution; waits for the number of the next one, or None."""

    cube: int


@dataclass(frozen=True, slots=True)
class PartSearch:
    """A job: the shown solutions in those of some `parts` cubes whose numbers are sent."""

    model: Model
    backend: str
    options: Options
    parts: int

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {
            "model": self.model.to_json(symmetries=False),
            "backend": self.backend,
            "options": self.options.to_json(),
            "parts": self.parts,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        model, options = Model.from_json(data["model"]), Options.from_json(data["options"])
        return cls(model, str(data["backend"]), options, int(data["parts"]))

    def carry_out(self) -> Generator[Event, int | None]:
        """Each step as it is done; raises what `Search.carry_out` raises."""
        start = time.perf_counter()
        problem = prepare(self.model, self.backend, self.options, every=True)
        yield Encoded(problem.size, time.perf_counter() - start)
        clock = Clock()
        with clock.solving():
            session = problem.open()
        with closing(session):
            cube = yield Split(session.split(self.parts))
            while cube is not None:
                session.enter(cube)
                yield from solutions(session, clock, None)
                cube = yield Searched(cube)
            yield Ended(clock.solve, clock.decode, session.statistics())


def search_here(job: Job, notify: Parts | None = None) -> Generator[Event]:
    """Search all cubes in this process, one after the other; the last event is `Ended`."""
    dispatch = Dispatch(notify)
    work = job.carry_out()
    event = next(work)
    while not isinstance(event, Ended):
        if isinstance(event, (Split, Searched)):
            dispatch.take(event)
            event = work.send(dispatch.next())
        else:
            yield event
            event = next(work)
    dispatch.close()
    yield event


def search_in_workers(
    job: Job,
    workers: Sequence[Worker],
    *,
    deadline: float | None = None,
    notify: Parts | None = None,
) -> Generator[Event]:
    """Search all cubes in worker processes; the last event is `Ended`, with all their work.

    `deadline` is a `time.perf_counter()`; the workers share one memory limit, which is each one's.
    Raises what `Worker.run` raises; where it does not get to the end, all processes are ended.
    """
    dispatch, crew = Dispatch(notify), Crew()
    with ExitStack() as stack:
        for worker in workers:
            stack.callback(worker.close)
        for worker in workers:
            worker.begin(job, deadline)
        with closing(listen(workers, deadline)) as events:
            for worker, event in events:
                match event:
                    case Split() | Searched():
                        dispatch.take(event)
                        for _ in range(_AHEAD if isinstance(event, Split) else 1):
                            crew.give(worker, dispatch)
                    case Encoded():
                        if crew.is_first(event):
                            yield event
                    case Found():
                        yield crew.totalled(worker, event)
                    case Ended():
                        crew.ended[worker] = crew.totalled(worker, event)
                        if len(crew.ended) == len(workers):
                            break
                    case _:
                        yield event
        stack.pop_all()  # they may be given further jobs
    dispatch.close()
    yield crew.together()


class Dispatch:
    """Which cubes were given out, and which came back."""

    def __init__(self, notify: Parts | None) -> None:
        self._notify = notify
        self._cubes: int | None = None
        self._given = 0
        self._searched: set[int] = set()

    def take(self, event: Split | Searched) -> None:
        """Note what is reported; BackendError where two processes do not split alike."""
        if isinstance(event, Searched):
            self._searched.add(event.cube)
        elif self._cubes not in (None, event.cubes):
            raise BackendError(f"one process has {self._cubes} cubes, another {event.cubes}")
        else:
            self._cubes = event.cubes
        if self._notify is not None:
            self._notify(len(self._searched), self._cubes or 0)

    def next(self) -> int | None:
        """The number of a cube that nobody was given; None where there is none."""
        assert self._cubes is not None
        if self._given == self._cubes:
            return None
        self._given += 1
        return self._given - 1

    def close(self) -> None:
        """Make sure that every cube was searched; BackendError otherwise."""
        assert self._cubes is not None
        missing = self._cubes - len(self._searched)
        if missing:
            raise BackendError(f"{missing} of {self._cubes} cubes were not searched")


class Crew:
    """What several workers have been told, and have done together."""

    def __init__(self) -> None:
        self.ended: dict[Worker, Ended] = {}
        self._encoded: Encoded | None = None
        self._dismissed: set[Worker] = set()
        self._spent: dict[Worker, tuple[float, float]] = {}

    def give(self, worker: Worker, dispatch: Dispatch) -> None:
        """Send the next cube, or once that there is none."""
        if worker not in self._dismissed:
            cube = dispatch.next()
            worker.tell(cube)
            if cube is None:
                self._dismissed.add(worker)

    def is_first(self, event: Encoded) -> bool:
        """Whether no other worker was ready before; BackendError if it has another formula."""
        if self._encoded is None:
            self._encoded = event
            return True
        if event.formula != self._encoded.formula:
            sizes = f"{self._encoded.formula} and {event.formula}"
            raise BackendError(f"two processes made different formulas of one model: {sizes}")
        return False

    def totalled(self, worker: Worker, event: Timed) -> Timed:
        """The event with the seconds that all workers have spent so far."""
        self._spent[worker] = (event.solve, event.decode)
        solve, decode = map(sum, zip(*self._spent.values(), strict=True))
        return replace(event, solve=solve, decode=decode)

    def together(self) -> Ended:
        """The end of all, with the sums of their solvers' numbers."""
        statistics: Counter[str] = Counter()
        for event in self.ended.values():
            statistics.update(event.statistics)
        last = [*self.ended.values()][-1]
        return replace(last, statistics=dict(statistics))
