"""A tour over the squares of a board.

        1 2 3
      ┌──────
    1 │ 1 4 7
    2 │ 6 · 2
    3 │ 3 8 5

In the terminal each square has its place on the tour, from 1; squares on no tour have a dot, holes
are blank. `moves` that branch or fall apart are drawn as far as they can be followed from `start`.
"""

from __future__ import annotations

from dataclasses import dataclass

from satchel.draw.drawing import Drawing
from satchel.draw.squares import Grid, Square
from satchel.draw.terminal import DIM, GREEN, RED, labelled, styled

_LINE, _FIRST, _LAST = "#1f4e8c", "#2f9e44", "#d6336c"
_DOTTED = 10
"""Squares from this size on have a dot where the tour turns."""


@dataclass(frozen=True, repr=False)
class Tour(Drawing):
    """The squares that are there, and the pairs of them between which the tour goes."""

    rows: int
    columns: int
    squares: tuple[Square, ...]
    moves: tuple[tuple[Square, Square], ...]
    start: Square | None = None

    def order(self) -> list[Square]:
        """The squares as they are visited; a closed tour or a free start begins at an end, or at
        the first square."""
        near: dict[Square, list[Square]] = {}
        for one, other in self.moves:
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
        if not near:
            return []
        ends = [square for square in self.squares if len(near.get(square, ())) == 1]
        first = self.start if self.start in near else next(iter([*ends, *self.squares]))
        order: dict[Square, None] = {}
        here: Square | None = first
        while here is not None:
            order[here] = None
            here = next((there for there in near.get(here, ()) if there not in order), None)
        return list(order)

    def text(self, *, color: bool = False) -> str:
        """The board with the number at which each square is visited."""
        order = self.order()
        numbers = {square: str(number) for number, square in enumerate(order, 1)}
        styles = dict.fromkeys(order[-1:], RED) | dict.fromkeys(order[:1], GREEN)
        board = set(self.squares)
        width = max(len(str(len(self.squares))), len(str(self.columns)))

        def shown(square: Square) -> str:
            cell = numbers.get(square, "·") if square in board else ""
            padded = f" {cell:>{width}}"
            style = styles.get(square, DIM if cell == "·" else "")
            return styled(padded, style) if color and style else padded

        rows = [
            "".join(shown((row, column)) for column in range(1, self.columns + 1))
            for row in range(1, self.rows + 1)
        ]
        return "\n".join(line.rstrip() for line in labelled(rows, self.columns, width))

    def svg(self) -> str:
        """The moves as lines over the board; an open tour begins green and ends red."""
        grid = Grid(self.rows, self.columns)
        grid.draw_squares(self.squares, pale=True)
        thickness = max(grid.unit * 0.07, 0.8)
        order = self.order()
        whole = len(order) == len({square for move in self.moves for square in move})
        if whole and len(self.moves) in (len(order), len(order) - 1):
            points = [grid.center(square) for square in order]
            grid.svg.line(points, _LINE, thickness, closed=len(self.moves) == len(order))
        else:
            for move in self.moves:
                grid.svg.line([grid.center(square) for square in move], _LINE, thickness)
        for square in order if grid.unit >= _DOTTED else ():
            grid.svg.circle(grid.center(square), grid.unit * 0.09, _LINE)
        if order and len(self.moves) != len(order):
            for square, color in ((order[0], _FIRST), (order[-1], _LAST)):
                grid.svg.circle(grid.center(square), grid.unit * 0.2, color)
        return str(grid.svg)
