"""Closed knight's tours on boards with holes: some are cut out of a tour, some cannot have one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from satchel.errors import InputError
from satchel.families._knights import Square, board, random_cycle, random_strip
from satchel.families.protocol import Paper, Track, Variant

_SMALLEST = 6
_STRIP = 4
"""Rows of a board on which no closed tour is possible."""

_PAPER = Paper(
    title="Knight's Tours on Boards with Holes",
    abstract="",
    origin="",
    generation="",
    references={},
)


@dataclass(frozen=True)
class KnightsTourFamily:
    """Square boards with a tour, strips without one."""

    puzzle: str = "knights_tour"
    summary: str = "closed knight's tours on boards with holes"
    measure: str = "squares on a side of the board; a strip of 4 rows has twice as many columns"
    sizes: range = range(8, 25)
    tracks: frozenset[Track] = frozenset({"sat", "smt", "pb"})
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """A board out of which a tour has been cut, and a strip, in turns, endlessly."""
        if size < _SMALLEST:
            raise InputError(f"a board of the family has a side of {_SMALLEST} or more, not {size}")
        for number in count(1):
            yield _planted(size, number, random)
            yield _strip(2 * size, number, random)


def _planted(side: int, number: int, random: Random) -> Variant:
    """A board whose squares are those of a random tour."""
    moves = board(side, side)
    tour = set(random_cycle(moves, random, side * side // 16))
    holes = [square for square in moves if square not in tour]
    return Variant(
        f"{side}x{side}-{number}",
        _parameters(side, side, holes),
        "sat",
        "the board was cut out along a random closed tour",
    )


def _strip(columns: int, number: int, random: Random) -> Variant:
    """A board of four rows, as many holes in the outer ones as in the inner ones."""
    holes = random_strip(columns, random, columns // 6)
    return Variant(
        f"{_STRIP}x{columns}-{number}",
        _parameters(_STRIP, columns, holes),
        "unsat",
        "a tour would alternate between the outer rows and the inner ones, and so between "
        "black and white: all outer squares would be of one colour",
    )


def _parameters(rows: int, columns: int, holes: list[Square]) -> dict[str, Any]:
    return {
        "rows": rows,
        "columns": columns,
        "closed": True,
        "holes": [f"r{row}c{column}" for row, column in holes],
    }


FAMILY = KnightsTourFamily()
