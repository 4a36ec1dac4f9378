"""`satchel count`: how many solutions there are, exactly."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from satchel.cli import unheeded
from satchel.cli.completing import listed
from satchel.cli.options import (
    encoding_options,
    instance_argument,
    jobs_option,
    limit_options,
    origin,
    output_option,
    read_options,
    up_to_symmetry_option,
)
from satchel.cli.result import as_json
from satchel.cli.waiting import counting

if TYPE_CHECKING:
    from satchel.tasks.count.counting import Count
    from satchel.tasks.count.orbits import Orbits


@click.command(short_help="Count the solutions of an instance.")
@instance_argument
@click.option(
    "--method",
    shell_complete=listed("methods"),
    default="auto",
    show_default=True,
    metavar="NAME",
    help="How to count: see `satchel list methods`.",
)
@click.option(
    "--backend",
    shell_complete=listed("backends"),
    default="cadical",
    show_default=True,
    metavar="NAME",
    help="The solver, for methods that solve: see `satchel list backends`, or program:PATH.",
)
@up_to_symmetry_option
@jobs_option
@encoding_options
@limit_options
@output_option("text", "json")
def count(
    instance: str,
    puzzles: tuple[str, ...],
    method: str,
    backend: str,
    up_to_symmetry: bool,
    jobs: int | None,
    model: str | None,
    timeout: float | None,
    memory: int | None,
    output: str,
    **encoding: Any,
) -> None:
    """Count the solutions of INSTANCE: those that `solve --all` would print.

    The number is exact, or there is none: where time or memory ends before it is known, a line on
    stderr says what is known by then.

    \b
    satchel count queens/8
    satchel count queens:n=12 --method enumeration --jobs 2
    satchel count queens/8 --up-to-symmetry
    satchel count knights_tour/closed-5x6 --timeout 60 --output json
    """
    from satchel.tasks.choose import backend_named
    from satchel.tasks.count.counting import count_origin
    from satchel.tasks.count.orbits import Orbits, count_orbits
    from satchel.tasks.count.protocol import Question
    from satchel.tasks.work.limits import limited

    started = time.perf_counter()
    options = read_options(**encoding)
    backend_named(backend)
    with limited(timeout, memory):
        source = origin(instance, puzzles, model)
    with counting(f"counting with {backend}") as notify:
        question = Question(
            source.model,
            backend=backend,
            options=options,
            jobs=jobs,
            timeout=timeout,
            memory=memory,
            started=started,
            check=source.instance.check if source.instance else None,
            notify=notify,
        )
        counted = count_orbits if up_to_symmetry else count_origin
        answer = counted(source, question, method)
    used = answer.total.method if isinstance(answer, Orbits) else answer.method
    unheeded.in_count(used, jobs=jobs)
    if output == "json":
        click.echo(as_json(answer.to_json(), source))
    elif isinstance(answer, Orbits):
        click.echo(_orbits(answer))
    else:
        click.echo(_solutions(answer))
        click.echo(f"by {answer.method} ({answer.why}), {answer.seconds:.3f} s")


def _solutions(answer: Count) -> str:
    checked = ", each checked" if answer.checked else ""
    return f"{answer.number} solution{'s' * (answer.number != 1)}{checked}"


def _orbits(answer: Orbits) -> str:
    """The number of orbits, of which sizes they are, and under which group."""
    declared = ", ".join(answer.generators) or "none is declared, or what is given leaves none"
    sizes = "the group has too many subgroups to tell the sizes of orbits"
    if answer.sizes is not None:
        sizes = ", ".join(f"{number} of {size}" for size, number in answer.sizes.items()) or "none"
    total = answer.total
    return "\n".join(
        [
            f"{answer.number} up to symmetry",
            f"{_solutions(total)}; orbits: {sizes}",
            f"{answer.group} symmetr{'y' if answer.group == 1 else 'ies'} (from: {declared})",
            f"by {total.method} ({total.why}), {answer.seconds:.3f} s",
        ]
    )
