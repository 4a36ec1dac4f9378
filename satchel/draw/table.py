"""A table with a head, rows, and lines of text below it.

    house  colour  drink
    1      yellow  water
    2      blue    tea

    Who drinks tea? Ukrainian

Cells may be in any script: characters that a terminal draws two columns wide are counted so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from satchel.draw.drawing import Drawing


@dataclass(frozen=True)
class Table(Drawing):
    """Every row has as many cells as the head; `notes` are printed below, a line each."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def text(self) -> str:
        """The columns aligned on the left, two blanks apart; then the notes."""
        lines = [self.head, *self.rows]
        widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
        table = [_line(line, widths) for line in lines]
        return "\n".join([*table, "", *self.notes] if self.notes else table)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        cell + " " * (width - cell_len(cell)) for cell, width in zip(cells, widths, strict=True)
    )
    return "  ".join(padded).rstrip()
