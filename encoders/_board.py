"""The turns and reflections of a rectangular board, and generators of those that keep some squares.

Squares are (row, column) from 1, row 1 on top.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from satchel.ir import Symmetry

Square = tuple[int, int]


@dataclass(frozen=True)
class Turn:
    """A symmetry of a board of so many rows and columns; the two are swapped first, if at all."""

    rows: int
    columns: int
    swapped: bool
    upside_down: bool
    mirrored: bool

    def __call__(self, square: Square) -> Square:
        """Where the square goes."""
        row, column = reversed(square) if self.swapped else square
        return (
            self.rows + 1 - row if self.upside_down else row,
            self.columns + 1 - column if self.mirrored else column,
        )

    def after(self, first: Turn) -> Turn:
        """The first, then this one."""
        flips = (first.upside_down, first.mirrored)
        down, right = reversed(flips) if self.swapped else flips
        return Turn(
            self.rows,
            self.columns,
            self.swapped != first.swapped,
            self.upside_down != down,
            self.mirrored != right,
        )


_NAMES: Mapping[str, tuple[bool, bool, bool]] = {
    "quarter turn": (True, False, True),
    "half turn": (False, True, True),
    "upside down": (False, True, False),
    "mirrored": (False, False, True),
    "diagonal": (True, False, False),
    "other diagonal": (True, True, True),
}
"""What is swapped and turned over; in this order, so that the first that fit are generators."""


def turns(rows: int, columns: int, keeps: Callable[[Turn], bool]) -> Iterator[tuple[str, Turn]]:
    """Generators, with their names, of all turns of the board that keep what has to be kept."""
    known = {Turn(rows, columns, False, False, False)}
    for name, parts in _NAMES.items():
        turn = Turn(rows, columns, *parts)
        if turn in known or (turn.swapped and rows != columns):
            continue
        if keeps(turn):
            yield name, turn
            known = _generated({*known, turn})


def keeping(*kept: Collection[Square]) -> Callable[[Turn], bool]:
    """Whether a turn maps each of the sets of squares to itself."""
    return lambda turn: all(
        {turn(square) for square in squares} == set(squares) for squares in kept
    )


def _generated(turns: set[Turn]) -> set[Turn]:
    """All that can be made of these, one after the other."""
    more = {one.after(other) for one in turns for other in turns}
    return turns if more <= turns else _generated(turns | more)


def cell_symmetries(
    names: Mapping[Square, str], rows: int, columns: int, *kept: Collection[Square]
) -> Iterator[Symmetry]:
    """The turns that keep the named squares and all given sets, on a value for each square."""
    for label, turn in turns(rows, columns, keeping(names.keys(), *kept)):
        yield Symmetry(label, {names[turn(square)]: name for square, name in names.items()})
