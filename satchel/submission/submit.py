"""A submission from its request: what is in range is found, written, certified and listed.

It goes on where it was interrupted: what was measured or certified is known from its folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from satchel.errors import CheckError, SizeError
from satchel.submission.certifying.certified import Certified
from satchel.submission.generating.generate import Generated, Sieve, Stock
from satchel.submission.layout import Folder, opened
from satchel.submission.measuring.measurements import Measurements
from satchel.submission.measuring.select import Place, Trial, select
from satchel.submission.measuring.trials import Tell, Trials
from satchel.submission.packing.inspection import inspect
from satchel.submission.packing.package import Packing
from satchel.submission.packing.readme import write_readme
from satchel.submission.packing.table import Row, write_table
from satchel.submission.paper.description import Byline
from satchel.submission.paper.papers import write_papers
from satchel.submission.request import Request
from satchel.submission.tracks.protocol import Track

Watch: TypeAlias = Callable[[str, int, int], None]
"""Gets what is done now in a few words, how many instances are kept, and how many are wanted."""


@dataclass
class Report:
    """What came of a submission."""

    wanted: int
    rows: list[Row] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Wrong answers, each with the instance that was left out for it."""
    places: Counter[Place] = field(default_factory=Counter)
    """How many instances were measured, by what came of them."""
    notes: list[str] = field(default_factory=list)
    """What else is to be known: a solver that fails, what is in the way of a PDF."""
    lacking: list[str] = field(default_factory=list)
    """What the track demands and is not there, a line each."""

    @property
    def kept(self) -> int:
        """Instances, copies not counted."""
        return sum(row.copy_of is None for row in self.rows)


def submit(
    request: Request,
    root: Path,
    *,
    jobs: int = 1,
    byline: Byline | None = None,
    watch: Watch = lambda words, kept, wanted: None,
) -> Report:
    """Make the submission in a folder, or go on with it; `jobs` measurements at once.

    Raises InputError where the folder holds something else or cannot be written, BackendError where
    the easy solver fails; KeyboardInterrupt leaves all that was measured.
    """
    with opened(root, request) as folder, Measurements(root, folder.witnesses) as measurements:
        report = Report(request.order.count)

        def tell(words: str) -> None:
            watch(words, report.places["kept"], report.wanted)

        trials = Trials(request, folder, measurements, tell, jobs)
        kept = list(_chosen(request, trials, report))
        packing = Packing(request, folder, Certified(folder.certified, folder.certificates), tell)
        for trial in kept:
            try:
                report.rows += packing.pack(trial)
            except CheckError as error:
                report.faults.append(str(error))
        folder.sweep(request.order.family, [row.name for row in report.rows])
        _inspect(report, folder, request.rules, tell)
        write_table(folder.table, report.rows)
        write_readme(folder, request, report.rows)
        if report.rows:
            notes = write_papers(request, folder, report.rows, byline or Byline())
            if request.rules.wants_pdf:
                report.lacking += notes
            else:
                report.notes += notes
    return report


def _inspect(report: Report, folder: Folder, track: Track, tell: Tell) -> None:
    """Note in each row who reads the file, and what is wrong with it."""
    for number, row in enumerate(report.rows):
        tell(f"having {row.name} read by others")
        found = inspect(folder.root / row.file, track)
        report.rows[number] = replace(row, read_by=" ".join(found.readers))
        report.faults += [f"{row.file}: {fault}" for fault in found.faults]


def _chosen(request: Request, trials: Trials, report: Report) -> Iterator[Trial]:
    """The trials that are kept; all of them are counted."""
    for trial in select(_stocks(request), trials, request.order.count):
        report.places[trial.place] += 1
        if trial.fault is not None:
            report.faults.append(f"{trial.generated.name}: {trial.fault}")
        if trial.place == "failed" and report.places["failed"] == 1:
            assert trial.solver is not None
            report.notes.append(
                f"{request.solver} failed on {trial.generated.name}: {trial.solver.reason}"
            )
        if trial.place == "kept":
            yield trial


def _stocks(request: Request) -> Iterator[Iterator[Generated]]:
    """The instances of each size, from the smallest on."""
    sieve = Sieve(request.order)
    for size in request.order.sizes():
        yield _fitting(Stock(sieve, size).in_turns(), request.rules)


def _fitting(instances: Iterator[Generated], track: Track) -> Iterator[Generated]:
    """Those of use, up to the first one that is larger than `--max-clauses` allows."""
    with suppress(SizeError):
        for instance in instances:
            if track.wants_unsat or instance.status != "unsat":
                yield instance
