"""Solve a model, or enumerate its shown solutions, on any backend and within limits.

Both run in a worker process by default (see `process.py`), because several solvers can neither be
interrupted nor survive the end of memory. Whatever comes back is checked here, in the caller's
process, against the model's own meaning, and against the puzzle's rules where `check` is given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from typing import TypeAlias

from satchel.cnf.options import Options
from satchel.errors import BackendError, CheckError, LimitError
from satchel.ir import Model
from satchel.tasks.answer import Answer, Interrupted
from satchel.tasks.check import Check, Progress
from satchel.tasks.parts import PartSearch, shares
from satchel.tasks.running import run_job, run_parts
from satchel.tasks.search import Search
from satchel.tasks.work.events import Found
from satchel.tasks.work.process import Worker

DEFAULT_BACKEND = "cadical"

Notify: TypeAlias = Callable[[int, int, int], None]
"""Called now and then with the solutions so far, the parts of the work done, and all parts."""


def solve(
    model: Model,
    *,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    started: float | None = None,
    check: Check | None = None,
    in_process: bool = False,
    worker: Worker | None = None,
) -> Answer:
    """One answer to `model`. An objective is evaluated, not optimised.

    `timeout` (seconds) covers everything since `started`, a `time.perf_counter()` taken before the
    model was built (default: now). `memory` is in bytes, for the worker and its children together.
    Limits and crashes come back as status `unknown` with a reason, Ctrl-C is raised as Interrupted,
    a KeyboardInterrupt; nothing is left running.
    `worker` reuses a running worker process (and its memory limit); `in_process` uses none, and
    then no limit can be kept.

    Raises `InputError` for an unknown backend, `SizeError` beyond `options.max_clauses`,
    `CheckError` when an answer fails a check.
    """
    progress = Progress(model, backend, check, started)
    job = Search(model, backend, options or Options(), limit=1)
    found: Found | None = None
    reason: str | None = None
    try:
        with run_job(job, progress.begun, timeout, memory, in_process, worker) as events:
            for event in events:
                progress.take(event)
                found = event if isinstance(event, Found) else found
    except LimitError as error:
        reason = error.reason
    except BackendError as error:
        reason = f"solver error: {error}"
    except KeyboardInterrupt:
        raise Interrupted(progress.unknown("interrupted")) from None
    if found is not None:
        return progress.solution(found)
    return progress.answer("unsat") if reason is None else progress.unknown(reason)


def enumerate_solutions(
    model: Model,
    *,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    limit: int | None = None,
    jobs: int | None = None,
    parts: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    started: float | None = None,
    check: Check | None = None,
    in_process: bool = False,
    worker: Worker | None = None,
    notify: Notify | None = None,
) -> Generator[Answer]:
    """Every shown solution once, as a checked answer with status `sat`, in no promised order.

    The search is split into about `parts` cubes, for `jobs` worker processes (by default as many of
    both as pay: see `shares`); `notify` is told of solutions and cubes. `memory` is for all of them
    together. The end of the iterator means that there are no more, or that `limit` is reached.
    Closing it, or leaving it by an exception, ends the workers. Times are those of all solutions
    so far, in all workers. Raises what `solve` raises, and where `solve` would answer `unknown`:
    `LimitError` (timeout, memory) or `BackendError`; Ctrl-C stays `KeyboardInterrupt`.
    """
    options = options or Options()
    options.refuse_breaking()
    progress = Progress(model, backend, check, started)
    alone = in_process or worker is not None
    seen: set[bytes] = set()
    tally = _Tally(notify, seen)
    jobs, parts = shares(backend, limit, 1 if alone else jobs, 1 if alone and not parts else parts)
    if parts == 1:
        whole = Search(model, backend, options, limit)
        search = run_job(whole, progress.begun, timeout, memory, in_process, worker)
    else:
        job = PartSearch(model, backend, options, parts)
        search = run_parts(
            job, jobs, progress.begun, timeout, memory, in_process, worker, tally.searched
        )
    with search as events:
        for event in events:
            progress.take(event)
            if isinstance(event, Found):
                answer = progress.solution(event)
                digest = answer.digest()
                if digest in seen:
                    raise CheckError(f"{backend} found a solution twice: {answer.solution}")
                seen.add(digest)
                tally.tell()
                yield answer
                if len(seen) == limit:
                    return


class _Tally:
    """Solutions and cubes so far, told to whoever wants to know."""

    def __init__(self, notify: Notify | None, found: Collection[bytes]) -> None:
        self._notify = notify
        self._found = found
        self._done, self._cubes = 0, 1

    def searched(self, done: int, cubes: int) -> None:
        """So many cubes are done, of these."""
        self._done, self._cubes = done, cubes
        self.tell()

    def tell(self) -> None:
        """Say how far it is."""
        if self._notify is not None:
            self._notify(len(self._found), self._done, self._cubes)
