"""`satchel check`: hold a solution against the puzzle's rules, whoever found it."""

from __future__ import annotations

import click

from satchel.cli.options import catalogue, instance_argument


@click.command(short_help="Hold a solution against the puzzle's rules.")
@instance_argument
@click.argument("solution_file", metavar="SOLUTION.json")
def check(instance: str, solution_file: str, puzzles: tuple[str, ...]) -> None:
    """Check SOLUTION.json against the rules of INSTANCE.

    \b
    satchel solve queens/8 --output json > 8.json
    satchel check queens/8 8.json

    The file is what `--output json` prints, or just the shown values: {"r1c1": false, ...}. No
    model is involved: the check is written from the puzzle's rules. Only where they are also about
    values that are not shown, as in a formula with `c p show`, a solver looks for such values.
    """
    from satchel.errors import CheckError
    from satchel.tasks.completing import can_be_completed
    from satchel.tasks.files.solutions import read_solutions

    found = catalogue(puzzles).instance(instance)
    for number, (_, solution) in enumerate(read_solutions(solution_file), 1):
        broken = found.check(solution)
        for rule in broken:
            click.echo(rule)
        if broken:
            raise CheckError(f"solution {number} breaks {len(broken)} of the puzzle's rules")
        if found.puzzle.leaves_open(found.parameters) and not can_be_completed(found, solution):
            raise CheckError(f"no values of what is not shown complete solution {number}")
        click.echo("correct")
