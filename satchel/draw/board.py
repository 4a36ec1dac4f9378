"""A rectangular board with a symbol on some of its squares.

        1 2 3 4
      ┌────────
    1 │ · ♛ · ·
    2 │ · · · ♛
    3 │ ♛ · · ·
    4 │ · · ♛ ·

Rows are numbered from the top and columns from the left, both from 1. A blank is a hole: no square.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from satchel.draw.drawing import Drawing
from satchel.draw.squares import MARGIN, Grid, Square
from satchel.draw.svg import FAINT, INK
from satchel.draw.terminal import BOLD, DIM, RED, labelled, styled
from satchel.printable import printable

__all__ = ["Board", "Square"]

EMPTY, HOLE, BLOCKED, CROSS = "·", " ", "▪", "✗"
_STYLES = {EMPTY: (DIM,), BLOCKED: (DIM,), CROSS: (RED,)}


@dataclass(frozen=True, repr=False)
class Board(Drawing):
    """Symbols are one column wide; `legend` explains those that do not explain themselves."""

    rows: int
    columns: int
    symbols: Mapping[Square, str]
    legend: Mapping[str, str] = field(default_factory=dict)

    def text(self, *, color: bool = False) -> str:
        """The board with its numbers, and below it the legend of the symbols that occur."""
        width = len(str(self.columns))

        def shown(symbol: str) -> str:
            symbol = printable(symbol)
            blanks = " " * (width - len(symbol) + 1)
            return blanks + (styled(symbol, *_STYLES.get(symbol, (BOLD,))) if color else symbol)

        columns = range(1, self.columns + 1)
        rows = [
            "".join(shown(self.symbols.get((row, column), EMPTY)) for column in columns)
            for row in range(1, self.rows + 1)
        ]
        lines = labelled(rows, self.columns, width)
        used = set(self.symbols.values())
        legend = [
            f"{printable(symbol)} {printable(words)}"
            for symbol, words in self.legend.items()
            if symbol in used
        ]
        return "\n".join([*lines, "  ".join(legend)] if legend else lines)

    def svg(self) -> str:
        """A chequered board; pieces are outlines, blocked squares dark, holes not there."""
        used = set(self.symbols.values())
        legend = [(symbol, words) for symbol, words in self.legend.items() if symbol in used]
        grid = Grid(self.rows, self.columns, below=22 * len(legend))
        squares = [
            (row, column)
            for row in range(1, self.rows + 1)
            for column in range(1, self.columns + 1)
            if self.symbols.get((row, column)) != HOLE
        ]
        grid.draw_squares(squares)
        for square, symbol in self.symbols.items():
            _draw_symbol(grid, symbol, grid.center(square), grid.unit)
        for line, (symbol, words) in enumerate(legend):
            y = grid.bottom + 16 + 22 * line
            _draw_symbol(grid, symbol, (MARGIN + 8, y), 18)
            grid.svg.text(words, (MARGIN + 24, y), 13, anchor=0)
        return str(grid.svg)


def _draw_symbol(grid: Grid, symbol: str, center: tuple[float, float], unit: float) -> None:
    x, y = center
    match symbol:
        case " " | "·":
            pass
        case "▪":
            half = unit / 2
            grid.svg.rectangle((x - half, y - half), (unit, unit), "#4a4a4a")
        case "✗":
            arm = unit * 0.22
            for sign in (1, -1):
                ends = [(x - arm, y - sign * arm), (x + arm, y + sign * arm)]
                grid.svg.line(ends, FAINT, max(unit * 0.06, 1))
        case _:
            grid.svg.symbol(symbol, center, unit * 0.9, INK)
