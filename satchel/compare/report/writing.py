"""The files of a report, by what they are for."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from satchel.compare.report import FORMS, USUAL
from satchel.compare.report.comparison import Comparison, Configuration
from satchel.compare.report.files import spreadsheets
from satchel.compare.report.files.benchexec import benchexec
from satchel.compare.report.files.exports import gbd, mkplot
from satchel.compare.report.files.latex import latex_tables
from satchel.compare.report.page.data import first_two
from satchel.compare.report.page.html import page
from satchel.compare.report.page.text import Evidence
from satchel.compare.report.plots.figures import plots
from satchel.compare.report.plots.style import require_matplotlib
from satchel.compare.store import Results, read_store
from satchel.errors import InputError
from satchel.files import refuse_links, whole_file
from satchel.suggest import among

PAGE = "report.html"


@dataclass(frozen=True)
class Job:
    """What a report is made of, and where it goes."""

    store: Path
    folder: Path
    results: Results
    comparison: Comparison
    scatters: Sequence[tuple[Configuration, Configuration]]


Files = Iterator[tuple[str, str | bytes]]


def write_report(
    store: Path,
    folder: Path,
    forms: Sequence[str],
    scatters: Sequence[tuple[str, str]] = (),
    included: Collection[str] = (),
) -> tuple[Comparison, list[str]]:
    """Write files of these forms, names out of `FORMS`, from a store to a folder.

    Runs that have one of the marks in `included`, names out of `MARKS`, count all the same. The
    same store gives the same bytes. Returns what was compared, and the files' names. Raises
    InputError where there are no runs, a configuration is unknown, a package is missing, or a file
    cannot be written.
    """
    if "plots" in forms:
        require_matplotlib()
    for inside in (store, folder):
        refuse_links(inside)
    results = read_store(store)
    comparison = Comparison.of(results.records, included)
    if not comparison.runs:
        raise InputError("holds no finished run", file=str(store))
    pairs = [(_configuration(comparison, x), _configuration(comparison, y)) for x, y in scatters]
    job = Job(store, folder, results, comparison, pairs or [first_two(comparison)])
    written = []
    for form in forms:
        for name, content in _WRITERS[form](job):
            _write(folder / name, content)
            written.append(name)
    return comparison, written


def usual_forms() -> tuple[tuple[str, ...], str | None]:
    """What is written where nothing is chosen; plots are left out where they cannot be made, and
    the second value says why."""
    try:
        require_matplotlib()
    except InputError as missing:
        return tuple(form for form in USUAL if form != "plots"), str(missing)
    return USUAL, None


def _configuration(comparison: Comparison, label: str) -> Configuration:
    for configuration in comparison.configurations:
        if label in (configuration.label, configuration.label.replace(" · ", ",")):
            return configuration
    words = among(label, (each.label for each in comparison.configurations))
    raise InputError(f"there is no configuration {label!r} {words}")


def _write(place: Path, content: str | bytes) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", file=str(place.parent)) from error
    with whole_file(str(place)) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def _html(job: Job) -> Files:
    yield PAGE, page(job.store.resolve().name, job.comparison, job.results, _evidence(job))


def _evidence(job: Job) -> Evidence:
    """The files that are kept of runs whose answers are not believed."""
    found: dict[str, list[tuple[str, str]]] = {}
    for run in job.comparison.runs:
        place = job.store / "faults" / run.record.run.id
        if run.fault is not None and place.is_dir():
            found[run.record.run.id] = [
                (file.name, Path(os.path.relpath(file, job.folder)).as_posix())
                for file in sorted(place.iterdir())
            ]
    return found


def _csv(job: Job) -> Files:
    yield "runs.csv", spreadsheets.runs_table(job.comparison)
    yield "summary.csv", spreadsheets.summary_table(job.comparison)
    yield "differences.csv", spreadsheets.differences_table(job.comparison)


def _latex(job: Job) -> Files:
    yield from _in_folder("tables", latex_tables(job.comparison))


def _plots(job: Job) -> Files:
    for name, content in plots(job.comparison, job.scatters):
        yield f"plots/{name}", content


def _mkplot(job: Job) -> Files:
    yield from _in_folder("mkplot", mkplot(job.comparison))


def _gbd(job: Job) -> Files:
    yield "gbd.csv", gbd(job.comparison)


def _benchexec(job: Job) -> Files:
    yield from _in_folder("benchexec", benchexec(job.comparison))


def _in_folder(folder: str, files: Mapping[str, str]) -> Files:
    for name, content in files.items():
        yield f"{folder}/{name}", content


_WRITERS: Mapping[str, Callable[[Job], Files]] = dict(
    zip(FORMS, (_html, _csv, _latex, _plots, _mkplot, _gbd, _benchexec), strict=True)
)
