"""`satchel show`: draw an instance, or solutions that were saved."""

from __future__ import annotations

import click

from satchel.cli.options import catalogue, puzzle_option
from satchel.cli.result import drawn


@click.command(short_help="Draw an instance, or saved solutions.")
@click.argument("what", metavar="INSTANCE|SOLUTION.json")
@puzzle_option
def show(what: str, puzzles: tuple[str, ...]) -> None:
    """Draw an instance, or the solutions in a JSON file that `satchel solve` wrote.

    \b
    satchel show queens/diag-8-4-1
    satchel solve queens/8 --output json > 8.json; satchel show 8.json
    """
    found = catalogue(puzzles)
    if not what.endswith(".json"):
        instance = found.instance(what)
        click.echo(instance.draw().text())
        click.echo(f"known: {instance.known or 'nothing'}")
        return
    from satchel.tasks.solutions import read_solutions

    for data, solution in read_solutions(what):
        click.echo(drawn(found.revive(data, what) if data else None, solution))
