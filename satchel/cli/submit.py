"""`satchel submit`: a benchmark submission, complete, in one folder."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satchel.cli.completing import listed
from satchel.cli.options import Seconds, Size, encoding_options, read_options
from satchel.cli.ordering import order_options
from satchel.cli.waiting import advancing

if TYPE_CHECKING:
    from satchel.submission.request import Request
    from satchel.submission.submit import Report

_FAULTY = 1
_INCOMPLETE = 3


@click.command(short_help="Make a benchmark submission for a competition.")
@click.argument("track", metavar="TRACK")
@click.argument("family_name", metavar="FAMILY", shell_complete=listed("families"))
@click.option(
    "-o",
    "--out",
    required=True,
    metavar="DIR",
    help="The folder of the submission; started again it goes on there.",
    type=click.Path(path_type=Path),
)
@order_options
@click.option(
    "--easy",
    type=Seconds(),
    default=60.0,
    show_default="60s",
    metavar="TIME",
    help="Too easy is what the easy solver does in this time.",
)
@click.option(
    "--hard",
    type=Seconds(),
    default=3600.0,
    show_default="1h",
    metavar="TIME",
    help="Too hard is what the chosen solver does not do in this time.",
)
@click.option("--probe", metavar="NAME", help="Another easy solver than the track's own.")
@click.option(
    "--solver",
    metavar="NAME",
    help="The chosen solver: see `list backends`; or program:'CMD {cnf}'.",
)
@click.option("--memory", type=Size(), metavar="SIZE", help="Memory for each solver, as in 8G.")
@click.option(
    "--copies",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="K",
    help="So many renamed and shuffled copies of each instance.",
)
@click.option(
    "--author",
    "authors",
    multiple=True,
    metavar="NAME",
    help="Whose it is; may be repeated. The first is in SMT-LIB's files and folders.",
)
@click.option("--affiliation", metavar="TEXT", help="Where they are, for the description.")
@click.option(
    "--date",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DAY",
    help="Of which day, as in 2026-01-31; SMT-LIB has that in folders, and needs it.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Measurements at once, up to 4; they disturb each other.",
)
@encoding_options
def submit(
    track: str,
    family_name: str,
    out: Path,
    scale: tuple[int, int] | None,
    count: int,
    seed: int,
    model: str | None,
    jobs: int,
    easy: float,
    hard: float,
    probe: str | None,
    solver: str | None,
    memory: int | None,
    copies: int,
    authors: tuple[str, ...],
    affiliation: str | None,
    date: datetime | None,
    **encoding: Any,
) -> int:
    """Make a submission to TRACK (sat, maxsat, mc, pb, smt) of instances of FAMILY.

    Sizes are walked upwards, and each instance is measured: kept is what the easy solver (MiniSat)
    does not solve and the chosen one does. In DIR are then the files with their maps, models and
    proofs, a table, what was measured, and a description of the family in LaTeX.

    \b
    satchel submit sat knights_tour -o tours --easy 1 --hard 20 --count 6    to try it out
    satchel submit sat knights_tour -o tours --scale 8..40 --solver kissat   takes days
    satchel submit sat packing -o packings --copies 2 --set amo=product

    Exit codes: 1 where an answer is wrong or a file is not fit to be submitted; 3 where there are
    fewer instances in range than are asked for, or a track demands a PDF that cannot be made (the
    line on stderr says why): all else is complete then.
    """
    from satchel.submission.generating.order import Order
    from satchel.submission.paper.description import Byline
    from satchel.submission.request import Request
    from satchel.submission.submit import submit as make

    byline = Byline(authors, affiliation)
    options = read_options(**encoding)
    order = Order.of(
        family_name, scale, track, count=count, seed=seed, model=model, options=options
    )
    request = Request.of(
        track,
        order,
        probe=probe,
        solver=solver,
        easy=easy,
        hard=hard,
        memory=memory,
        copies=copies,
        author=authors[0] if authors else None,
        date=None if date is None else f"{date:%Y-%m-%d}",
    )
    try:
        with advancing() as notify:
            report = make(request, out, jobs=jobs, byline=byline, watch=notify)
    except KeyboardInterrupt as stop:
        words = "what was measured is kept: the same command goes on"
        raise KeyboardInterrupt(words) from stop
    for line in (_summary(report, out), *_advice(report, request), *report.notes):
        click.echo(line)
    for fault in report.faults:
        click.echo(f"satchel: error: {fault}", err=True)
    for words in report.lacking:
        click.echo(f"satchel: error: the submission is not complete: {words}", err=True)
    if report.faults:
        return _FAULTY
    return 0 if report.kept == report.wanted and not report.lacking else _INCOMPLETE


def _summary(report: Report, out: Path) -> str:
    found = report.places
    others = [f"{found['easy']} were too easy", f"{found['hard']} too hard"]
    others += [f"{found['failed']} failed"] if found["failed"] else []
    others += [f"{found['faulty']} got wrong answers"] if found["faulty"] else []
    return f"{report.kept} of {report.wanted} instances in {out} ({', '.join(others)})"


def _advice(report: Report, request: Request) -> Iterator[str]:
    """What to know where there are fewer than were asked for."""
    if report.kept < report.wanted:
        yield f"organisers ask for: {request.rules.numbers}"
        if not report.places["hard"]:
            yield f"none was too hard up to size {request.order.high}: --scale may go further"
