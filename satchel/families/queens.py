"""Queens on boards with blocked squares, some around a solution; or without some diagonals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random

from satchel.errors import InputError
from satchel.families._queens import open_squares, random_solution, too_far
from satchel.families.protocol import Paper, Track, Variant

_SMALLEST = 10
_OPEN = 7
"""Open squares in a row: with about so many a random board has one solution or none."""

_PAPER = Paper(
    title="Blocked Queens and Excluded Diagonals",
    abstract=(
        "As many queens as a board has rows are to be placed so that none attacks another. In the "
        "satisfiable instances most squares are blocked, at random around a hidden solution and "
        "at the density where random boards turn from having solutions to having none. In the "
        "unsatisfiable ones no queen may stand on some diagonals near the centre; a sum of squares "
        "shows that this leaves no solution."
    ),
    origin=(
        "The problem of the eight queens dates from 1848; what is known of it is collected in "
        "[bell]. A placement on an empty board is easy to find, by formula or by local search "
        "[sosic], so that it says little about solvers. With blocked squares, excluded diagonals, "
        "or queens that stand already, the problem is NP-complete, and random instances of the "
        "first two kinds are hard around a phase transition [gent]."
    ),
    generation=(
        "Satisfiable boards: a random solution is found by swapping the queens of two rows while "
        "that does not add conflicts [sosic]. Its squares stay open, and every other one does with "
        "the probability that leaves seven open squares in a row on average. All others are "
        "blocked.\n\n"
        "Unsatisfiable boards: number the falling diagonals by $r - c$ and the rising ones by "
        "$r + c - (n + 1)$ for row $r$ and column $c$, so that the longest ones have number 0. The "
        "squares of both numbers of a queen add up to $2(r - m)^2 + 2(c - m)^2$, where "
        "$m = (n + 1)/2$. The queens have all rows and all columns, so the sum over all of them is "
        "$n(n^2 - 1)/3$, whatever the placement. They are on $n$ different diagonals of each kind. "
        "Diagonals are excluded at random, those near the centre first, until even the $n$ least "
        "squares of numbers that remain, of both kinds together, add up to more. "
        "These boards are much smaller than satisfiable ones of the same size of the family."
    ),
    references={
        "bell": "J. Bell and B. Stevens, A Survey of Known Results and Research Areas for "
        "n-Queens, Discrete Mathematics 309(1), 2009, pp. 1-31.",
        "sosic": "R. Sosic and J. Gu, A Polynomial Time Algorithm for the N-Queens Problem, ACM "
        "SIGART Bulletin 1(3), 1990, pp. 7-11.",
        "gent": "I. P. Gent, C. Jefferson and P. Nightingale, Complexity of n-Queens Completion, "
        "Journal of Artificial Intelligence Research 59, 2017, pp. 815-848.",
    },
)


_SIZES = range(45, 76, 5)
_REACH: Mapping[Track, range] = {
    "sat": _SIZES,
    "mc": range(10, 31, 5),
    "pb": range(35, 66, 5),
    "smt": range(10, 41, 5),
}


@dataclass(frozen=True)
class QueensFamily:
    """Boards with blocked squares and a solution, and smaller ones without."""

    puzzle: str = "queens"
    summary: str = "queens around blocked squares, or off excluded diagonals"
    measure: str = "n: rows of a board with a solution; one without has 11 + n/5"
    sizes: range = _SIZES
    tracks: Mapping[Track, range] = field(default_factory=lambda: _REACH)
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """A board with a hidden solution and one without any, in turns, endlessly."""
        if size < _SMALLEST:
            raise InputError(f"queens: a size is {_SMALLEST} or more, not {size}")
        for number in count(1):
            yield _planted(size, number, random)
            yield _refuted(size, number, random)


def _planted(size: int, number: int, random: Random) -> Variant:
    left = open_squares(random_solution(size, random), _OPEN, random)
    squares = ((row, column) for row in range(1, size + 1) for column in range(1, size + 1))
    blocked = [list(square) for square in squares if square not in left]
    return Variant(
        f"blocked-{size}-{number}",
        {"n": size, "blocked": blocked},
        "sat",
        "the squares of a random solution are not blocked",
    )


def _refuted(size: int, number: int, random: Random) -> Variant:
    n = 11 + size // 5
    falling, rising = too_far(n, random)
    lines = [[d + n - 1, 0] for d in sorted(falling)] + [[d + n - 1, 1] for d in sorted(rising)]
    return Variant(
        f"diagonals-{size}-{n}-{number}",
        {"n": n, "diagonals": lines},
        "unsat",
        "the squares of the distances of all queens' diagonals from the centre add up to "
        f"{n * (n * n - 1) // 3}, and the diagonals that are left have more",
    )


FAMILY = QueensFamily()
