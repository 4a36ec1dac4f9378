"""`satchel explain`: why there is no solution; or the steps that lead to it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from satchel.cli import unheeded
from satchel.cli.completing import listed
from satchel.cli.options import (
    encoding_options,
    instance_argument,
    limit_options,
    origin,
    output_option,
    read_options,
)
from satchel.cli.result import as_json, drawn, plain
from satchel.cli.waiting import advancing
from satchel.printable import printable

if TYPE_CHECKING:
    from satchel.tasks.explain import Case, Explanation, Fact, Step
    from satchel.tasks.origin import Origin


@click.command(short_help="Say which clues contradict each other, or how the solution is found.")
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
    "--keep",
    multiple=True,
    metavar="LABEL",
    help="Statements that are not to be dropped, by label; * and ? match.",
)
@click.option(
    "--smallest", is_flag=True, help="Of all sets that contradict each other a smallest one."
)
@click.option(
    "--core",
    is_flag=True,
    help="Look for such a set even where an argument (parity, area, ...) is at hand.",
)
@encoding_options
@limit_options
@output_option("text", "json")
def explain(
    instance: str,
    puzzles: tuple[str, ...],
    backend: str,
    keep: tuple[str, ...],
    smallest: bool,
    core: bool,
    model: str | None,
    timeout: float | None,
    memory: int | None,
    output: str,
    **encoding: Any,
) -> int:
    """Say why INSTANCE has no solution, or how a person would find what is certain.

    Steps are printed as they are found, and checked at the end. Statements with the same label are
    one clue; where none has a label, each is one. Where there is no solution: clues that contradict
    each other, while any of them left out is enough for a solution. Else steps, each from as few
    clues as can be, and from facts found before.

    \b
    satchel explain zebra/life-1962
    satchel explain zebra/contradictory                 which clues contradict each other
    satchel explain queens/3 --model lines --smallest
    satchel explain queens:n=3 --model lines --keep 'row *' --keep 'column *'
    """
    from satchel.tasks.choose import backend_named
    from satchel.tasks.explain import Explanation, explaining, held_against_known
    from satchel.tasks.work.limits import limited

    started = time.perf_counter()
    options = read_options(**encoding)
    with limited(timeout, memory):
        source = origin(instance, puzzles, model)
    backend_named(backend)
    argument = source.instance.refutation() if source.instance else None
    if argument is not None and not core:
        found = Explanation("contradiction", "argument", argument=argument)
        held_against_known(found, source)
        unheeded.in_explain(found, smallest=smallest, keep=keep)
        return _print(found, source, output)
    word = source.instance.word if source.instance else str
    printed = _Printed(word) if output == "text" else None
    # Steps that appear on the terminal say how far it is; a display would get in their way.
    moving = printed is None or not sys.stdout.isatty()
    with advancing() if moving else nullcontext(_ignored) as told:
        steps = explaining(
            source.model,
            backend=backend,
            options=options,
            keep=keep,
            smallest=smallest,
            timeout=timeout,
            memory=memory,
            started=started,
            check=source.instance.check if source.instance else None,
            told=told,
        )
        found = _followed(steps, printed)
    held_against_known(found, source)
    unheeded.in_explain(found, smallest=smallest, keep=keep)
    return _print(replace(found, argument=argument), source, output)


def _ignored(_words: str, _done: int, _whole: int) -> None:
    """Nobody is told how far it is."""


def _followed(steps: Generator[Step, None, Explanation], printed: _Printed | None) -> Explanation:
    """The explanation, its steps printed as they are found."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            found: Explanation = end.value
            return found
        if printed is not None:
            printed.take(step)


class _Printed:
    """Prints one step after the other."""

    def __init__(self, word: Callable[[str], str]) -> None:
        self._word = word
        self._steps: list[Step] = []

    def take(self, step: Step) -> None:
        """Print the step at once, wherever it goes."""
        self._steps.append(step)
        click.echo("\n".join(map(printable, _step(self._steps, self._word))))
        sys.stdout.flush()


def _print(found: Explanation, source: Origin, output: str) -> int:
    if output == "json":
        click.echo(as_json(found.to_json(), source))
    else:
        click.echo("\n".join(_text(found, source)))
    return 3 if found.kind == "unknown" else 0


def _text(found: Explanation, source: Origin) -> Iterator[str]:
    word = source.instance.word if source.instance else str
    if found.kind == "contradiction":
        yield from _contradiction(found)
        return
    if found.kind == "unknown":
        yield f"unknown ({printable(str(found.reason))}), {_by(found)}"
        if found.steps:
            yield "the steps so far are not checked"
        return
    yield ""
    solution = found.solution()
    if solution is not None:
        yield drawn(source.instance, solution)
        yield f"unique: {_count(len(found.steps), 'step')} (checked), {_by(found)}"
    else:
        yield "What stays open, with all values that it has in solutions:"
        yield from (
            f"  {printable(word(name))}: {', '.join(map(plain, values))}"
            for name, values in found.open.items()
        )
        yield f"not unique: {_count(len(found.steps), 'step')} (checked), {_by(found)}"
    yield from _kept(found)


def _contradiction(found: Explanation) -> Iterator[str]:
    if found.argument is not None:
        yield f"There is no solution, by argument: {printable(found.argument)}"
    if found.labels is None:
        yield "(--core looks for statements that contradict each other)"
        return
    if not found.labels:
        yield "What is not to be dropped contradicts itself."
    else:
        how = "smallest" if found.smallest else "minimal"
        yield "These contradict each other; without any one of them there is a solution:"
        yield ""
        yield from (
            f"{number:>3}  {printable(label)}" for number, label in enumerate(found.labels, 1)
        )
        yield ""
        yield f"{_count(len(found.labels), 'statement')}, {how} (checked), {_by(found)}"
    yield from _kept(found)


def _kept(found: Explanation) -> Iterator[str]:
    if found.hard:
        yield f"not to be dropped: {'; '.join(map(printable, found.hard))}"


def _step(steps: Sequence[Step], word: Callable[[str], str]) -> Iterator[str]:
    """The last of the steps, in lines."""
    from satchel.tasks.explain import origins

    step = steps[-1]
    yield f"{len(steps):>3}  {_facts(step.facts, word)}"
    yield from (f"       {label}" for label in step.labels)
    if not step.labels and not step.premises:
        yield "       (domains, and statements without a label)"
    if step.premises:
        known = [
            f"{_facts([fact], word)} (step {found})"
            for fact, found in zip(step.premises, origins(steps, step), strict=True)
        ]
        yield f"       since {', '.join(known)}"
    for case in step.cases:
        yield from _case(case, word)


def _case(case: Case, word: Callable[[str], str]) -> Iterator[str]:
    yield f"       Suppose {_facts([case.supposed], word)}. Then"
    for step in case.steps:
        labels = "; ".join(step.labels)
        since = f"since {_facts(step.premises, word)}" if step.premises else ""
        then = _facts(step.facts, word) if step.facts else "that cannot be"
        yield f"         {then}: {' '.join(part for part in (labels, since) if part)}"


def _facts(facts: Sequence[Fact], word: Callable[[str], str]) -> str:
    """The facts in words; values that one name has not are listed together."""
    told: dict[str, list[str]] = {}
    for fact in facts:
        called = word(fact.name)
        if fact.value is True:
            told[called if fact.holds else f"not {called}"] = []
        else:
            sign = "=" if fact.holds else "≠"
            told.setdefault(f"{called} {sign} ", []).append(plain(fact.value))
    return ", ".join(f"{start}{' and '.join(values)}" for start, values in told.items())


def _by(found: Explanation) -> str:
    return f"by {printable(found.backend)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
