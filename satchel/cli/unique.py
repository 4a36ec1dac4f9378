"""`satchel unique`: one solution, proved; or two, and where they differ; or none."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from satchel.cli.completing import listed
from satchel.cli.options import (
    encoding_options,
    instance_argument,
    limit_options,
    origin,
    output_option,
    read_options,
)
from satchel.cli.result import aligned, as_json, drawn, plain, vouched
from satchel.cli.waiting import waiting

if TYPE_CHECKING:
    from satchel.tasks.origin import Origin
    from satchel.tasks.unique import Difference, Uniqueness

_LISTED = 40
"""So many differences are listed; JSON has all."""


@click.command(short_help="Prove that there is one solution, or show two.")
@instance_argument
@click.option(
    "--backend",
    shell_complete=listed("backends"),
    default="cadical",
    show_default=True,
    metavar="NAME",
    help="A solver: see `satchel list backends`, or program:PATH.",
)
@encoding_options
@limit_options
@output_option("text", "json")
def unique(
    instance: str,
    puzzles: tuple[str, ...],
    backend: str,
    model: str | None,
    timeout: float | None,
    memory: int | None,
    output: str,
    **encoding: Any,
) -> int:
    """Prove that INSTANCE has exactly one solution, or show two and where they differ.

    \b
    satchel unique zebra/life-1962
    satchel unique zebra/three-houses                    two streets, and where they differ
    satchel unique queens/8 --backend z3 --output json
    """
    from satchel.tasks.choose import backend_named
    from satchel.tasks.unique import Uniqueness, held_against_known
    from satchel.tasks.unique import unique as task
    from satchel.tasks.work.limits import limited

    started = time.perf_counter()
    options = read_options(**encoding)
    with limited(timeout, memory):
        source = origin(instance, puzzles, model)
    backend_named(backend)
    argument = source.instance.refutation() if source.instance else None
    if argument is not None:
        found = Uniqueness("none", "argument", certificate=f"argument: {argument}")
        return _print(held_against_known(found, source), source, output)
    with waiting(f"looking for two solutions with {backend}"):
        found = task(
            source.model,
            backend=backend,
            options=options,
            timeout=timeout,
            memory=memory,
            started=started,
            check=source.instance.check if source.instance else None,
        )
    return _print(held_against_known(found, source), source, output)


def _print(found: Uniqueness, source: Origin, output: str) -> int:
    if output == "json":
        click.echo(as_json(found.to_json(), source))
    else:
        click.echo(_text(found, source))
    return 3 if found.verdict == "unknown" else 0


def _text(found: Uniqueness, source: Origin) -> str:
    pictures = [drawn(source.instance, answer.solution or {}) for answer in found.solutions]
    by = f", by {found.backend}"
    match found.verdict:
        case "unique":
            return f"{pictures[0]}\nunique: there is exactly one solution (checked){by}"
        case "several":
            differences = found.differences()
            return "\n".join(
                [
                    *("The first solution:", pictures[0], ""),
                    *("The second solution:", pictures[1], ""),
                    *(f"They differ in {len(differences)} of the shown values:", ""),
                    _table(differences),
                    *("", f"not unique: there are several solutions (two, checked){by}"),
                ]
            )
        case "none":
            hint = f"`satchel explain {source.instance.name}`" if source.instance else "`explain`"
            why = (
                f"{vouched(found.certificate)}\n{hint} says which statements contradict each other"
            )
            return f"none: there is no solution{by}\n{why}"
        case _:
            return "\n".join([*pictures, f"unknown ({found.reason}){by}"])


def _table(differences: Mapping[str, Difference]) -> str:
    rows = [(name, plain(one), plain(other)) for name, (one, other) in differences.items()]
    more = len(rows) - _LISTED
    lines = aligned([("", "first", "second"), *rows[:_LISTED]], left=1)
    return f"{lines}\nand {more} more" if more > 0 else lines
