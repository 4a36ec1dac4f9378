"""Closed knight's tours on boards with holes: some cut out along a tour, some without any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from satchel.errors import InputError
from satchel.families._knights import Square, board, random_cycle
from satchel.families._mutilated import mutilated
from satchel.families.protocol import Paper, Track, Variant

_SMALLEST = 6

_PAPER = Paper(
    title="Knight's Tours on Boards with Holes",
    abstract=(
        "A knight is to visit every square of a board once and to return to where it began. The "
        "boards are square and have holes. Some were cut out along a random tour, so that they "
        "have one. On the others some squares of one colour have too few neighbours: a flow "
        "argument shows it, but resolution has to count, as on the mutilated chessboard."
    ),
    origin=(
        "Closed knight's tours have been constructed since Euler [euler]; it is known which "
        "rectangular boards have one [schwenk]. With holes the question becomes that of a "
        "Hamiltonian cycle in a subgraph of a grid-like graph, and no simple rule is known. As a "
        "SAT problem it has two parts: each square has two moves, and the moves form one cycle in "
        "place of many. The first part alone can be hard for resolution where it has no "
        "solution: it is close to the perfect matchings of the mutilated chessboard, which need "
        "proofs of exponential size [dantchev, alekhnovich]."
    ),
    generation=(
        "Satisfiable boards: a random path over all squares of an $n x n$ board is grown to "
        "squares with few ways on; a path that cannot be prolonged is turned around at a square "
        "that its end attacks [posa]. Its longest part whose ends are a move apart is a tour. "
        "Then pairs of squares are passed over where the squares before and after them are a move "
        "apart, until about a sixteenth of the board is left out. What the tour does not visit "
        "are the holes.\n\n"
        "Unsatisfiable boards: on a closed tour every square has two moves, and both lead to the "
        "other colour. Holes are cut at random among the neighbours of the squares of one "
        "colour in one half of the board, until these neighbours cannot take two moves of each of "
        "them, even where each takes two; as many holes are cut into the squares of that colour "
        "elsewhere, so that both colours have equally many squares. No square keeps fewer than "
        "three moves when a neighbour of it is cut. A maximum flow [ford] finds the smallest "
        "group of squares that lack moves; boards where it has less than three quarters of the "
        "squares it was meant to have are thrown away, since small groups are found at once."
    ),
    references={
        "euler": "L. Euler, Solution d'une question curieuse qui ne paroit soumise à aucune "
        "analyse, Mémoires de l'Académie Royale des Sciences et Belles-Lettres 15, Berlin, 1766, "
        "pp. 310-337.",
        "schwenk": "A. J. Schwenk, Which Rectangular Chessboards Have a Knight's Tour?, "
        "Mathematics Magazine 64(5), 1991, pp. 325-332.",
        "dantchev": "S. Dantchev and S. Riis, Planar Tautologies Hard for Resolution, 42nd IEEE "
        "Symposium on Foundations of Computer Science (FOCS), 2001, pp. 220-229.",
        "alekhnovich": "M. Alekhnovich, Mutilated Chessboard Problem Is Exponentially Hard for "
        "Resolution, Theoretical Computer Science 310(1-3), 2004, pp. 513-525.",
        "posa": "L. Pósa, Hamiltonian Circuits in Random Graphs, Discrete Mathematics 14(4), 1976, "
        "pp. 359-364.",
        "ford": "L. R. Ford and D. R. Fulkerson, Maximal Flow through a Network, Canadian Journal "
        "of Mathematics 8, 1956, pp. 399-404.",
    },
)


_SIZES = range(16, 29, 2)
_REACH: Mapping[Track, range] = {
    "sat": _SIZES,
    "pb": range(8, 21, 2),
    "smt": range(6, 19, 2),
}


@dataclass(frozen=True)
class KnightsTourFamily:
    """Square boards with a tour, and smaller ones without."""

    puzzle: str = "knights_tour"
    summary: str = "closed knight's tours on boards with holes"
    measure: str = "n: a side of n squares where there is a tour, of 10 + n/4 where there is none"
    sizes: range = _SIZES
    tracks: Mapping[Track, range] = field(default_factory=lambda: _REACH)
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """A board cut out along a tour and one without any, in turns, endlessly."""
        if size < _SMALLEST:
            raise InputError(f"knights_tour: a size is {_SMALLEST} or more, not {size}")
        for number in count(1):
            yield _planted(size, number, random)
            refuted = _refuted(size, number, random)
            if refuted is not None:
                yield refuted


def _planted(size: int, number: int, random: Random) -> Variant:
    moves = board(size, size)
    tour = set(random_cycle(moves, random, size * size // 16))
    holes = [square for square in moves if square not in tour]
    return Variant(
        f"tour-{size}x{size}-{number}",
        _parameters(size, holes),
        "sat",
        "the board was cut out along a random closed tour",
    )


def _refuted(size: int, number: int, random: Random) -> Variant | None:
    side = 10 + size // 4
    found = mutilated(side, random)
    if found is None:
        return None
    return Variant(
        f"none-{size}-{side}x{side}-{number}",
        _parameters(side, found.holes),
        "unsat",
        f"{found.squares} squares of one colour need two moves each, and their neighbours can "
        f"take {found.moves}",
    )


def _parameters(side: int, holes: list[Square]) -> dict[str, Any]:
    return {
        "rows": side,
        "closed": True,
        "holes": [f"r{row}c{column}" for row, column in holes],
    }


FAMILY = KnightsTourFamily()
