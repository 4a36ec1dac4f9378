"""Making the runs of a plan, with a bar that tells how far they are, and what came of them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from satchel.compare.conduct import Hire, Tell
    from satchel.compare.record import Record
    from satchel.compare.run import Run


def conducted(folder: Path, jobs: int | None, scheduler: str | None, cluster: int | None) -> int:
    """Make the runs in the folder that are not made yet, tell of wrong answers; the exit code."""
    from satchel.compare.conduct import conduct
    from satchel.compare.findings import wrong_answers
    from satchel.compare.store import read_store

    hire = _workers(jobs, scheduler, cluster)
    try:
        notes = conduct(folder, ["satchel", *sys.argv[1:]], hire, _counting)
    except KeyboardInterrupt:
        click.echo(f"what was measured is kept; go on with: satchel run {folder}", err=True)
        raise
    results = read_store(folder)
    for note in (*notes, *results.notes):
        click.echo(f"note: {note}", err=True)
    best = {record.run.instance for record in results.records if record.objective is not None}
    if best:
        words = f"objectives are left aside, any solution counts: {len(best)} instances have one"
        click.echo(f"note: {words}", err=True)
    wrong = list(wrong_answers(results.records, folder))
    for words in wrong:
        click.echo(words)
    click.echo(_summary(results.plan, results.records))
    return 1 if wrong else 0


def _workers(jobs: int | None, scheduler: str | None, cluster: int | None) -> Hire:
    from satchel.compare.cluster import on_local_cluster, on_scheduler
    from satchel.compare.conduct import this_machine

    if scheduler is not None and (cluster is not None or jobs is not None):
        other = "--jobs" if cluster is None else "--cluster"
        raise click.UsageError(f"--scheduler and {other}: the workers are those of the scheduler")
    if scheduler is not None:
        return on_scheduler(scheduler)
    return this_machine(jobs) if cluster is None else on_local_cluster(cluster, jobs)


def _summary(plan: list[Run], records: list[Record]) -> str:
    solved = sum(record.solved for record in records)
    reasons = Counter(
        (record.reason or "wrong").partition(":")[0] for record in records if not record.solved
    )
    unsolved = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
    words = f"{len(records)} of {len(plan)} runs: {solved} solved"
    return f"{words}, {unsolved}" if unsolved else words


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

    solved = sum(record.solved for record in made)
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
    counts = {"solved": solved, "unsolved": len(made) - solved}

    def words() -> str:
        return f"{counts['solved']} solved, {counts['unsolved']} not"

    def tell(record: Record) -> None:
        counts["solved" if record.solved else "unsolved"] += 1
        progress.update(bar, advance=1, description=words())

    with progress:
        bar = progress.add_task(words(), total=total, completed=len(made))
        yield tell
