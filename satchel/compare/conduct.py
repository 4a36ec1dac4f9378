"""Carrying out a plan: the folder, those who work, and what they bring back, put together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeAlias

from satchel.compare.loop import work_off
from satchel.compare.measuring.measure import Setting, discard, keep_evidence, measure
from satchel.compare.measuring.meters import best_meter
from satchel.compare.provenance import physical_cores, provenance
from satchel.compare.record import Record
from satchel.compare.reproduce import evidence
from satchel.compare.run import Run
from satchel.compare.store import Asked, open_store, read_asked, read_plan
from satchel.compare.workers import LocalWorkers, Workers

Tell: TypeAlias = Callable[[Record], None]
"""Gets each record as it is stored."""

Watch: TypeAlias = Callable[[Sequence[Record], int], AbstractContextManager[Tell]]
"""Given what is there already, and how many runs there are: what is told from then on."""

Hire: TypeAlias = Callable[[Path, Asked, Sequence[str]], Workers]
"""Given the folder, what was asked for, and the command line: who works."""


@contextmanager
def _silent(made: Sequence[Record], total: int) -> Iterator[Tell]:
    yield lambda record: None


def conduct(folder: Path, command: Sequence[str], hire: Hire, watch: Watch = _silent) -> list[str]:
    """Make every run of the plan in the folder that is not made yet; what was noticed.

    `command` is the command line, for the record. Raises InputError where there is no plan, another
    process is at work, or the store cannot be written; KeyboardInterrupt leaves all that is made.
    """
    plan, asked = read_plan(folder), read_asked(folder)
    with open_store(folder) as store:
        made = [store.records[run.id] for run in plan if run.id in store.records]
        if len(made) < len(plan):
            with watch(made, len(plan)) as tell:
                work_off(plan, asked.seed, hire(folder, asked, command), store, tell)
        return store.notes


def this_machine(jobs: int | None = None) -> Hire:
    """Workers on this machine, `jobs` at a time; None: as asked for, or one for each core."""

    def hire(folder: Path, asked: Asked, command: Sequence[str]) -> LocalWorkers:
        places, line = jobs or asked.jobs or physical_cores(), provenance(command)
        return LocalWorkers(places, Measuring.of(folder, asked.puzzles, line["id"]), line)

    return hire


@dataclass(frozen=True)
class Measuring:
    """What measures the runs of an experiment on this machine."""

    setting: Setting

    @classmethod
    def of(cls, folder: Path, puzzles: Sequence[str], provenance: str) -> Self:
        """In the best way there is here."""
        return cls(Setting(folder, best_meter(), provenance, tuple(puzzles)))

    def __call__(self, run: Run, stop: threading.Event) -> Record:
        """The record of a run."""
        return measure(run, self.setting, stop)

    def keep_evidence(self, record: Record) -> None:
        """Keep what shows a fault in the folder, unless it was kept when the fault was found."""
        if not evidence(self.setting.folder, record.run).exists():
            keep_evidence(record, self.setting)

    def release(self, runs: Sequence[Run]) -> None:
        """Drop the problems of these runs."""
        for run in runs:
            discard(run, self.setting)
