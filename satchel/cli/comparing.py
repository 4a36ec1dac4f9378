"""Making the runs of a plan, with a bar that tells how far they are, and what came of them."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satchel.cli.options import Name

if TYPE_CHECKING:
    from satchel.compare.conduct import Hire, Tell
    from satchel.compare.record import Record
    from satchel.compare.report.comparison import Comparison


def conducted(
    folder: Path,
    jobs: int | None,
    scheduler: str | None,
    cluster: int | None,
    included: Sequence[str] = (),
) -> int:
    """Make the runs in the folder that are not made yet, tell of wrong answers; the exit code.

    `included` are the marks whose runs count all the same.
    """
    from satchel.compare.conduct import conduct
    from satchel.compare.findings import counts, wrong_answers
    from satchel.compare.report.comparison import Comparison
    from satchel.compare.report.remarks import remarks
    from satchel.compare.store import read_store

    hire = _workers(jobs, scheduler, cluster)
    notes = conduct(folder, ["satchel", *sys.argv[1:]], hire, _counting)
    results = read_store(folder)
    for note in (*notes, *results.notes):
        click.echo(f"note: {note}", err=True)
    best = {record.run.instance for record in results.records if record.objective is not None}
    if best:
        words = f"objectives are left aside, any solution counts: {len(best)} instances have one"
        click.echo(f"note: {words}", err=True)
    comparison = Comparison.of(results.records, included)
    wrong = list(wrong_answers(comparison, folder))
    for words in wrong:
        click.echo(words)
    click.echo(counts(comparison, len(results.plan)))
    for words in remarks(comparison):
        click.echo(words)
    return 1 if wrong else 0


@contextmanager
def going_on(folder: Path, *, report: bool = False) -> Iterator[None]:
    """Where Ctrl-C ends the block, say what is kept, and the commands that go on from there.

    `report` is whether a report is to follow.
    """
    try:
        yield
    except KeyboardInterrupt:
        for words in _kept(folder, report):
            click.echo(words, err=True)
        raise


def _kept(folder: Path, report: bool) -> Iterator[str]:
    from satchel.compare.store import read_store
    from satchel.compare.trust import code_in
    from satchel.errors import InputError

    try:
        results, code = read_store(folder), code_in(folder)
    except InputError:  # what cannot be read is told when somebody goes on
        return
    made, planned = len(results.records), len(results.plan)
    place = shlex.quote(str(folder))
    steps = [f"satchel run {place}{' --trust' if code else ''}"] if made < planned else []
    steps += [f"satchel report {place}"] if report else []
    yield f"{made} of {planned} runs are kept in {folder}"
    if steps:
        yield f"go on with: {' && '.join(steps)}"


def counting_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--include` and `--strict`, of the commands that report."""
    from satchel.compare.report import MARKS

    include = click.option(
        "--include",
        "included",
        type=Name(MARKS),
        multiple=True,
        help="Count such runs, too: measured on a busy machine, or with nothing left to solve.",
    )
    strict = click.option(
        "--strict", is_flag=True, help="Exit code 1 where a run is unreliable or trivial."
    )
    return include(strict(command))


def refuse_marks(comparison: Comparison) -> int:
    """Exit code 1, and how many runs are unreliable or trivial, where there are some; else 0."""
    marked = [run for run in comparison.runs if run.marks]
    if not marked:
        return 0
    words = f"{len(marked)} of {len(comparison.runs)} runs are unreliable or trivial"
    click.echo(f"satchel: error: --strict: {words}", err=True)
    return 1


def _workers(jobs: int | None, scheduler: str | None, cluster: int | None) -> Hire:
    from satchel.compare.cluster import on_local_cluster, on_scheduler
    from satchel.compare.conduct import this_machine

    if scheduler is not None and (cluster is not None or jobs is not None):
        other = "--jobs" if cluster is None else "--cluster"
        raise click.UsageError(f"--scheduler and {other}: the workers are those of the scheduler")
    if scheduler is not None:
        return on_scheduler(scheduler)
    return this_machine(jobs) if cluster is None else on_local_cluster(cluster, jobs)


@contextmanager
def _counting(made: Sequence[Record], total: int) -> Iterator[Tell]:
    """A bar on a terminal, and the function that moves it; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda record: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    answered = sum(record.status != "unknown" for record in made)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    counts = {True: answered, False: len(made) - answered}

    def words() -> str:
        return f"{counts[True]} answered, {counts[False]} not"

    def tell(record: Record) -> None:
        counts[record.status != "unknown"] += 1
        progress.update(bar, advance=1, description=words())

    with progress:
        bar = progress.add_task(words(), total=total, completed=len(made))
        yield tell
