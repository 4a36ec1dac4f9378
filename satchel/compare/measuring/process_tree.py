"""The meter that works everywhere: a worker process, looked at from outside, asked at its end."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import closing
from typing import ClassVar, Final

from satchel.compare.measuring.attempt import Attempt, Begun, Fetch, Spent
from satchel.compare.measuring.gauge import TreeGauge
from satchel.compare.measuring.meter import (
    FETCHING,
    TIMEOUT,
    Measured,
    RunLimits,
    Steps,
    decoding_of,
)
from satchel.errors import AnswerError, BackendError, LimitError
from satchel.tasks.work.process import Worker

_KNOWN: Final = 2
"""Processes of which it is exact: ours, and a program that it starts and waits for."""


class ProcessTree:
    """A tree of processes, by what the operating system says of each."""

    name: ClassVar[str] = "process tree"

    def refusal(self) -> None:
        """It works everywhere."""

    def measure(self, attempt: Attempt, limits: RunLimits, stop: threading.Event) -> Measured:
        """Make the attempt in a fresh worker, which fetches the problem first."""
        gauge, steps = TreeGauge(stop), Steps()
        begun, spent = Begun(0.0, 0.0), None
        limit = failure = misanswer = None
        with Worker(limits.memory or sys.maxsize, gauge) as worker:
            start = time.perf_counter()
            try:
                fetch = Fetch(attempt.folder, attempt.backend)
                for _ in worker.run(fetch, start + FETCHING):
                    pass
                gauge.restart()
                start = time.perf_counter()
                with closing(worker.run(attempt, start + limits.wall)) as events:
                    for event in events:
                        steps.take(event)
                        if isinstance(event, Begun):
                            begun = event
                            gauge.allow(begun.cpu, limits.cpu)
                        spent = event if isinstance(event, Spent) else spent
            except LimitError as error:
                limit = error.reason
            except AnswerError as error:
                misanswer = str(error)
            except BackendError as error:
                failure = str(error)
            wall = time.perf_counter() - start
        cpu = max(gauge.cpu - begun.cpu, 0.0)
        peak = gauge.memory
        if spent is not None:
            wall, cpu, peak = spent.wall, max(cpu, spent.cpu), max(peak, spent.memory)
        limit = limits.reached(cpu) if limit == TIMEOUT else limit
        decoding = decoding_of(steps.answered, spent)
        return Measured(steps, wall, cpu, peak, limit, failure, misanswer, _doubts(gauge), decoding)


def _doubts(gauge: TreeGauge) -> tuple[str, ...]:
    if gauge.processes <= _KNOWN:
        return ()
    return (f"{gauge.processes} processes, looked at every 50 ms: short-lived ones may be missed",)
