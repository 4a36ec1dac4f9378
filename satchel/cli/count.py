"""`satchel count`: how many solutions there are, exactly."""

from __future__ import annotations

import time
from typing import Any

import click

from satchel.cli.options import (
    encoding_options,
    instance_argument,
    jobs_option,
    limit_options,
    origin,
    output_option,
    read_options,
)
from satchel.cli.result import as_json
from satchel.cli.waiting import counting


@click.command(short_help="Count the solutions of an instance.")
@instance_argument
@click.option(
    "--method",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="How to count: see `satchel list methods`.",
)
@click.option(
    "--backend",
    default="cadical",
    show_default=True,
    metavar="NAME",
    help="The solver, for methods that solve: see `satchel list backends`, or program:PATH.",
)
@jobs_option
@encoding_options
@limit_options
@output_option("text", "json")
def count(
    instance: str,
    puzzles: tuple[str, ...],
    method: str,
    backend: str,
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
    satchel count knights_tour/closed-5x6 --timeout 60 --output json
    """
    from satchel.tasks.choose import backend_named
    from satchel.tasks.count.counting import count_origin
    from satchel.tasks.count.protocol import Question
    from satchel.tasks.limits import limited

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
        answer = count_origin(source, question, method)
    if output == "json":
        click.echo(as_json(answer.to_json(), source))
        return
    checked = ", each checked" if answer.checked else ""
    click.echo(f"{answer.number} solution{'s' * (answer.number != 1)}{checked}")
    click.echo(f"by {answer.method} ({answer.why}), {answer.seconds:.3f} s")
