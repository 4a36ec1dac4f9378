"""Fewest queens or knights that reach every square of a board with holes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random

from satchel.errors import InputError
from satchel.families._boards import board, named, scattered
from satchel.families.protocol import Paper, Track, Variant

_SMALLEST = 5

_PAPER = Paper(
    title="Fewest Dominating Queens and Knights on Boards with Holes",
    abstract=(
        "As few queens, or knights, as possible are to be placed on a board such that every "
        "square is occupied or attacked. Random holes, at which the lines of queens end and "
        "over which knights jump, give many different instances of each size and take most of "
        "the symmetry away. Optima are small, and lower bounds are hard to prove."
    ),
    origin=(
        "Five queens dominate the chessboard; the question goes back to de Jaenisch [jaenisch] "
        "and was extended to other pieces and boards by Rouse Ball [ball]. For queens on n x n "
        "boards the numbers are known for small n and for some residues only [ostergard]; the "
        "sequences for queens and knights are A075458 and A006075 of the On-Line Encyclopedia "
        "of Integer Sequences [oeis]. Minimum dominating sets are NP-hard to find [garey]. For "
        "MaxSAT it is a set cover: each hard clause is a square and all that attack it, each "
        "soft clause says that a square is empty."
    ),
    generation=(
        "A board of $n$ rows and $n$ to $n + 2$ columns gets holes on an eighth of its places, "
        "drawn at random. Queens and knights take turns. A solution always exists, with a piece "
        "on every square; what is asked for is the least number."
    ),
    references={
        "jaenisch": "C. F. de Jaenisch, Traité des applications de l'analyse mathématique au jeu "
        "des échecs, Saint Petersburg, 1862.",
        "ball": "W. W. Rouse Ball, Mathematical Recreations and Problems of Past and Present "
        "Times, Macmillan, London, 1892.",
        "ostergard": "P. R. J. Östergård and W. D. Weakley, Values of Domination Numbers of the "
        "Queen's Graph, Electronic Journal of Combinatorics 8(1), R29, 2001.",
        "oeis": "OEIS Foundation Inc., The On-Line Encyclopedia of Integer Sequences, "
        "https://oeis.org, founded 1964.",
        "garey": "M. R. Garey and D. S. Johnson, Computers and Intractability, Freeman, 1979.",
    },
)


_SIZES = range(10, 21)
_REACH: Mapping[Track, range] = {
    "maxsat": range(10, 21),
    "pb": range(9, 17),
}


@dataclass(frozen=True)
class DominatingFamily:
    """Boards with holes, for queens and for knights."""

    puzzle: str = "placement"
    summary: str = "fewest queens or knights that dominate a board with holes"
    measure: str = "rows of the board"
    sizes: range = _SIZES
    tracks: Mapping[Track, range] = field(default_factory=lambda: _REACH)
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """For queens and for knights in turns, endlessly."""
        if size < _SMALLEST:
            raise InputError(f"dominating: a size is {_SMALLEST} or more, not {size}")
        for number in count(1):
            for piece in ("queen", "knight"):
                columns = size + random.randrange(3)
                squares = board(size, columns)
                yield Variant(
                    f"{piece}s-{size}x{columns}-{number}",
                    {
                        "piece": piece,
                        "rows": size,
                        "columns": columns,
                        "holes": named(scattered(random, squares, len(squares) // 8)),
                        "objective": "dominate",
                    },
                    "sat",
                    "a piece on every square reaches all",
                )


FAMILY = DominatingFamily()
