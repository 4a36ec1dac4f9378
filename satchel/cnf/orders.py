"""In which order variables are numbered: solvers decide and break ties by number, so it matters.

An order takes the variables that are used, in order of creation (the shown ones come first), those
of them that are shown, and the clauses; it returns all of the used ones. `benchmarks/numbering.py`
measures what each brings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

from satchel.cnf.sink import Ints
from satchel.ir import IntVar, Model

Order: TypeAlias = Callable[[list[int], set[int], Sequence[Ints]], list[int]]


def natural(used: list[int], shown: set[int], clauses: Sequence[Ints]) -> list[int]:
    """In order of creation: what is shown, then auxiliaries as they were needed."""
    return used


def reverse(used: list[int], shown: set[int], clauses: Sequence[Ints]) -> list[int]:
    """The other way round."""
    return used[::-1]


def auxiliary(used: list[int], shown: set[int], clauses: Sequence[Ints]) -> list[int]:
    """Auxiliaries first, what is shown last."""
    return sorted(used, key=shown.__contains__)


def frequent(used: list[int], shown: set[int], clauses: Sequence[Ints]) -> list[int]:
    """By the number of occurrences in clauses, most first."""
    counts: Counter[int] = Counter()
    for chunk in clauses:
        counts.update(map(abs, chunk))
    return sorted(used, key=lambda variable: -counts[variable])


def scattered(used: list[int], shown: set[int], clauses: Sequence[Ints]) -> list[int]:
    """What is shown first, in no particular order; auxiliaries as they were needed."""
    first = [variable for variable in used if variable in shown]
    Random(0).shuffle(first)
    return [*first, *(variable for variable in used if variable not in shown)]


def shuffled(used: list[int], shown: set[int], clauses: Sequence[Ints]) -> list[int]:
    """In no particular order; clauses stay as they are, unlike under `--shuffle`."""
    return Random(0).sample(used, len(used))


ORDERS: Final[Mapping[str, Order]] = {
    "auxiliary": auxiliary,
    "frequent": frequent,
    "natural": natural,
    "reverse": reverse,
    "scattered": scattered,
    "shuffled": shuffled,
}


def chosen(name: str, model: Model) -> Order:
    """The order of a name; `auto`: auxiliaries first where the model has no integers, which helped
    every solver on every such family that was measured, and the natural order elsewhere."""
    if name == "auto":
        integers = any(isinstance(variable, IntVar) for variable in model.variables.values())
        return natural if integers else auxiliary
    return ORDERS[name]
