"""Drawing what a check has refused: whoever looks for a mistake in a model wants to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satchel.cli.result import plain

if TYPE_CHECKING:
    from satchel.errors import CheckError
    from satchel.puzzle import Instance, Shown

_KEY = "satchel.instance"


def remember(instance: Instance | None) -> None:
    """Note which instance the running command works on."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[_KEY] = instance


def draw_wrong(context: click.Context | None, error: CheckError) -> None:
    """Draw the solution that was refused, if there is one, on stderr: results are checked."""
    if context is None or error.solution is None:
        return
    click.echo(_drawn(context.meta.get(_KEY), error.solution), err=True)


def _drawn(instance: Instance | None, solution: Shown) -> str:
    if instance is not None:
        try:
            return instance.draw(solution).text()
        except Exception:  # a drawing need not cope with what breaks the rules
            pass
    return "\n".join(f"{name} = {plain(value)}" for name, value in solution.items())
