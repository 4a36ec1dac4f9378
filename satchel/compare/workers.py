"""Who carries out runs: the cores of this machine, or a cluster (see `cluster.py`)."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

from satchel.compare.record import Record
from satchel.compare.run import Run


@dataclass(frozen=True)
class Measured:
    """The record of a run, and the line of provenance that it names."""

    record: Record
    provenance: Mapping[str, Any]


class Measures(Protocol):
    """What measures runs, perhaps in several threads at once: see `conduct.py`."""

    def __call__(self, run: Run, stop: threading.Event) -> Record:
        """The record of a run; KeyboardInterrupt soon after `stop` is set."""
        ...

    def keep_evidence(self, record: Record) -> object:
        """Keep what shows a fault."""
        ...

    def release(self, runs: Sequence[Run]) -> None:
        """Drop what was kept for these runs."""
        ...


class Workers(Protocol):
    """Some number of places where runs are carried out, one at a time in each."""

    @property
    def places(self) -> int:
        """How many runs are carried out at once, at this moment."""
        ...

    def submit(self, run: Run) -> Future[Measured]:
        """Start a run, or have it wait until there is a place."""
        ...

    def finish(self, runs: Sequence[Run], suspects: Sequence[Record]) -> None:
        """Keep what shows why the suspects are not believed; then nothing of these runs is needed.

        Raises InputError where it cannot be written.
        """
        ...

    def stop(self) -> None:
        """End every run that is not done, with its processes; what it gives is no record."""
        ...


class LocalWorkers:
    """Threads of this process; what is measured runs in processes of its own."""

    def __init__(self, places: int, measures: Measures, provenance: Mapping[str, Any]) -> None:
        self.places = places
        self._measures = measures
        self._provenance = provenance
        self._stop = threading.Event()
        self._threads = ThreadPoolExecutor(places, thread_name_prefix="run")

    def submit(self, run: Run) -> Future[Measured]:
        """Start a run."""
        return self._threads.submit(self._carry_out, run)

    def _carry_out(self, run: Run) -> Measured:
        return Measured(self._measures(run, self._stop), self._provenance)

    def finish(self, runs: Sequence[Run], suspects: Sequence[Record]) -> None:
        """Keep the evidence, drop the rest."""
        for record in suspects:
            self._measures.keep_evidence(record)
        self._measures.release(runs)

    def stop(self) -> None:
        """End every run that is not done."""
        self._stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)
