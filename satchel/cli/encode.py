"""`satchel encode`, also installed as `encode`: write an instance for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from satchel.cli.completing import listed
from satchel.cli.options import (
    encoding_options,
    instance_argument,
    limit_options,
    origin,
    read_options,
)
from satchel.cli.result import aligned
from satchel.cli.waiting import waiting
from satchel.suggest import among

if TYPE_CHECKING:
    from satchel.cnf.formula import Formula


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    short_help="Write an instance as a formula, or as a model.",
)
@instance_argument
@click.option(
    "--format",
    "format_name",
    shell_complete=listed("formats"),
    metavar="NAME",
    help="What to write: dimacs (clauses), wcnf, opb, pmc, mc, smtlib or json: `list formats`; by "
    "default what FILE's ending says, else dimacs.",
)
@click.option(
    "-o",
    "--out",
    default="-",
    metavar="FILE",
    help="Where to write it, compressed by .gz, .xz or .bz2; - is standard output.",
)
@click.option(
    "--map",
    "map_file",
    metavar="FILE",
    help="Where to write the map; by default beside FILE, into a pipe none.",
)
@click.option("--stats", is_flag=True, help="Print sizes and times by kind of constraint.")
@click.option(
    "--explain", is_flag=True, help="Print which encoding each constraint has got, and why."
)
@encoding_options
@limit_options
def encode(
    instance: str,
    puzzles: tuple[str, ...],
    format_name: str | None,
    out: str,
    map_file: str | None,
    stats: bool,
    explain: bool,
    model: str | None,
    timeout: float | None,
    memory: int | None,
    **encoding: Any,
) -> None:
    """Encode INSTANCE: a shipped one by name, a file, or a puzzle with parameters.

    \b
    encode queens:n=8 --format dimacs | kissat     straight into a solver
    encode queens/8 -o 8.cnf                       and the map, 8.map.json
    encode queens:n=200 -o 200.cnf.xz --set amo=product --stats
    encode zebra/life-1962 -o zebra.cnf --explain  what was chosen, and why
    encode queens/diag-21-4-1:prefix=19 --model lines --shuffle 7 -o hard.cnf
    encode queens:n=30 --format opb | clasp
    encode placement/most-knights-8 --format wcnf -o most.wcnf
    encode queens/8 --format pmc -o 8.pmc          for projected model counters
    encode zebra/life-1962 -o zebra.smt2           SMT-LIB, as the ending says
    encode zebra/life-1962 --format smtlib | z3 -in
    encode board.toml --format json -o board.json  the model itself
    """
    from satchel.files import PIPE, is_pipe, one_place, refuse_link
    from satchel.tasks.files.endings import format_for
    from satchel.tasks.files.export import FORMATS, Job, map_beside
    from satchel.tasks.work.limits import limited

    if format_name is not None and format_name not in FORMATS:
        raise click.UsageError(f"no format {format_name!r} {among(format_name, FORMATS)}")
    format_name = format_for(out, format_name)
    form = FORMATS[format_name]
    if map_file is not None and not form.has_map:
        raise click.UsageError(f"--map: format {format_name} has no map")
    for wanted, flag in ((stats, "--stats"), (explain, "--explain")):
        if wanted and not form.has_formula:
            raise click.UsageError(f"{flag}: format {format_name} has no formula")
    if map_file is None and form.has_map and not is_pipe(out):
        map_file = map_beside(out)
        refuse_link(map_file)
    if map_file is not None and one_place(map_file, out):
        raise click.UsageError("the formula and its map cannot be one file")
    with limited(timeout, memory), waiting("encoding"):
        options = read_options(**encoding)
        job = Job(origin(instance, puzzles, model), options, out, map_file)
        formula = form.write(job)
    for wanted, table in ((explain, _explanation), (stats, _stats)):
        if wanted and formula is not None:
            click.echo(table(formula), err=PIPE in (out, map_file))


def _explanation(formula: Formula) -> str:
    """A table: for each statement or variable what was chosen, why, and what that cost."""
    rows: list[tuple[str, ...]] = [("statement", "kind", "encoding", "why", "number", "clauses")]
    for account in formula.stats:
        chosen = account.owner or "-", account.kind, account.encoding, account.why
        rows.append((*chosen, f"{account.constraints:,}", f"{account.clauses + account.linear:,}"))
    return aligned(rows, left=4)


def _stats(formula: Formula) -> str:
    """A table: what the constraints of each kind and encoding cost, and the sum."""
    from satchel.cnf.accounts import by_encoding

    counts = ["variables", "clauses", *(["linear"] if formula.linear else []), "literals"]
    rows: list[tuple[str, ...]] = [("kind", "encoding", "constraints", *counts, "seconds")]
    for account in by_encoding(formula.stats):
        numbers = (f"{getattr(account, name):,}" for name in ("constraints", *counts))
        rows.append((account.kind, account.encoding, *numbers, f"{account.seconds:.3f}"))
    totals = {
        "variables": formula.variables,
        "clauses": formula.clauses,
        "linear": len(formula.linear),
        "literals": formula.literals,
    }
    rows.append(("formula", "", "", *(f"{totals[name]:,}" for name in counts), ""))
    return aligned(rows, left=2)
