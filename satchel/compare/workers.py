"""Who carries out runs: the cores of this machine, or a cluster (see `cluster.py`)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from satchel.compare.record import Record
from satchel.compare.run import Run

Measure: TypeAlias = Callable[[Run, threading.Event], Record]
"""One run, measured; KeyboardInterrupt soon after the event is set."""


@dataclass(frozen=True)
class Measured:
    """The record of a run, and the line of provenance that it names."""

    record: Record
    provenance: Mapping[str, Any]


class Workers(Protocol):
    """Some number of places where runs are carried out, one at a time in each."""

    @property
    def places(self) -> int:
        """How many runs are carried out at once, at this moment."""
        ...

    def submit(self, run: Run) -> Future[Measured]:
        """Start a run, or have it wait until there is a place."""
        ...

    def release(self, runs: Sequence[Run]) -> None:
        """What was kept for these runs is not needed any more."""
        ...

    def stop(self) -> None:
        """End every run that is not done, with its processes; futures fail or are cancelled."""
        ...


class LocalWorkers:
    """Threads of this process; what is measured runs in processes of its own."""

    def __init__(
        self,
        places: int,
        measure: Measure,
        provenance: Mapping[str, Any],
        discard: Callable[[Run], None] = lambda run: None,
    ) -> None:
        self.places = places
        self._measure = measure
        self._provenance = provenance
        self._discard = discard
        self._stop = threading.Event()
        self._threads = ThreadPoolExecutor(places, thread_name_prefix="run")

    def submit(self, run: Run) -> Future[Measured]:
        """Start a run."""
        return self._threads.submit(self._carry_out, run)

    def _carry_out(self, run: Run) -> Measured:
        return Measured(self._measure(run, self._stop), self._provenance)

    def release(self, runs: Sequence[Run]) -> None:
        """Drop what was kept for these runs."""
        for run in runs:
            self._discard(run)

    def stop(self) -> None:
        """End every run that is not done."""
        self._stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)
