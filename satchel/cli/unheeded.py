"""Options that had no effect on the work that was done, said on stderr.

What shows on the command line alone is refused there; these depend on the instance or the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from satchel.ir import Model
    from satchel.tasks.answer import Answer
    from satchel.tasks.explain import Explanation


def note(words: str) -> None:
    """Say it in one line."""
    click.echo(f"satchel: note: {words}", err=True)


def in_solve(
    answer: Answer, model: Model, *, satisfy: bool, search: str, proof: str | None
) -> None:
    """What made no difference to one answer."""
    if proof is not None and answer.status != "unsat":
        why = "nothing is decided" if answer.status == "unknown" else "there is a solution"
        note(f"no proof is written to {proof}: {why}")
    without_objective(model, satisfy=satisfy, search=search)


def without_objective(model: Model, *, satisfy: bool, search: str) -> None:
    """Options about an objective, where there is none."""
    if model.objective is None:
        for given, option in ((satisfy, "--satisfy"), (search != "auto", "--search")):
            if given:
                note(f"{option} has no effect: the instance has no objective")


def in_count(method: str, *, jobs: int | None) -> None:
    """What the method that counted has no use for."""
    context = click.get_current_context()
    source = context.get_parameter_source("backend")
    if source is click.core.ParameterSource.COMMANDLINE and method != "enumeration":
        note(f"--backend has no effect: method {method} asks no solver of that kind")
    if jobs is not None and method == "sharpsat":
        note("--jobs has no effect: method sharpsat has one process")


def in_explain(found: Explanation, *, smallest: bool, keep: tuple[str, ...]) -> None:
    """What made no difference to an explanation."""
    if smallest and found.kind == "steps":
        note("--smallest has no effect: there is a solution, so no contradiction")
    if found.backend == "argument":
        for given, option in ((smallest, "--smallest"), (bool(keep), "--keep")):
            if given:
                note(f"{option} has no effect without --core: there is an argument")
