"""A tour over the squares of a board.

       1  2  3
     1 1  4  7
     2 6  .  2
     3 3  8  5

In the terminal each square has its place on the tour, from 1; squares on no tour have a dot, holes
are blank. `moves` that branch or fall apart are drawn as far as they can be followed from `start`.
"""

from __future__ import annotations

from dataclasses import dataclass

from satchel.draw.board import Square
from satchel.draw.drawing import Drawing


@dataclass(frozen=True)
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

    def text(self) -> str:
        """The board with the number at which each square is visited."""
        numbers = {square: str(number) for number, square in enumerate(self.order(), 1)}
        board = set(self.squares)
        margin = len(str(self.rows))
        width = max(len(str(len(self.squares))), len(str(self.columns)))
        head = "".join(f" {column:>{width}}" for column in range(1, self.columns + 1))
        lines = [" " * margin + head]
        for row in range(1, self.rows + 1):
            cells = (
                numbers.get((row, column), "·") if (row, column) in board else ""
                for column in range(1, self.columns + 1)
            )
            lines.append(f"{row:>{margin}}" + "".join(f" {cell:>{width}}" for cell in cells))
        return "\n".join(line.rstrip() for line in lines)
