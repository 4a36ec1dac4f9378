"""Code that a folder's runs would execute, because the folder names it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from satchel.compare.run import Run
from satchel.compare.store import read_asked, read_plan
from satchel.errors import InputError

PROGRAM: Final = "program:"
"""How backends begin whose name is the command line of a program."""


def named_code(runs: Iterable[Run], puzzles: Sequence[str]) -> list[str]:
    """The programs that these runs start, and the Python files that they execute."""
    programs = {run.backend for run in runs if run.backend.startswith(PROGRAM)}
    return [*sorted(programs), *(f"puzzle {file}" for file in puzzles)]


def code_in(folder: Path) -> list[str]:
    """What `run` would execute in the folder of an experiment; InputError where there is none."""
    runs = read_plan(folder)
    return named_code(runs, read_asked(folder).puzzles)


def refuse_untrusted(folder: Path) -> None:
    """InputError where the folder's runs execute anything that only the folder names.

    Who has made the folder is not written in it, so this is asked of its owner, too.
    """
    code = code_in(folder)
    if code:
        words = "; ".join(map(repr, code))
        raise InputError(
            f"its runs execute what it names: {words} (--trust runs it)", file=str(folder)
        )
