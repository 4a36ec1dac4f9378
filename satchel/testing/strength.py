"""What unit propagation does from every partial assignment of a constraint's variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from satchel.cnf.sink import Literal
from satchel.testing.encoding import Strength
from satchel.testing.propagation import Propagation
from satchel.testing.solutions import Row
from satchel.testing.writing import Input, Written


@dataclass(frozen=True, slots=True)
class _Case:
    """What was assumed of each input, and the solutions that this leaves."""

    inputs: Sequence[Input]
    left: tuple[frozenset[int], ...]
    solutions: list[Row]

    @property
    def size(self) -> int:
        """How much is assumed: the values that are taken away."""
        return sum(len(x.true) - len(some) for x, some in zip(self.inputs, self.left, strict=True))

    def __str__(self) -> str:
        known = [
            f"{x.name} in {_words(some)}"
            for x, some in zip(self.inputs, self.left, strict=True)
            if len(some) < len(x.true)
        ]
        return ", ".join(known) or "no assumption"


def counterexamples(
    written: Written, solutions: set[Row], strength: Strength
) -> Iterator[tuple[int, str]]:
    """Cases in which propagation does less than `strength` says: how much is assumed, and words.

    Looks at all states of the inputs: values of Boolean ones, known or not, and the sets of values
    of integers that their native literals can tell. The guard, if there is one, is true.
    """
    engine = written.propagation()
    if strength == "none" or not engine.push([] if written.guard is None else [written.guard]):
        return
    states = [list(x.states().items()) for x in written.inputs]
    if strength == "total":
        states = [[state for state in some if len(state[0]) == 1] for some in states]
    for left, rows in _unrefuted(engine, states, (), sorted(solutions)):
        case = _Case(written.inputs, left, rows)
        if not case.solutions:
            yield case.size, f"{case}: wrong, but propagation meets no conflict"
        elif strength == "all" and (missed := _missed(engine, case)):
            yield case.size, f"{case}: {missed}, but propagation does not see it"


def _unrefuted(
    engine: Propagation,
    states: list[list[tuple[frozenset[int], frozenset[Literal]]]],
    left: tuple[frozenset[int], ...],
    solutions: list[Row],
) -> Iterator[tuple[tuple[frozenset[int], ...], list[Row]]]:
    """Each combination of states in which propagation meets no conflict, with the engine there."""
    place = len(left)
    if place == len(states):
        yield left, solutions
        return
    for some, literals in states[place]:
        if engine.push(literals):
            rows = [row for row in solutions if row[place] in some]
            yield from _unrefuted(engine, states, (*left, some), rows)
        engine.pop()


def _missed(engine: Propagation, case: _Case) -> str | None:
    """What follows for an input and is not known."""
    for place, x in enumerate(case.inputs):
        values = {row[place] for row in case.solutions}
        if values == case.left[place]:
            continue
        if not all(map(engine.is_true, frozenset.intersection(*(x.true[v] for v in values)))):
            return f"{x.name} must be in {_words(values)}"
    return None


def _words(values: set[int] | frozenset[int]) -> str:
    return "{" + ", ".join(map(str, sorted(map(int, values)))) + "}"
