"""Printing solutions up to symmetry, for `satchel solve --all --up-to-symmetry`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from satchel.cli.result import as_json, drawn

if TYPE_CHECKING:
    from satchel.tasks.orbits import Representative
    from satchel.tasks.origin import Origin


def print_representatives(
    found: Iterator[Representative], source: Origin, output: str, limit: int | None
) -> int:
    """Print each with the size of its orbit; all orbits together are held against what is known."""
    count = total = 0
    for each in found:
        count += 1
        total += each.orbit
        if output == "json":
            click.echo(as_json(each.to_json(), source))
        else:
            click.echo(drawn(source.instance, each.answer.solution or {}))
            click.echo(f"one of {each.orbit}\n")
    complete = limit is None or count < limit
    if output == "text":
        number = f"{count} solution{'s' * (count != 1)} up to symmetry"
        click.echo(f"{number}, of {total} in all" if complete else f"{number} (the limit)")
    if complete:
        source.compare_with_known("sat" if count else "unsat", count=total)
    return 0
