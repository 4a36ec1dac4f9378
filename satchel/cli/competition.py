"""Answers as solvers print them in competitions: `o`, `s` and `v` lines, and their exit codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from satchel.tasks.answer import Answer
    from satchel.tasks.optimise.steps import Bounds

_STATUS = {
    "sat": ("SATISFIABLE", 10),
    "unsat": ("UNSATISFIABLE", 20),
    "optimum": ("OPTIMUM FOUND", 30),
    "unknown": ("UNKNOWN", 0),
}
_LINE = 78


def exit_code(answer: Answer) -> int:
    """10, 20, 30 or 0."""
    return _STATUS[answer.status][1]


def improvements() -> Callable[[Bounds], None]:
    """Prints an `o` line for each better cost as it comes."""
    last: list[int] = []

    def improved(bounds: Bounds) -> None:
        if bounds.cost is not None and last != [bounds.cost]:
            last[:] = [bounds.cost]
            click.echo(f"o {bounds.cost}")

    return improved


def competition(answer: Answer) -> str:
    """The `s` line and `v` lines, with what else there is to say in comments."""
    lines = [f"c {answer.backend}{f': {answer.reason}' if answer.reason else ''}"]
    if answer.objective is not None:
        lines.append(f"c objective {answer.objective}")
    if answer.certificate is not None:
        lines.append(f"c {answer.certificate}")
    lines.append(f"s {_STATUS[answer.status][0]}")
    if answer.literals is not None:
        lines += _value_lines(answer.literals)
    elif answer.solution is not None:
        lines.append("c no v lines: this backend was given the model, not a formula")
    return "\n".join(lines)


def _value_lines(literals: Sequence[int]) -> Iterator[str]:
    line = "v"
    for literal in (*literals, 0):
        if len(line) + len(str(literal)) >= _LINE:
            yield line
            line = "v"
        line += f" {literal}"
    yield line
