"""Most knights on a board with holes, none attacking another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random

from satchel.errors import InputError
from satchel.families._boards import board, named, scattered
from satchel.families.protocol import Paper, Track, Variant

_SMALLEST = 4

_PAPER = Paper(
    title="Most Non-attacking Knights on Boards with Holes",
    abstract=(
        "As many knights as possible are to be placed on a board with holes such that none "
        "attacks another. A matching gives the optimum in polynomial time, so that every answer "
        "can be checked. Solvers that go up from below need to prove a pigeonhole principle "
        "many times over; those that count the disjoint conflicts are done at once."
    ),
    origin=(
        "Knights attack squares of the other colour only, so that on the chessboard 32 of them "
        "stand on all squares of one colour, and no more are possible [dudeney]. With holes the "
        "colours no longer tell the answer: the most knights are the squares less the pairs of "
        "a maximum matching [koenig], which algorithms find fast [hopcroft]. For a solver it is "
        "a maximum independent set of some hundred vertices. Core-guided MaxSAT [morgado] finds "
        "the pairs as cores; linear search has to refute one knight more than the optimum, for "
        "which resolution with counters needs luck."
    ),
    generation=(
        "A board of $n$ rows and $n$ to $n + 3$ columns gets holes on an eighth of its places, "
        "drawn at random, so that instances of one size differ in their optimum, too. The empty "
        "board is always a solution; what is asked for is the largest number of knights."
    ),
    references={
        "dudeney": "H. E. Dudeney, Amusements in Mathematics, Thomas Nelson and Sons, 1917.",
        "koenig": "D. König, Gráfok és mátrixok, Matematikai és Fizikai Lapok 38, 1931, "
        "pp. 116-119.",
        "hopcroft": "J. E. Hopcroft and R. M. Karp, An n^(5/2) Algorithm for Maximum Matchings in "
        "Bipartite Graphs, SIAM Journal on Computing 2(4), 1973, pp. 225-231.",
        "morgado": "A. Morgado, C. Dodaro and J. Marques-Silva, Core-Guided MaxSAT with Soft "
        "Cardinality Constraints, 20th International Conference on Principles and Practice of "
        "Constraint Programming (CP), 2014, pp. 564-573.",
    },
)


_SIZES = range(12, 61, 6)
_REACH: Mapping[Track, range] = {
    "maxsat": _SIZES,
    "pb": _SIZES,
}


@dataclass(frozen=True)
class MostKnightsFamily:
    """Boards that are nearly square, with holes."""

    puzzle: str = "placement"
    summary: str = "most knights on a board with holes, none attacking another"
    measure: str = "rows of the board"
    sizes: range = _SIZES
    tracks: Mapping[Track, range] = field(default_factory=lambda: _REACH)
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """Boards of that many rows, endlessly."""
        if size < _SMALLEST:
            raise InputError(f"most_knights: a size is {_SMALLEST} or more, not {size}")
        for number in count(1):
            columns = size + random.randrange(4)
            squares = board(size, columns)
            yield Variant(
                f"{size}x{columns}-{number}",
                {
                    "piece": "knight",
                    "rows": size,
                    "columns": columns,
                    "holes": named(scattered(random, squares, len(squares) // 8)),
                    "objective": "most",
                },
                "sat",
                "the empty board is a solution",
            )


FAMILY = MostKnightsFamily()
