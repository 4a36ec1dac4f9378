"""The chequered ground of boards and tours, with numbers at its sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from satchel.draw.svg import FAINT, Point, Svg

Square: TypeAlias = tuple[int, int]
"""(row, column), from 1."""

MARGIN = 30
_PIXELS = 640
_LIGHT, _DARK, _PALE = "#f4ead5", "#d3b58d", "#e4d3b6"
_SMALLEST = 14
"""Squares below this size have no numbers: those would not be readable."""


class Grid:
    """A picture with room for so many squares, and for what is `below` them."""

    def __init__(self, rows: int, columns: int, *, below: float = 0) -> None:
        self.unit = min(_PIXELS / max(rows, columns), 48.0)
        self.bottom = MARGIN + rows * self.unit
        width = columns * self.unit + MARGIN
        self.svg = Svg(width + MARGIN / 2, self.bottom + max(below + 10, MARGIN / 2))
        self._rows, self._columns = rows, columns

    def center(self, square: Square) -> Point:
        """The middle of a square."""
        row, column = square
        return MARGIN + (column - 0.5) * self.unit, MARGIN + (row - 0.5) * self.unit

    def draw_squares(self, squares: Iterable[Square], *, pale: bool = False) -> None:
        """The squares that are there, and the numbers of rows and columns.

        They are `pale` where lines go over them.
        """
        dark = _PALE if pale else _DARK
        for row, column in squares:
            corner = MARGIN + (column - 1) * self.unit, MARGIN + (row - 1) * self.unit
            color = dark if (row + column) % 2 else _LIGHT
            self.svg.rectangle(corner, (self.unit, self.unit), color)
        if self.unit < _SMALLEST:
            return
        size = min(13.0, self.unit * 0.5)
        for column in range(1, self._columns + 1):
            at = self.center((1, column))[0], MARGIN - 12
            self.svg.text(str(column), at, size, color=FAINT)
        for row in range(1, self._rows + 1):
            self.svg.text(
                str(row), (MARGIN - 8, self.center((row, 1))[1]), size, color=FAINT, anchor=1
            )
