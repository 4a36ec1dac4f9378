"""Run a job here or in a worker process, within limits, leaving nothing behind."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing, contextmanager

from satchel.errors import InputError, LimitError
from satchel.tasks.parts import Parts, search_here, search_in_workers
from satchel.tasks.work.events import Event
from satchel.tasks.work.jobs import Job
from satchel.tasks.work.process import Worker


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
    ends = deadline(begun, timeout)
    if in_process:
        _refuse_limits(timeout, memory, worker)
        with closing(_here(job)) as events:
            yield events
    elif worker is not None:
        _refuse_memory(memory)
        with closing(worker.run(job, ends)) as events:
            yield events
    else:
        with Worker(memory) as own, closing(own.run(job, ends)) as events:
            yield events


@contextmanager
def run_parts(
    job: Job,
    jobs: int,
    begun: float,
    timeout: float | None,
    memory: int | None,
    in_process: bool,
    worker: Worker | None,
    notify: Parts | None,
) -> Iterator[Iterator[Event]]:
    """The same for a job that asks for its parts by number: `jobs` workers, or the one given."""
    ends = deadline(begun, timeout)
    with ExitStack() as stack:
        if in_process:
            _refuse_limits(timeout, memory, worker)
            search = search_here(job, notify)
        elif worker is not None:
            _refuse_memory(memory)
            search = search_in_workers(job, [worker], deadline=ends, notify=notify)
        else:
            own = [stack.enter_context(Worker(memory)) for _ in range(jobs)]
            search = search_in_workers(job, own, deadline=ends, notify=notify)
        with closing(search) as events:
            yield events


def deadline(begun: float, timeout: float | None) -> float | None:
    """When the time is over; LimitError where it is by now."""
    if timeout is None:
        return None
    if time.perf_counter() >= begun + timeout:
        raise LimitError("timeout", f"not done after {timeout:g} s")
    return begun + timeout


def _refuse_limits(*limits: object) -> None:
    if any(limit is not None for limit in limits):
        raise InputError("no limit can be kept, and no worker used, in the caller's process")


def _refuse_memory(memory: int | None) -> None:
    if memory is not None:
        raise InputError("the worker has its own memory limit")


def _here(job: Job) -> Generator[Event]:
    try:
        yield from job.carry_out()
    except MemoryError as error:
        raise LimitError("memory", "memory ended") from error
