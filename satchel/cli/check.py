"""`satchel check`: hold a solution against the puzzle's rules, whoever found it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satchel.cli.options import catalogue, instance_argument, limit_options
from satchel.cli.wrong import remember

if TYPE_CHECKING:
    from satchel.puzzle import Instance, Shown


@click.command(short_help="Hold a solution against the puzzle's rules.")
@instance_argument
@click.argument("solution_file", metavar="SOLUTION.json")
@limit_options
def check(
    instance: str,
    solution_file: str,
    puzzles: tuple[str, ...],
    timeout: float | None,
    memory: int | None,
) -> None:
    """Check SOLUTION.json against the rules of INSTANCE.

    \b
    satchel solve queens/8 --output json > 8.json
    satchel check queens/8 8.json

    The file is what `--output json` prints, or just the shown values: {"r1c1": false, ...}. No
    model is involved: the check is written from the puzzle's rules. Only where they are also about
    values that are not shown, as in a formula with `c p show`, a solver looks for such values.
    """
    from satchel.errors import CheckError
    from satchel.tasks.files.solutions import read_solutions
    from satchel.tasks.work.limits import limited

    with limited(timeout, memory):
        found = catalogue(puzzles).instance(instance)
        remember(found)
        for number, (_, solution) in enumerate(read_solutions(solution_file), 1):
            broken = found.check(solution)
            for rule in broken:
                click.echo(rule)
            if broken:
                words = f"solution {number} breaks {len(broken)} of the puzzle's rules"
                raise CheckError(words, solution=solution)
            if not _can_be_completed(found, solution):
                raise CheckError(f"no values of what is not shown complete solution {number}")
            click.echo("correct")


def _can_be_completed(instance: Instance, solution: Shown) -> bool:
    """Whether what the rules leave open has values that keep them."""
    if not instance.puzzle.leaves_open(instance.parameters):
        return True
    from satchel.tasks.completing import can_be_completed

    return can_be_completed(instance, solution)
