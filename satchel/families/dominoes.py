"""Dominoes on boards of two chambers: mutilated chessboards whose colours balance."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Literal

from satchel.errors import InputError
from satchel.families._boards import Square, board, named, near, scattered
from satchel.families.protocol import Paper, Track, Variant
from satchel.puzzle.matching import matching

_SMALLEST = 8

_PAPER = Paper(
    title="Dominoes on Boards of Two Chambers",
    abstract=(
        "A board with holes is to be covered with dominoes. Some boards have holes at random "
        "and are covered by a matching that was found in polynomial time. Others consist of two "
        "chambers, each a mutilated chessboard with two squares more of one colour than of the "
        "other, and a wall with two doors between them. The colours of the whole board balance, "
        "and still there is no covering."
    ),
    origin=(
        "That a chessboard without two opposite corners cannot be covered with dominoes was "
        "proposed by McCarthy as a hard nut for theorem provers [mccarthy]. Resolution proofs "
        "of it are of exponential size [dantchev, alekhnovich]. A program that compares the "
        "colours of the board sees at once that it cannot be covered; here it does not, and a "
        "set of squares of one colour that has too few neighbours has to be found [hall]. The "
        "number of coverings is a determinant that is found in polynomial time [kasteleyn, "
        "temperley], while counters that take clauses have to search: counts of large boards "
        "can be checked."
    ),
    generation=(
        "Satisfiable: $n/2$ squares of each colour are drawn as holes of an $n x n$ board, "
        "until a maximum matching of black and white squares leaves none alone.\n\n"
        "Unsatisfiable: a column near the middle becomes a wall but for two doors, one of each "
        "colour. Two black squares of one chamber and two white squares of the other become "
        "holes, such that each square keeps two neighbours. The white squares of the first "
        "chamber are two more than the black ones, and only one more can be reached, through a "
        "door. For odd $n$, boards have $n + 1$ rows."
    ),
    references={
        "mccarthy": "J. McCarthy, A Tough Nut for Proof Procedures, Stanford Artificial "
        "Intelligence Project Memo 16, 1964.",
        "dantchev": "S. Dantchev and S. Riis, Planar Tautologies Hard for Resolution, 42nd IEEE "
        "Symposium on Foundations of Computer Science (FOCS), 2001, pp. 220-229.",
        "alekhnovich": "M. Alekhnovich, Mutilated Chessboard Problem Is Exponentially Hard for "
        "Resolution, Theoretical Computer Science 310(1-3), 2004, pp. 513-525.",
        "hall": "P. Hall, On Representatives of Subsets, Journal of the London Mathematical "
        "Society 10(1), 1935, pp. 26-30.",
        "kasteleyn": "P. W. Kasteleyn, The Statistics of Dimers on a Lattice I: The Number of "
        "Dimer Arrangements on a Quadratic Lattice, Physica 27, 1961, pp. 1209-1225.",
        "temperley": "H. N. V. Temperley and M. E. Fisher, Dimer Problem in Statistical Mechanics: "
        "An Exact Result, Philosophical Magazine 6, 1961, pp. 1061-1063.",
    },
)


_SIZES = range(16, 27, 2)
_REACH: Mapping[Track, range] = {
    "sat": _SIZES,
    "mc": range(8, 21, 2),
    "pb": _SIZES,
    "smt": range(8, 21, 2),
}


@dataclass(frozen=True)
class DominoesFamily:
    """Boards with scattered holes, and boards of two chambers."""

    puzzle: str = "tiling"
    summary: str = "dominoes on boards with holes, or with two chambers that do not match"
    measure: str = "squares on a side of the board"
    sizes: range = _SIZES
    tracks: Mapping[Track, range] = field(default_factory=lambda: _REACH)
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """A board that can be covered and one that cannot, in turns, endlessly."""
        if size < _SMALLEST:
            raise InputError(f"dominoes: a size is {_SMALLEST} or more, not {size}")
        rows = size + size % 2  # so that each chamber has equally many squares of both colours
        for number in count(1):
            yield _variant(
                f"holes-{size}-{number}",
                rows,
                size,
                _covered(rows, size, random),
                "sat",
                "there is a matching of all black and all white squares",
            )
            yield _variant(
                f"chambers-{size}-{number}",
                rows,
                size,
                _chambers(rows, size, random),
                "unsat",
                "in one chamber a colour has two squares more, and only one can be matched outside",
            )


def _covered(rows: int, columns: int, random: Random) -> set[Square]:
    """Holes that leave a board which dominoes cover."""
    whole = board(rows, columns)
    while True:
        holes = {
            hole
            for colour in (0, 1)
            for hole in scattered(random, [s for s in whole if sum(s) % 2 == colour], columns // 2)
        }
        squares = set(whole) - holes
        white = {s: sorted(near(s) & squares) for s in whole if s in squares and sum(s) % 2 == 0}
        if 2 * len(matching(white)) == len(squares):
            return holes


def _chambers(rows: int, columns: int, random: Random) -> set[Square]:
    """Holes that leave two chambers with two squares too many of one colour each, and two doors."""
    whole = board(rows, columns)
    while True:
        wall = columns // 2 + random.randrange(2)
        colour = random.randrange(2)
        doors = {(random.randrange(1, rows, 2) + door, wall) for door in (0, 1)}
        holes = {square for square in whole if square[1] == wall} - doors
        for side, missing in ((-1, colour), (1, 1 - colour)):
            chamber = [s for s in whole if (s[1] - wall) * side > 0 and sum(s) % 2 == missing]
            holes.update(scattered(random, chamber, 2))
        if _roomy(set(whole) - holes):
            return holes


def _roomy(squares: Collection[Square]) -> bool:
    """Whether each square has two neighbours or more."""
    return all(len(near(square).intersection(squares)) > 1 for square in squares)


def _variant(
    name: str,
    rows: int,
    columns: int,
    holes: set[Square],
    status: Literal["sat", "unsat"],
    why: str,
) -> Variant:
    parameters = {
        "rows": rows,
        "columns": columns,
        "pieces": ["domino"],
        "holes": named(sorted(holes)),
    }
    return Variant(name, parameters, status, why)


FAMILY = DominoesFamily()
