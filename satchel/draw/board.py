"""A rectangular board with a symbol on some of its squares.

       1 2 3 4
     1 · ♛ · ·
     2 · · · ♛
     3 ♛ · · ·
     4 · · ♛ ·

Rows are numbered from the top and columns from the left, both from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from satchel.draw.drawing import Drawing

Square = tuple[int, int]
"""(row, column), from 1."""

_EMPTY = "·"


@dataclass(frozen=True)
class Board(Drawing):
    """Symbols are one column wide; `legend` explains those that do not explain themselves."""

    rows: int
    columns: int
    symbols: Mapping[Square, str]
    legend: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The board with its numbers, and below it the legend of the symbols that occur."""
        margin, width = len(str(self.rows)), len(str(self.columns))
        head = " " * margin
        lines = [head + "".join(f" {column:>{width}}" for column in self._columns())]
        for row in range(1, self.rows + 1):
            symbols = (self.symbols.get((row, column), _EMPTY) for column in self._columns())
            lines.append(f"{row:>{margin}}" + "".join(f" {symbol:>{width}}" for symbol in symbols))
        used = set(self.symbols.values())
        legend = [f"{symbol} {words}" for symbol, words in self.legend.items() if symbol in used]
        return "\n".join([*lines, "  ".join(legend)] if legend else lines)

    def _columns(self) -> range:
        return range(1, self.columns + 1)
