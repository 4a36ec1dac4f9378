"""`satchel show`: draw an instance, or solutions that were saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from satchel.cli.options import catalogue, limit_options, puzzle_option
from satchel.cli.result import drawn, in_terminal

if TYPE_CHECKING:
    from satchel.draw import Drawing
    from satchel.puzzle import Catalogue


@click.command(short_help="Draw an instance, or saved solutions.")
@click.argument("what", metavar="INSTANCE|SOLUTION.json")
@puzzle_option
@limit_options
@click.option(
    "-o", "output", metavar="FILE", help="Write a picture: FILE.svg, FILE.png, or FILE.txt."
)
def show(
    what: str,
    puzzles: tuple[str, ...],
    timeout: float | None,
    memory: int | None,
    output: str | None,
) -> None:
    """Draw an instance, or the solutions in a JSON file that `satchel solve` wrote.

    \b
    satchel show queens/diag-8-4-1
    satchel solve queens/8 --output json > 8.json; satchel show 8.json
    satchel show 8.json -o 8.svg
    """
    from satchel.tasks.work.limits import limited

    with limited(timeout, memory):
        _show(what, catalogue(puzzles), output)


def _show(what: str, found: Catalogue, output: str | None) -> None:
    if not what.endswith(".json"):
        instance = found.instance(what)
        if output is not None:
            _write(instance.draw(), output)
            return
        click.echo(in_terminal(instance.draw()))
        click.echo(f"known: {instance.known or 'nothing'}")
        return
    from satchel.errors import InputError
    from satchel.tasks.files.solutions import read_solutions

    for number, (data, solution) in enumerate(read_solutions(what)):
        shown = found.revive(data, what) if data else None
        if output is None:
            click.echo(drawn(shown, solution))
        elif shown is None:
            raise InputError("no instance in it, so there is nothing to draw by", file=what)
        elif number > 0:
            raise InputError("more than one solution in it: one picture shows one", file=what)
        else:
            _write(shown.draw(solution), output)


def _write(drawing: Drawing, file: str) -> None:
    """The picture in the format that the file's ending says."""
    from satchel.errors import InputError
    from satchel.files import whole_file

    match Path(file).suffix:
        case ".svg":
            content = drawing.svg().encode()
        case ".png":
            content = drawing.png()
        case ".txt":
            content = f"{drawing.text()}\n".encode()
        case ending:
            raise InputError(f"no picture is a {ending!r} file (.svg, .png, .txt)", file=file)
    with whole_file(file) as out:
        out.write(content)
