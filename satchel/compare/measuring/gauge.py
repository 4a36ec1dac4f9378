"""What a worker and everything below it use, looked at from outside while they run."""

from __future__ import annotations

import math
import threading
from contextlib import suppress

import psutil

from satchel.errors import LimitError
from satchel.tasks.work.tree import family


class TreeGauge:
    """Keeps the peaks of memory and number, and the sum of CPU time, of a tree of processes.

    For those that are killed: who ends by itself tells more exactly what it used. Memory shared by
    two processes counts twice. Time is that of the living and of the dead for whom one of the
    living has waited; it never falls.
    """

    def __init__(self, stop: threading.Event | None = None) -> None:
        self.memory = 0
        self.cpu = 0.0
        self.processes = 0
        self._allowed = math.inf
        self._stop = stop

    def __call__(self, pid: int) -> int:
        """Bytes resident now.

        KeyboardInterrupt once the run is to be stopped, LimitError above the CPU time allowed.
        """
        if self._stop is not None and self._stop.is_set():
            raise KeyboardInterrupt
        memory, cpu = 0, 0.0
        members = family(pid)
        for process in members:
            with suppress(psutil.Error):
                cpu += sum(process.cpu_times()[:4])
                memory += process.memory_info().rss
        self.memory = max(self.memory, memory)
        self.cpu = max(self.cpu, cpu)
        self.processes = max(self.processes, len(members))
        if self.cpu > self._allowed:
            raise LimitError("timeout", "the CPU time is used up")
        return memory

    def restart(self) -> None:
        """Forget the peak of what came before."""
        self.memory = 0

    def allow(self, used: float, seconds: float | None) -> None:
        """End the run when it has used so many seconds of CPU time above those used before."""
        self._allowed = math.inf if seconds is None else used + seconds
