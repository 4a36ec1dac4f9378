"""Pieces that do not attack each other: queens among holes, and one rook too many on a cross."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random

from satchel.errors import InputError
from satchel.families._boards import Square, board, named, scattered
from satchel.families.protocol import Paper, Track, Variant

_SMALLEST = 6
_STEPS = 20
"""Moves of the search for many queens, for each square of the board."""

_QUEEN = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))

_PAPER = Paper(
    title="Non-attacking Queens among Holes, and Rooks on Crosses",
    abstract=(
        "So many pieces of one kind are to be placed on a board with holes that none attacks "
        "another. Queens: as many as a local search has found, and one and two more, which may "
        "or may not be possible. Rooks: on a cross as many as it has lines that cover it, and "
        "one more, which is a pigeonhole principle hidden in the board."
    ),
    origin=(
        "Queens on a full board are easy to place [bell]; with holes, which end their lines, "
        "there may be more of them than rows, and the question for the largest number is one "
        "for an independent set in a graph without known structure. The most rooks are a "
        "maximum matching of lines with lines, and as many as the fewest lines that cover the "
        "board [koenig]; for resolution that is a pigeonhole principle, which needs proofs of "
        "exponential size [haken]."
    ),
    generation=(
        "Queens: an eighth of an $n x n$ board is holes, drawn at random. Queens are put on "
        "free squares; where there is none, a queen is put on one of the squares that the "
        "fewest attack, drawn at random, and those that attack it are taken away. The largest "
        "number seen in as many moves as 20 for each square is possible, and what is asked for "
        "is that number, one more, and two more.\n\n"
        "Rooks: a cross of $w = n/3$ neighbouring rows and $w$ neighbouring columns, rounded "
        "down, at places drawn at random, is what is left of an $n x n$ board. The $2w$ lines "
        "cover it, so that $2w + 1$ rooks are impossible."
    ),
    references={
        "bell": "J. Bell and B. Stevens, A Survey of Known Results and Research Areas for "
        "n-Queens, Discrete Mathematics 309(1), 2009, pp. 1-31.",
        "koenig": "D. König, Gráfok és mátrixok, Matematikai és Fizikai Lapok 38, 1931, "
        "pp. 116-119.",
        "haken": "A. Haken, The Intractability of Resolution, Theoretical Computer Science 39, "
        "1985, pp. 297-308.",
    },
)


_SIZES = range(16, 29, 2)
_REACH: Mapping[Track, range] = {
    "sat": _SIZES,
    "pb": _SIZES,
    "smt": range(8, 23, 2),
}


@dataclass(frozen=True)
class PlacementFamily:
    """Queens on boards with holes, rooks on crosses."""

    puzzle: str = "placement"
    summary: str = "queens among holes, about as many as fit, and one rook too many on a cross"
    measure: str = "squares on a side of the board"
    sizes: range = _SIZES
    tracks: Mapping[Track, range] = field(default_factory=lambda: _REACH)
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """As many queens as were found, a rook too many, and more queens; endlessly."""
        if size < _SMALLEST:
            raise InputError(f"placement: a size is {_SMALLEST} or more, not {size}")
        for number in count(1):
            whole = board(size, size)
            holes = scattered(random, whole, len(whole) // 8)
            placed = _most_found([square for square in whole if square not in holes], random)
            yield Variant(
                f"queens-{size}-{number}-{placed}",
                _parameters("queen", size, holes, placed),
                "sat",
                "a local search has placed them",
            )
            yield _cross(size, number, random)
            for more in (1, 2):
                yield Variant(
                    f"queens-{size}-{number}-{placed + more}",
                    _parameters("queen", size, holes, placed + more),
                )


def _cross(size: int, number: int, random: Random) -> Variant:
    arm = size // 3
    top, left = (random.randint(2, size - arm) for _ in range(2))
    holes = [
        (row, column)
        for row, column in board(size, size)
        if not (top <= row < top + arm or left <= column < left + arm)
    ]
    return Variant(
        f"rooks-{size}-{number}-at-{top}-{left}",
        _parameters("rook", size, holes, 2 * arm + 1),
        "unsat",
        f"{arm} rows and {arm} columns cover the board",
    )


def _most_found(squares: list[Square], random: Random) -> int:
    """How many queens a local search has placed, none attacking another."""
    reach = _reach(squares)
    queens: set[Square] = set()
    attackers = dict.fromkeys(squares, 0)
    most = 0
    for _ in range(_STEPS * len(squares)):
        empty = [square for square in squares if square not in queens]
        fewest = min(attackers[square] for square in empty)
        chosen = random.choice([square for square in empty if attackers[square] == fewest])
        for queen in queens.intersection(reach[chosen]):
            queens.remove(queen)
            for square in reach[queen]:
                attackers[square] -= 1
        queens.add(chosen)
        for square in reach[chosen]:
            attackers[square] += 1
        most = max(most, len(queens))
    return most


def _reach(squares: list[Square]) -> dict[Square, list[Square]]:
    """The squares that a queen attacks from each."""
    inside = set(squares)
    reach: dict[Square, list[Square]] = {square: [] for square in squares}
    for square in squares:
        for down, right in _QUEEN:
            row, column = square
            while (row := row + down, column := column + right) in inside:
                reach[square].append((row, column))
    return reach


def _parameters(piece: str, size: int, holes: list[Square], pieces: int) -> dict[str, object]:
    return {
        "piece": piece,
        "rows": size,
        "columns": size,
        "holes": named(holes),
        "count": pieces,
    }


FAMILY = PlacementFamily()
