"""`satchel report`: what an experiment has shown, as a page, tables and plots."""

from __future__ import annotations

from pathlib import Path

import click

from satchel.cli.comparing import counting_options, refuse_marks
from satchel.cli.options import Name
from satchel.compare.report import FORMS


@click.command(short_help="Make a page, tables and plots of an experiment.")
@click.argument("store", metavar="DIR")
@click.option("-o", "--out", "folder", metavar="DIR", help="Where to.  [default: DIR/report]")
@click.option(
    "--format",
    "forms",
    type=Name(FORMS),
    multiple=True,
    help="What to write; can be given several times.  [default: html, csv, latex, plots]",
)
@click.option(
    "--scatter",
    "scatters",
    nargs=2,
    multiple=True,
    metavar="X Y",
    help="Two configurations to plot against each other; without it the best two.",
)
@counting_options
def report(
    store: str,
    folder: str | None,
    forms: tuple[str, ...],
    scatters: tuple[tuple[str, str], ...],
    included: tuple[str, ...],
    strict: bool,
) -> int:
    """Report what is in DIR, where `satchel compare` has put its runs.

    \b
    satchel report results                        results/report/report.html, and more beside it
    satchel report results --format html -o out   the page only, which needs nothing else
    satchel report results --scatter product,cadical pairwise,kissat
    satchel report results --format mkplot        for mkplot.py; also: gbd, benchexec

    The page works offline. CSV, LaTeX tables (booktabs) and plots (PDF and SVG) are for papers. The
    same runs give the same bytes. Exit code 1 where answers were wrong or contradict each other,
    and with --strict where a run is unreliable or trivial.
    """
    from satchel.compare.report.remarks import remarks
    from satchel.compare.report.writing import PAGE, usual_forms, write_report
    from satchel.errors import CheckError

    place = Path(folder) if folder else Path(store, "report")
    chosen, note = (forms, None) if forms else usual_forms()
    if note:
        click.echo(f"note: {note}", err=True)
    if scatters and "plots" not in chosen:
        raise click.UsageError("--scatter is about plots: choose --format plots")
    comparison, written = write_report(Path(store), place, chosen, scatters, included)
    if "html" in chosen:
        click.echo(place / PAGE)
    else:
        for name in written:
            click.echo(place / name)
    for words in remarks(comparison):
        click.echo(f"note: {words}", err=True)
    faults = sum(run.fault is not None for run in comparison.runs)
    if faults:
        raise CheckError(f"{faults} of {len(comparison.runs)} answers cannot be believed")
    return refuse_marks(comparison) if strict else 0
