"""Solve a model, or enumerate its shown solutions, on any backend and within limits.

Both run in a worker process by default (see `process.py`), because several solvers can neither be
interrupted nor survive the end of memory. Whatever comes back is checked here, in the caller's
process, against the model's own meaning, and against the puzzle's rules where `check` is given.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager

from satchel.cnf.options import Options
from satchel.errors import BackendError, CheckError, InputError, LimitError
from satchel.ir import Model
from satchel.tasks.answer import Answer
from satchel.tasks.check import Check, Progress
from satchel.tasks.events import Event, Found
from satchel.tasks.pipeline import Request, carry_out
from satchel.tasks.process import Worker

DEFAULT_BACKEND = "cadical"


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
    Limits, crashes and Ctrl-C come back as status `unknown` with a reason; nothing is left running.
    `worker` reuses a running worker process (and its memory limit); `in_process` uses none, and
    then no limit can be kept.

    Raises `InputError` for an unknown backend, `SizeError` beyond `options.max_clauses`,
    `CheckError` when an answer fails a check.
    """
    progress = Progress(model, backend, check, started)
    request = Request(model, backend, options or Options(), limit=1)
    found: Found | None = None
    reason: str | None = None
    try:
        with _events(request, progress.begun, timeout, memory, in_process, worker) as events:
            for event in events:
                progress.take(event)
                found = event if isinstance(event, Found) else found
    except LimitError as error:
        reason = error.reason
    except BackendError as error:
        reason = f"solver error: {error}"
    except KeyboardInterrupt:
        reason = "interrupted"
    if found is not None:
        return progress.solution(found)
    return progress.answer("unsat") if reason is None else progress.unknown(reason)


def enumerate_solutions(
    model: Model,
    *,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    limit: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    started: float | None = None,
    check: Check | None = None,
    in_process: bool = False,
    worker: Worker | None = None,
) -> Iterator[Answer]:
    """Every shown solution once, as a checked answer with status `sat`, in no promised order.

    The end of the iterator means that there are no more, or that `limit` is reached. Closing it,
    or leaving it by an exception, ends the worker. Times are those of all solutions so far. Raises
    what `solve` raises, and where `solve` would answer `unknown`: `LimitError` (timeout, memory) or
    `BackendError`; Ctrl-C stays `KeyboardInterrupt`.
    """
    progress = Progress(model, backend, check, started)
    request = Request(model, backend, options or Options(), limit)
    seen: set[bytes] = set()
    with _events(request, progress.begun, timeout, memory, in_process, worker) as events:
        for event in events:
            progress.take(event)
            if isinstance(event, Found):
                answer = progress.solution(event)
                digest = answer.digest()
                if digest in seen:
                    raise CheckError(f"{backend} found a solution twice: {answer.solution}")
                seen.add(digest)
                yield answer


@contextmanager
def _events(
    request: Request,
    begun: float,
    timeout: float | None,
    memory: int | None,
    in_process: bool,
    worker: Worker | None,
) -> Iterator[Iterator[Event]]:
    """The events of the request, from here or from a worker; afterwards nothing of it runs."""
    deadline = None if timeout is None else begun + timeout
    if deadline is not None and time.perf_counter() >= deadline:
        raise LimitError("timeout", f"not done after {timeout:g} s")
    if in_process:
        if timeout is not None or memory is not None or worker is not None:
            raise InputError("no limit can be kept, and no worker used, in the caller's process")
        with closing(_here(request)) as events:
            yield events
    elif worker is not None:
        if memory is not None:
            raise InputError("the worker has its own memory limit")
        with closing(worker.run(request, deadline)) as events:
            yield events
    else:
        with Worker(memory) as own, closing(own.run(request, deadline)) as events:
            yield events


def _here(request: Request) -> Generator[Event]:
    try:
        yield from carry_out(request)
    except MemoryError as error:
        raise LimitError("memory", "memory ended") from error
