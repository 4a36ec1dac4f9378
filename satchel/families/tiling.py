"""Rectangles and hexominoes: some were cut into them, others have too many of one colour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Literal

from satchel.errors import InputError
from satchel.families._hexominoes import Hexomino, balanced, cut, drawn, hexominoes
from satchel.families.protocol import Paper, Track, Variant

_SMALLEST, _LARGEST = 6, 24
_ROWS = 6

_PAPER = Paper(
    title="Rectangles and Different Hexominoes",
    abstract=(
        "A rectangle is to be covered with hexominoes, one of each of a given set. Some "
        "rectangles were cut into different hexominoes at random, so that they can be put "
        "together again. In the others one of the pieces was exchanged, so that the pieces "
        "cannot cover equally many squares of both colours of a chessboard: a parity argument "
        "that resolution has no short way to state."
    ),
    origin=(
        "Golomb [golomb] showed that the 35 hexominoes do not cover a rectangle: 24 of them "
        "cover three squares of each colour of a chessboard, the other 11 four and two, and 11 "
        "is odd. Whether a set of polyominoes covers a board is NP-complete even for sets of "
        "one or two small shapes, where the board may have any shape [moore], and jigsaw "
        "puzzles, edge matching and packing of polyominoes are the same problem in disguise "
        "[demaine]. As an exact cover it is a classic of backtracking [knuth]. A close "
        "relative, the mutilated chessboard with dominoes, needs resolution proofs of "
        "exponential size [alekhnovich]."
    ),
    generation=(
        "A rectangle of 6 rows and $n$ columns is filled from left to right with hexominoes "
        "that are all different and laid at random in all their turns and reflections; where "
        "that comes to nothing the last ones are taken up again. The pieces found are the set "
        "of a satisfiable instance, in the order of a fixed list of all hexominoes.\n\n"
        "As the rectangle has equally many squares of both colours, an even number of the "
        "pieces cover four squares of one colour and two of the other. For an unsatisfiable "
        "instance one piece of the set is exchanged for one that is not in it and of the other "
        "kind, so that the number becomes odd. Nothing else distinguishes the two."
    ),
    references={
        "golomb": "S. W. Golomb, Polyominoes: Puzzles, Patterns, Problems, and Packings, 2nd "
        "edition, Princeton University Press, 1994.",
        "moore": "C. Moore and J. M. Robson, Hard Tiling Problems with Simple Tiles, Discrete & "
        "Computational Geometry 26(4), 2001, pp. 573-590.",
        "demaine": "E. D. Demaine and M. L. Demaine, Jigsaw Puzzles, Edge Matching, and Polyomino "
        "Packing: Connections and Complexity, Graphs and Combinatorics 23, 2007, pp. 195-208.",
        "knuth": "D. E. Knuth, Dancing Links, Millennial Perspectives in Computer Science, "
        "Palgrave, 2000, pp. 187-214.",
        "alekhnovich": "M. Alekhnovich, Mutilated Chessboard Problem Is Exponentially Hard for "
        "Resolution, Theoretical Computer Science 310(1-3), 2004, pp. 513-525.",
    },
)


_SIZES = range(7, 17)
_REACH: Mapping[Track, range] = {
    "sat": _SIZES,
    "pb": range(6, 15),
    "smt": range(6, 13),
}


@dataclass(frozen=True)
class TilingFamily:
    """Rectangles with the pieces that they were cut into, or with one piece exchanged."""

    puzzle: str = "tiling"
    summary: str = "a rectangle and different hexominoes that cover it, or that never do"
    measure: str = "hexominoes, and columns of the rectangle"
    sizes: range = _SIZES
    tracks: Mapping[Track, range] = field(default_factory=lambda: _REACH)
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """The pieces of a cut rectangle, then with one exchanged; endlessly."""
        if not _SMALLEST <= size <= _LARGEST:
            raise InputError(f"tiling: a size is {_SMALLEST} to {_LARGEST}, not {size}")
        for number in count(1):
            pieces = cut(_ROWS, size, random)
            yield _variant(
                f"cut-{_ROWS}x{size}-{number}",
                pieces,
                "sat",
                "the rectangle was cut into these hexominoes",
            )
            odd = _exchanged(pieces, random)
            yield _variant(
                f"odd-{_ROWS}x{size}-{number}",
                odd,
                "unsat",
                f"{sum(not balanced(piece) for piece in odd)} hexominoes cover four squares of one "
                "colour, which is an odd number",
            )


def _exchanged(pieces: list[Hexomino], random: Random) -> list[Hexomino]:
    """The pieces with one of them exchanged for one of the other kind."""
    out = random.choice(pieces)
    others = [h for h in hexominoes() if h not in pieces and balanced(h) != balanced(out)]
    return sorted([*(piece for piece in pieces if piece != out), random.choice(others)])


def _variant(
    name: str, pieces: list[Hexomino], status: Literal["sat", "unsat"], why: str
) -> Variant:
    parameters = {
        "rows": _ROWS,
        "columns": len(pieces),
        "pieces": [drawn(piece) for piece in pieces],
        "copies": "one",
    }
    return Variant(name, parameters, status, why)


FAMILY = TilingFamily()
