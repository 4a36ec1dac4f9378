"""`satchel solve`: an answer, the best one if there is an objective, checked and drawn; or all."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from satchel.cli import unheeded
from satchel.cli.competition import competition, exit_code, improvements
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
from satchel.cli.representatives import print_representatives
from satchel.cli.result import as_json, drawn, vouched
from satchel.cli.waiting import approaching, counting, waiting
from satchel.printable import printable

if TYPE_CHECKING:
    from satchel.tasks.answer import Answer
    from satchel.tasks.origin import Origin

_INTERRUPTED = 130


@click.command(short_help="Solve an instance; check and draw the solution.")
@instance_argument
@click.option(
    "--backend",
    shell_complete=listed("backends"),
    default="cadical",
    show_default=True,
    metavar="NAME",
    help="A solver: see `satchel list backends`, or program:PATH.",
)
@click.option(
    "--all", "every", is_flag=True, help="Print every solution once, whatever its objective."
)
@click.option("--optimal", is_flag=True, help="With --all: every best solution, and no other.")
@click.option("--limit", type=click.IntRange(min=1), metavar="K", help="With --all: at most K.")
@up_to_symmetry_option
@jobs_option
@click.option(
    "--satisfy", is_flag=True, help="Any solution will do: leave the objective out of account."
)
@click.option(
    "--search",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="How to optimise: core-guided (bounds first), linear (solutions first), or native.",
)
@click.option(
    "--proof",
    metavar="FILE",
    help="Where to write the checked DRAT proof, if there is no solution; .gz or .xz compresses.",
)
@encoding_options
@limit_options
@output_option("text", "json", "dimacs")
def solve(
    instance: str,
    puzzles: tuple[str, ...],
    backend: str,
    every: bool,
    optimal: bool,
    up_to_symmetry: bool,
    limit: int | None,
    jobs: int | None,
    satisfy: bool,
    search: str,
    proof: str | None,
    model: str | None,
    timeout: float | None,
    memory: int | None,
    output: str,
    **encoding: Any,
) -> int:
    """Solve INSTANCE, check the solution against model and rules, and draw it.

    Where the instance has an objective, the solution is a best one. At the deadline it is the best
    so far, with bounds on the best there is; the exit code is then 3.

    \b
    satchel solve queens/8
    satchel solve queens:n=50 --backend z3-sat --timeout 10 --memory 500M
    satchel solve queens/6 --all --output json         one solution a line
    satchel solve queens:n=11 --all --jobs 2           by two processes
    satchel solve queens/8 --all --up-to-symmetry      12 of the 92
    satchel solve placement/dominating-queens-6 --all --optimal
    satchel solve queens/8 --backend program:/usr/bin/cadical
    satchel solve queens/8 --backend 'program:minisat {cnf} {out}'
    satchel solve queens/12 --model lines --set amo=sequential
    satchel solve placement/most-knights-8             as many as possible
    satchel solve placement/dominating-queens-9 --search linear --timeout 60
    satchel solve knights_tour/open-4 --proof 4.drat   of the formula that `encode` writes
    """
    from satchel.errors import LimitError
    from satchel.files import one_place
    from satchel.tasks import solve as task
    from satchel.tasks.answer import Answer, Interrupted
    from satchel.tasks.choose import backend_named
    from satchel.tasks.optimise.every import optimal_solutions
    from satchel.tasks.orbits import representatives
    from satchel.tasks.work.limits import limited

    started = time.perf_counter()
    many = {"--limit": limit, "--up-to-symmetry": up_to_symmetry or None, "--jobs": jobs}
    for name, given_value in many.items():
        if given_value is not None and not every:
            raise click.UsageError(f"{name} needs --all")
    if optimal and (not every or up_to_symmetry or satisfy):
        raise click.UsageError(
            "--optimal needs --all, and goes with neither --up-to-symmetry nor --satisfy"
        )
    if search != "auto" and ((every and not optimal) or satisfy):
        raise click.UsageError("--search is for a best solution: not with --all or --satisfy")
    if every and output == "dimacs":
        raise click.UsageError("--all prints text or json, not dimacs")
    if proof is not None and every:
        raise click.UsageError("--proof shows that there is no solution: not with --all")
    options = read_options(**encoding)
    try:
        with limited(timeout, memory):
            source = origin(instance, puzzles, model)
    except LimitError as error:
        if every:
            raise
        times = {"build": time.perf_counter() - started}
        return _print_one(Answer("unknown", backend, error.reason, times=times), None, output)
    backend_named(backend)
    argument = source.instance.refutation() if source.instance else None
    if argument is not None and every:
        return _print_all(iter(()), source, output, limit)
    if argument is not None and proof is None:
        times = {"build": time.perf_counter() - started}
        answer = Answer("unsat", "argument", certificate=argument, times=times)
        return _print_one(answer, source, output)
    given: dict[str, Any] = {
        "backend": backend,
        "options": options,
        "timeout": timeout,
        "memory": memory,
        "started": started,
        "check": source.instance.check if source.instance else None,
    }
    if every:
        # Solutions that appear on the terminal say how far it is; a display would get in their way.
        with (
            nullcontext() if sys.stdout.isatty() else counting(f"solving with {backend}") as notify
        ):
            given |= {"limit": limit, "jobs": jobs, "notify": notify}
            if up_to_symmetry:
                found = representatives(source.model, **given)
                return print_representatives(found, source, output, limit)
            if optimal:
                best = optimal_solutions(source.model, search=search, **given)
                return _print_optimal(best, source, output, limit)
            answers = task.enumerate_solutions(source.model, **given)
            return _print_all(answers, source, output, limit)
    if proof is not None and one_place(proof, instance):
        raise click.UsageError("--proof would replace the instance's file")
    try:
        if proof is not None:
            answer = _proved(source, proof, satisfy, given)
        elif source.model.objective is None or satisfy:
            with waiting(f"solving with {backend}"):
                answer = task.solve(source.model, **given)
        else:
            answer = _optimised(source, search, output, given)
    except Interrupted as stop:
        answer = stop.answer
    unheeded.in_solve(answer, source.model, satisfy=satisfy, search=search, proof=proof)
    return _print_one(answer, source, output)


def _proved(source: Origin, proof: str, satisfy: bool, given: dict[str, Any]) -> Answer:
    """A solution, or that there is none with a proof."""
    from satchel.files import is_pipe
    from satchel.tasks.proof.solving import solve_with_proof

    if source.model.objective is not None and not satisfy:
        raise click.UsageError("--proof shows that there is no solution, not that none is better")
    if is_pipe(proof):
        raise click.UsageError("--proof needs a file: what is no proof must not get there")
    with waiting(f"solving with {given['backend']}, for a proof"):
        return solve_with_proof(source.model, proof, **given)


def _optimised(source: Origin, search: str, output: str, given: dict[str, Any]) -> Answer:
    """The best solution; costs are printed as they come where that is the form of the output."""
    from satchel.tasks.optimise.optimise import optimise

    if output == "dimacs":
        return optimise(source.model, search=search, watch=improvements(), **given)
    with approaching(f"optimising with {given['backend']}") as watch:
        return optimise(source.model, search=search, watch=watch, **given)


def _print_each(answers: Iterable[Answer], source: Origin, output: str) -> int:
    """Print solutions as they come; how many there were."""
    count = 0
    for answer in answers:
        count += 1
        if output == "json":
            click.echo(as_json(answer.to_json(), source))
        else:
            click.echo(f"{drawn(source.instance, answer.solution or {})}\n")
    return count


def _print_optimal(
    answers: Iterator[Answer], source: Origin, output: str, limit: int | None
) -> int:
    first = next(answers, None)
    if first is None:
        return _print_all(answers, source, output, limit)
    source.compare_with_known("optimum", objective=first.objective)
    count = _print_each(chain([first], answers), source, output)
    if output == "text":
        more = " (the limit)" if count == limit else ""
        click.echo(f"{count} solution{'s' * (count != 1)} of the optimum {first.objective}{more}")
    return 0


def _print_all(answers: Iterator[Answer], source: Origin, output: str, limit: int | None) -> int:
    count = _print_each(answers, source, output)
    complete = limit is None or count < limit
    if output == "text":
        click.echo(f"{count} solution{'s' * (count != 1)}{'' if complete else ' (the limit)'}")
    if complete:
        source.compare_with_known("sat" if count else "unsat", count=count)
    return 0


def _print_one(answer: Answer, source: Origin | None, output: str) -> int:
    if source is not None and answer.status != "unknown":
        source.compare_with_known(answer.status, objective=answer.objective, bounds=answer.bounds)
    match output:
        case "json":
            click.echo(as_json(answer.to_json(), source))
        case "dimacs":
            click.echo(competition(answer))
        case _:
            click.echo(_text(answer, source))
    if answer.reason == "interrupted":
        return _INTERRUPTED
    if output == "dimacs":
        return exit_code(answer)
    return 3 if answer.reason is not None else 0


def _text(answer: Answer, source: Origin | None) -> str:
    """The drawing, the verdict, and where the time went."""
    lines = []
    if source is not None and answer.solution is not None:
        lines.append(drawn(source.instance, answer.solution))
    verdict = {
        "sat": f"satisfiable (checked){_unproved(answer)}",
        "optimum": f"optimum {answer.objective} (solution checked)",
        "unsat": "unsatisfiable",
        "unknown": f"unknown ({printable(answer.reason or '')})",
    }[answer.status]
    lines.append(f"{verdict}, by {printable(answer.backend)}{_searched(answer)}")
    if source is not None and answer.status == "unsat":
        lines.append(vouched(answer.certificate or source.vouching_for_unsat()))
    if answer.formula is not None:
        size = answer.formula
        sums = f"{size.linear:,} linear constraints, " if size.linear else ""
        lines.append(
            f"{size.variables:,} variables, {size.clauses:,} clauses, {sums}"
            f"{size.literals:,} literals"
        )
    lines.append(", ".join(f"{name} {seconds:.3f} s" for name, seconds in answer.times.items()))
    return "\n".join(line for line in lines if line)


def _unproved(answer: Answer) -> str:
    """What is known of a solution that may not be the best one."""
    if answer.objective is None:
        return ""
    if answer.reason is None:
        return f", objective {answer.objective}"
    lower, upper = ("?" if bound is None else bound for bound in answer.bounds)
    return f", objective {answer.objective}, the best is in {lower}..{upper} ({answer.reason})"


def _searched(answer: Answer) -> str:
    return f", {answer.search} search ({answer.why})" if answer.search and answer.why else ""
