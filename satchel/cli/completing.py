"""Completion in the shell: commands and options by Click, and here the names that they take."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Complete: TypeAlias = Callable[[click.Context, click.Parameter, str], list[str]]


def completed(command: click.Command, name: str) -> int | None:
    """Do what the shell asks for by `_NAME_COMPLETE`; the exit code, or None where it does not."""
    variable = f"_{name.upper()}_COMPLETE"
    asked = os.environ.get(variable)
    if not asked:
        return None
    from click.shell_completion import shell_complete

    return shell_complete(command, {}, name, variable, asked)


def listed(what: str) -> Complete:
    """Complete a name that `satchel list WHAT` lists, and that works here."""

    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
        rows = (row for row in _rows(what) if not row[-1].startswith("not here: "))
        return _begun(begun, [row[0] for row in rows])

    return complete


def complete_instance(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Complete a shipped instance, or else a file."""
    from click.shell_completion import CompletionItem

    names = listed("instances")(context, parameter, begun)
    return [*map(CompletionItem, names)] or [CompletionItem(begun, type="file")]


def complete_model(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Complete a model of the puzzle that the command line names, or of any."""
    # Where the option has no value yet, the arguments before it have not been read.
    given = [context.params.get("instance"), *context.args]
    puzzles = {str(word).partition(":")[0].partition("/")[0] for word in given}
    rows = [row for row in _rows("models") if row[0] in puzzles] or _rows("models")
    return _begun(begun, [row[1] for row in rows])


def complete_choice(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Complete KIND=NAME."""
    kinds = (row for row in _rows("encodings") if row[0] != "integers")
    return _begun(begun, [f"{kind}={name}" for kind, name, *_ in kinds])


def _rows(what: str) -> Sequence[tuple[str, ...]]:
    from satchel.cli.list import LISTS

    return list(LISTS[what](()))


def _begun(begun: str, names: Sequence[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(begun)]
