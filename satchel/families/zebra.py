"""Zebra puzzles of distances: how far from each other partners live, never which one is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, pairwise
from random import Random
from string import ascii_lowercase
from typing import Any, TypeAlias

from satchel.errors import InputError
from satchel.families.protocol import Paper, Track, Variant

Distances: TypeAlias = dict[tuple[str, str], int]
"""How many houses further an item's partner in the next category is, on either side."""

_SMALLEST = 12

_PAPER = Paper(
    title="Zebra Puzzles of Distances",
    abstract=(
        "Each of n houses in a row has one item of each of a few categories. Each item has a "
        "partner in the next category, and a clue says how far from each other the two are, but "
        "not which one is left. Distances read off a street are satisfiable; with one of them "
        "changed by one they are not, since signed distances of one odd sum do not cancel out."
    ),
    origin=(
        "The zebra puzzle appeared in Life International in 1962 [life]; who drinks water and "
        "who owns the zebra follows from fourteen clues. Puzzles of its kind have long been "
        "examples in constraint programming [prosser]. Those that people solve are easy for "
        "solvers. These have clues of one sort only, that leave everything open until all are "
        "taken together: each is satisfied by most pairs of houses, and whole streets of "
        "mistakes have to be taken back at once. The argument for those without a solution "
        "counts modulo two, as for the tautologies of Tseitin [tseitin], where resolution has "
        "to look at many cases."
    ),
    generation=(
        "A street is drawn: a random permutation of $n$ items for each of three or four "
        "categories. Partners of one category and the next are drawn, too, and a clue for each "
        "pair states their distance in the street: $x = y$, $x$ next to $y$, or $x$ is $d$ "
        "apart from $y$. The clues are shuffled, and these puzzles have a solution.\n\n"
        "The others have $n / 2$ houses and two or three categories. One distance is made "
        "longer or shorter by one. As the items of two categories are in the same houses, the "
        "differences between the houses of all partners sum to 0, whichever signs they have, so "
        "that the sum of the distances is even; now it is odd."
    ),
    references={
        "life": "Who Owns the Zebra?, Life International, 17 December 1962, p. 95.",
        "prosser": "P. Prosser, Hybrid Algorithms for the Constraint Satisfaction Problem, "
        "Computational Intelligence 9(3), 1993, pp. 268-299.",
        "tseitin": "G. S. Tseitin, On the Complexity of Derivation in Propositional Calculus, "
        "Studies in Constructive Mathematics and Mathematical Logic, Part II, 1968, pp. 115-125.",
    },
)


_SIZES = range(20, 34, 2)
_REACH: Mapping[Track, range] = {
    "sat": _SIZES,
    "pb": range(12, 33, 2),
    "smt": range(12, 27, 2),
}


@dataclass(frozen=True)
class ZebraFamily:
    """Streets whose distances are true, and half as long ones with one that is not."""

    puzzle: str = "zebra"
    summary: str = "houses in a row, and how far apart the items of neighbouring categories are"
    measure: str = "n: houses where there is a solution, twice the houses where there is none"
    sizes: range = _SIZES
    tracks: Mapping[Track, range] = field(default_factory=lambda: _REACH)
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """One that is true and one that is not, in turns, endlessly."""
        if size < _SMALLEST:
            raise InputError(f"zebra: a size is {_SMALLEST} or more, not {size}")
        for number in count(1):
            yield _true(size, random.choice((3, 4)), number, random)
            yield _odd(size // 2, random.choice((2, 3)), number, random, size)


def _true(houses: int, categories: int, number: int, random: Random) -> Variant:
    names = _names(houses, categories)
    return Variant(
        f"true-{houses}x{categories}-{number}",
        _parameters(names, _distances(names, random), random),
        "sat",
        "the distances were read off a street",
    )


def _odd(houses: int, categories: int, number: int, random: Random, size: int) -> Variant:
    names = _names(houses, categories)
    distances = _distances(names, random)
    changed = random.choice([pair for pair, far in distances.items() if 0 < far < houses - 1])
    distances[changed] += random.choice((-1, 1))
    return Variant(
        f"odd-{size}-{houses}x{categories}-{number}",
        _parameters(names, distances, random),
        "unsat",
        "the distances between two categories, which cancel out if signed, have an odd sum",
    )


def _names(houses: int, categories: int) -> list[list[str]]:
    return [
        [f"{letter}{n}" for n in range(1, houses + 1)] for letter in ascii_lowercase[:categories]
    ]


def _distances(names: list[list[str]], random: Random) -> Distances:
    """Partners in neighbouring categories, and their distances in a street drawn at random."""
    street = [
        dict(zip(items, random.sample(range(len(items)), len(items)), strict=True))
        for items in names
    ]
    found = {}
    for left, right in pairwise(street):
        for one, other in zip(left, random.sample(list(right), len(right)), strict=True):
            found[one, other] = abs(left[one] - right[other])
    return found


def _parameters(names: list[list[str]], distances: Distances, random: Random) -> dict[str, Any]:
    clues = [[_clue(*pair, far)] for pair, far in distances.items()]
    random.shuffle(clues)
    return {"categories": [[items[0][0], items] for items in names], "clues": clues}


def _clue(one: str, other: str, far: int) -> str:
    match far:
        case 0:
            return f"{one} = {other}"
        case 1:
            return f"{one} next to {other}"
        case _:
            return f"{one} {far} apart from {other}"


FAMILY = ZebraFamily()
