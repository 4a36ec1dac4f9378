"""Symmetries of a `zebra` that can be read off its clues.

Items of a category that no clue mentions may change places; and the row of houses may be read from
the right where no clue tells left from right. Clues that are symmetric only all together are not
looked for: real puzzles, which have one solution, have none of either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from satchel.encoders._clues import (
    Apart,
    At,
    Between,
    Clue,
    Every,
    Item,
    Left,
    Negated,
    Same,
    Some,
    When,
)
from satchel.ir import Affine, Symmetry


def symmetries(
    categories: Mapping[str, Sequence[Item]], houses: int, clues: Sequence[Clue]
) -> Iterator[Symmetry]:
    """Generators, on the shown house of each item."""
    simple = [part for clue in clues for part in _parts(clue)]
    told = {item for part in simple for item in _items(part)}
    for items in categories.values():
        for one, other in pairwise(item for item in items if item not in told):
            yield Symmetry(f"{one} and {other}", {one: other, other: one})
    if houses > 1 and all(_both_ways(part, houses) for part in simple):
        everyone = [item for items in categories.values() for item in items]
        yield Symmetry(
            "from the right", {item: Affine(((-1, item),), houses + 1) for item in everyone}
        )


def _parts(clue: Clue) -> Iterator[Clue]:
    """The simple clues that a clue is made of."""
    match clue:
        case Negated(inner):
            yield from _parts(inner)
        case Every(clues) | Some(clues, _):
            for each in clues:
                yield from _parts(each)
        case When(condition, conclusion):
            yield from _parts(condition)
            yield from _parts(conclusion)
        case _:
            yield clue


def _items(clue: Clue) -> tuple[Item, ...]:
    match clue:
        case Same(one, other) | Left(one, other, _) | Apart(one, other, _):
            return (one, other)
        case At(one, _):
            return (one,)
        case Between(middle, ends):
            return (middle, *ends)
        case _:
            raise TypeError(f"not a simple clue: {clue}")


def _both_ways(clue: Clue, houses: int) -> bool:
    """Whether the clue says the same of the row read from the right."""
    match clue:
        case Left():
            return False
        case At(_, places):
            return {houses + 1 - place for place in places} == set(places)
        case _:
            return True
