"""Boards of knight's tours: the squares, the moves between them, and where a tour goes first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from satchel.puzzle import ParameterError, parameter

Square = tuple[int, int]
Move = tuple[int, int]
"""Two squares by their place in `Parameters.squares`, the earlier first."""

ANY = "any"
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2))


@dataclass(frozen=True)
class Parameters:
    """A board, and where the tour begins and ends."""

    rows: int = parameter(help="rows of the board")
    columns: int | None = parameter(default=None, help="columns of the board; as many as rows")
    closed: bool = parameter(default=False, help="whether the tour returns to where it began")
    start: str | None = parameter(default=None, help="first square of an open tour, or any")
    goal: str | None = parameter(default=None, help="last square of an open tour, or any")
    holes: tuple[str, ...] = parameter(default=(), help="squares that are not there")
    directed: bool = parameter(
        default=False, help="a tour and its reverse are two: shown is where it goes first"
    )

    def __post_init__(self) -> None:
        for name, value in (("rows", self.rows), ("columns", self.width)):
            if value < 1:
                raise ParameterError(name, f"at least 1 is expected, not {value}")
        for square in self.holes:
            self._square("holes", square)
        if not self.squares:
            raise ParameterError("holes", "no square is left")
        for name, text in (("start", self.start), ("goal", self.goal)):
            if text is None:
                continue
            if self.closed:
                raise ParameterError(name, "a closed tour has none")
            if text != ANY and self._square(name, text) not in self.squares:
                raise ParameterError(name, f"{text} is a hole")
        if self.directed and not self.closed and self.ends != (None, None):
            raise ParameterError("directed", "an end that is given says the direction")
        if not self.closed and len(self.squares) > 1 and self.ends[0] == self.ends[1] is not None:
            raise ParameterError("goal", f"{name_of(self.ends[0])} is the start, too")

    def _square(self, parameter_name: str, text: str) -> Square:
        match = re.fullmatch(r"r(\d{1,9})c(\d{1,9})", text)
        square = (int(match[1]), int(match[2])) if match else (0, 0)
        if not (1 <= square[0] <= self.rows and 1 <= square[1] <= self.width):
            words = f"a square r1c1..r{self.rows}c{self.width} is expected, not {text!r}"
            raise ParameterError(parameter_name, words)
        return square

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.rows if self.columns is None else self.columns

    @cached_property
    def squares(self) -> dict[Square, int]:
        """The squares in order, each with its number from 0."""
        holes = {self._square("holes", hole) for hole in self.holes}
        board = ((r, c) for r in range(1, self.rows + 1) for c in range(1, self.width + 1))
        return {s: number for number, s in enumerate(s for s in board if s not in holes)}

    @property
    def ends(self) -> tuple[Square | None, Square | None]:
        """The first and the last square of an open tour; None where it is free."""
        first, last = next(iter(self.squares)), next(reversed(self.squares))
        start = first if self.start is None else self._end("start", self.start)
        goal = last if self.goal is None else self._end("goal", self.goal)
        return start, goal

    def _end(self, parameter_name: str, text: str) -> Square | None:
        return None if text == ANY else self._square(parameter_name, text)

    @cached_property
    def moves(self) -> dict[Move, str]:
        """Every move between two squares, with the name under which it is shown."""
        return {
            (here, self.squares[there]): f"{name_of(square)}-{name_of(there)}"
            for square, here in self.squares.items()
            for there in sorted((square[0] + down, square[1] + right) for down, right in _JUMPS)
            if there in self.squares
        }

    @cached_property
    def first(self) -> dict[int, str]:
        """Where a directed tour may go first, by number, with the name under which it is shown.

        A closed tour goes from the first square to one of its neighbours; an open one begins
        somewhere.
        """
        if not self.directed or len(self.squares) == 1:
            return {}
        if not self.closed:
            return {number: f"{name_of(s)} first" for s, number in self.squares.items()}
        origin, *_ = self.squares
        near = [v for u, v in self.moves if u == 0]
        squares = list(self.squares)
        return {v: f"{name_of(origin)}>{name_of(squares[v])}" for v in near}


def name_of(square: Square | None) -> str:
    """A square as it is written."""
    return ANY if square is None else f"r{square[0]}c{square[1]}"
