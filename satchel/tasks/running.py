"""Run a job here or in a worker process, within limits, leaving nothing behind."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager

from satchel.errors import InputError, LimitError
from satchel.tasks.events import Event
from satchel.tasks.jobs import Job
from satchel.tasks.process import Worker


@contextmanager
def run_job(
    job: Job,
    begun: float,
    timeout: float | None,
    memory: int | None,
    in_process: bool,
    worker: Worker | None,
) -> Iterator[Iterator[Event]]:
    """The events of a job, from here or from a worker; afterwards nothing of it runs."""
    deadline = None if timeout is None else begun + timeout
    if deadline is not None and time.perf_counter() >= deadline:
        raise LimitError("timeout", f"not done after {timeout:g} s")
    if in_process:
        if timeout is not None or memory is not None or worker is not None:
            raise InputError("no limit can be kept, and no worker used, in the caller's process")
        with closing(_here(job)) as events:
            yield events
    elif worker is not None:
        if memory is not None:
            raise InputError("the worker has its own memory limit")
        with closing(worker.run(job, deadline)) as events:
            yield events
    else:
        with Worker(memory) as own, closing(own.run(job, deadline)) as events:
            yield events


def _here(job: Job) -> Generator[Event]:
    try:
        yield from job.carry_out()
    except MemoryError as error:
        raise LimitError("memory", "memory ended") from error
