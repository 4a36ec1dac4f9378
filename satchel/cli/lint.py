"""`satchel lint`: what organisers of competitions reject or silently change in a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from satchel.cli.options import Name, limit_options, output_option
from satchel.cli.result import aligned
from satchel.printable import printable

if TYPE_CHECKING:
    from satchel.linter import Fault

KINDS = ("cnf", "wcnf", "opb", "smt2")
TRACKS = ("sat", "mc", "wmc", "pmc", "pwmc", "maxsat", "pb", "pb-nlc", "smt")


@click.command(short_help="Find what organisers reject or silently change.")
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--kind", type=Name(KINDS), help="What the files are, whatever their names.")
@click.option(
    "--track",
    type=Name(TRACKS),
    help="Hold the files against the rules of one competition's track.",
)
@click.option("--all", "everything", is_flag=True, help="List all faults, not ten of each rule.")
@click.option("--rules", "list_rules", is_flag=True, help="List the rules.")
@limit_options
@output_option("text", "json")
def lint(
    files: tuple[str, ...],
    kind: str | None,
    track: str | None,
    everything: bool,
    list_rules: bool,
    timeout: float | None,
    memory: int | None,
    output: str,
) -> int:
    """Find what organisers of competitions reject or silently change in CNF, WCNF, OPB and SMT-LIB
    files.

    \b
    satchel lint 8.cnf.xz
    satchel lint *.cnf --track sat
    satchel lint - --kind wcnf < 8.wcnf
    satchel lint --rules

    Files may be compressed (.gz, .xz, .bz2); `-` is standard input. The exit code is 1 if there is
    an error (organisers or programs reject it) or a warning (silently changed, or read differently
    by different programs); notes are no faults.
    """
    if list_rules:
        if files or track or kind:
            raise click.UsageError("--rules reads no file: leave out FILE, --track and --kind")
        _print_rules(output)
        return 0
    if not files:
        raise click.UsageError("expected FILE... or --rules")
    from satchel.cli.waiting import waiting
    from satchel.linter import lint as faults_of
    from satchel.linter.lint import MOST
    from satchel.tasks.work.limits import limited

    worst, most = 0, None if everything else MOST
    for file in files:
        with waiting(f"reading {file}"), limited(timeout, memory):
            faults = faults_of(file, track, kind=kind, most=most)
        if any(fault.severity != "note" for fault in faults):
            worst = 1
        for fault in faults:
            click.echo(_as_json(file, fault) if output == "json" else _as_text(file, fault))
    return worst


def _as_text(file: str, fault: Fault) -> str:
    more = f" and {fault.more:,} more" if fault.more else ""
    said = f"{fault.line}: {fault.severity}: {fault.message} [{fault.rule}]{more}"
    return f"{printable(file)}:{said}"


def _as_json(file: str, fault: Fault) -> str:
    return json.dumps({"file": file, **vars(fault)}, ensure_ascii=False)


def _print_rules(output: str) -> None:
    from satchel.linter import GROUPS

    if output == "json":
        for group, rules in GROUPS.items():
            for rule in rules:
                click.echo(json.dumps({"group": group, **vars(rule)}))
        return
    for group, rules in GROUPS.items():
        click.echo(group)
        rows = [(f"  {rule.id}", rule.severity, f"{rule.what} ({rule.why})") for rule in rules]
        click.echo(aligned(rows, left=3))
