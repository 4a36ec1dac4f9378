"""Squares filled by rectangles that may be turned: cut out of one, or fitting by area only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from math import isqrt
from random import Random
from typing import Any

from satchel.errors import InputError
from satchel.families._dissections import Size, dissection, with_a_multiple
from satchel.families.protocol import Paper, Track, Variant

_SMALLEST = 8
_MODULUS = 4

_PAPER = Paper(
    title="Perfect Rectangle Packing with Rotation",
    abstract=(
        "Rectangles are to fill a square without gaps; each may be turned by a quarter. In the "
        "satisfiable instances the rectangles were cut out of the square. In the unsatisfiable "
        "ones they have the square's area, but each has a side that is a multiple of four, and "
        "the square has none: by a theorem on tilings there is no solution, but no argument about "
        "single places shows it."
    ),
    origin=(
        "Dissections of squares go back to the work on perfect squares of Brooks, Smith, Stone and "
        "Tutte [brooks]; packing rectangles into a given one is a standard problem of cutting and "
        "stock keeping, also as a SAT problem [Soh, Inoue, Tamura, Banbara and Nabeshima 2010]. "
        "The unsatisfiable instances rest on "
        "a theorem on tilings with many proofs [bruijn, wagon]: where a rectangle is tiled by "
        "rectangles that each have a side that is a multiple of $m$, it has such a side itself."
    ),
    generation=(
        "The side of the square is about five times the root of the number of pieces, and two more "
        "than a multiple of four. One of the largest pieces at hand, at first the square, is cut "
        "in two, or in five in a spiral around a piece in the middle, so that no straight cut goes "
        "through; this is repeated until there are enough pieces, which are then shuffled. They "
        "are the satisfiable instances.\n\n"
        "For an unsatisfiable instance of each piece of such a dissection one side is made a "
        "multiple of four, that side for which the area changes least. Then random pieces' other "
        "sides grow or shrink by one until the area is that of the square. Every piece has a side "
        "that four divides, and the side of the square is not divisible by four, whence the "
        "theorem applies, with and without turns. They are harder than satisfiable ones and have "
        "fewer pieces at the same size. Instances that presolve or unit propagation settles are "
        "left out."
    ),
    references={
        "brooks": "R. L. Brooks, C. A. B. Smith, A. H. Stone and W. T. Tutte, The Dissection of "
        "Rectangles into Squares, Duke Mathematical Journal 7, 1940, pp. 312-340.",
        "bruijn": "N. G. de Bruijn, Filling Boxes with Bricks, American Mathematical Monthly "
        "76(1), 1969, pp. 37-40.",
        "wagon": "S. Wagon, Fourteen Proofs of a Result about Tiling a Rectangle, American "
        "Mathematical Monthly 94(7), 1987, pp. 601-617.",
    },
)


_SIZES = range(24, 41, 4)
_REACH: Mapping[Track, range] = {
    "sat": _SIZES,
    "pb": range(8, 33, 4),
    "smt": range(8, 33, 4),
}


@dataclass(frozen=True)
class PackingFamily:
    """Pieces cut out of a square, and fewer ones that only have its area."""

    puzzle: str = "packing"
    summary: str = "rectangles that may be turned fill a square, or have just its area"
    measure: str = "n: so many pieces where they fit, 6 + n/4 where they do not"
    sizes: range = _SIZES
    tracks: Mapping[Track, range] = field(default_factory=lambda: _REACH)
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """Pieces that fit and pieces that do not, in turns, endlessly."""
        if size < _SMALLEST:
            raise InputError(f"packing: a size is {_SMALLEST} or more, not {size}")
        for number in count(1):
            yield _planted(size, number, random)
            yield _refuted(size, number, random)


def _planted(size: int, number: int, random: Random) -> Variant:
    side = _side(size)
    return Variant(
        f"cut-{size}-{number}",
        _parameters(side, dissection(side, size, random)),
        "sat",
        "the pieces were cut out of the square",
    )


def _refuted(size: int, number: int, random: Random) -> Variant:
    pieces = 6 + size // 4
    side = _side(pieces)
    found = None
    while found is None:
        found = with_a_multiple(dissection(side, pieces, random), _MODULUS, random)
    return Variant(
        f"none-{size}-{pieces}-{number}",
        _parameters(side, found),
        "unsat",
        f"each piece has a side that {_MODULUS} divides and the square has none "
        "(de Bruijn 1969, Wagon 1987)",
    )


def _side(pieces: int) -> int:
    """About five times the root, and 2 modulo 4."""
    return isqrt(25 * pieces) // _MODULUS * _MODULUS + _MODULUS // 2


def _parameters(side: int, sizes: list[Size]) -> dict[str, Any]:
    pieces = [list(size) for size in sizes]
    return {"width": side, "height": side, "pieces": pieces, "rotation": True}


FAMILY = PackingFamily()
