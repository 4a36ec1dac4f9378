"""`python -m satchel.testing KIND [NAME ...]`: registered encodings on small constraints.

Says of each encoding whether a fault was found, with the simplest constraint that shows it. Exit
codes: 0 no fault, 1 some fault, 2 bad input.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from satchel.cnf import portfolio
from satchel.errors import SatchelError
from satchel.testing import Encoding, faults
from satchel.testing.grid import constraints


@click.command()
@click.argument("kind")
@click.argument("names", metavar="[NAME]...", nargs=-1)
def main(kind: str, names: Sequence[str]) -> None:
    """Hold encodings of a KIND (without NAME, all) against their meaning and their claims."""
    try:
        portfolio.validate_choice(kind, "auto")
        faulty = [name for name in names or portfolio.encodings(kind) if _shows_fault(kind, name)]
    except SatchelError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    sys.exit(1 if faulty else 0)


def _shows_fault(kind: str, name: str) -> bool:
    encoding = Encoding.named(kind, name)
    tried = 0
    for constraint in constraints(kind):
        tried += 1
        found = faults(encoding, constraint)
        if found:
            click.echo(f"{kind} {name}: {constraint}")
            for fault in found:
                click.echo(f"  {fault}")
            return True
    click.echo(f"{kind} {name}: no fault in {tried} constraints")
    return False


if __name__ == "__main__":
    main()
