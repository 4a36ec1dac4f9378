"""The meter that works everywhere: a worker process, looked at from outside, asked at its end."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import closing
from typing import Final

from satchel.compare.measuring.attempt import Attempt, Begun, Fetch, Spent
from satchel.compare.measuring.gauge import TreeGauge
from satchel.compare.measuring.meter import FETCHING, Measured, Steps
from satchel.errors import AnswerError, BackendError, LimitError
from satchel.tasks.process import Worker

LOOKING: Final = "looked at every 50 ms, without cgroups"


class ProcessTree:
    """A tree of processes, by what the operating system says of each."""

    name: Final = "process tree"

    def refusal(self) -> None:
        """It works everywhere."""

    def measure(
        self, attempt: Attempt, timeout: float, memory: int | None, stop: threading.Event
    ) -> Measured:
        """Make the attempt in a fresh worker, which fetches the problem first."""
        gauge, steps = TreeGauge(stop), Steps()
        begun, spent = Begun(0.0), None
        limit = failure = misanswer = None
        with Worker(memory or sys.maxsize, gauge) as worker:
            start = time.perf_counter()
            try:
                fetch = Fetch(attempt.folder, attempt.backend)
                for _ in worker.run(fetch, start + FETCHING):
                    pass
                gauge.restart()
                start = time.perf_counter()
                with closing(worker.run(attempt, start + timeout)) as events:
                    for event in events:
                        steps.take(event)
                        begun = event if isinstance(event, Begun) else begun
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
        return Measured(steps, wall, cpu, peak, limit, failure, misanswer)
