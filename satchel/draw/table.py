"""A table with a head, rows, and lines of text below it.

    house  colour  drink
    1      yellow  water
    2      blue    tea

    Who drinks tea? Ukrainian

Cells may be in any script: characters that a terminal draws two columns wide are counted so.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from satchel.draw.drawing import Drawing
from satchel.draw.glyphs import width as text_width
from satchel.draw.svg import FAINT, Svg
from satchel.draw.terminal import BOLD, styled
from satchel.printable import printable

_SIZE, _ROW, _PAD = 15, 28, 12
_HEAD = "#e8eef6"


@dataclass(frozen=True, repr=False)
class Table(Drawing):
    """Every row has as many cells as the head; `notes` are printed below, a line each."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def text(self, *, color: bool = False) -> str:
        """The columns aligned on the left, two blanks apart; then the notes."""
        from rich.cells import cell_len  # here: few programs that draw draw a table

        lines = [tuple(map(printable, line)) for line in (self.head, *self.rows)]
        notes = map(printable, self.notes)
        widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
        table = [
            "  ".join(
                cell + " " * (width - cell_len(cell))
                for cell, width in zip(line, widths, strict=True)
            ).rstrip()
            for line in lines
        ]
        if color:
            table[0] = styled(table[0], BOLD)
        return "\n".join([*table, "", *notes] if self.notes else table)

    def svg(self) -> str:
        """Lines between the rows, a ground behind the head."""
        lines = [self.head, *self.rows]
        widths = [
            max(map(text_width, column)) * _SIZE + 2 * _PAD for column in zip(*lines, strict=True)
        ]
        longest = max((text_width(note) * _SIZE for note in self.notes), default=0)
        across = sum(widths)
        bottom = _PAD + len(lines) * _ROW
        below = _PAD + len(self.notes) * 0.8 * _ROW if self.notes else 0
        svg = Svg(max(across, longest) + 2 * _PAD, bottom + below + _PAD)
        svg.rectangle((_PAD, _PAD), (across, _ROW), _HEAD)
        for number, line in enumerate(lines):
            y, x = _PAD + number * _ROW, float(_PAD)
            for cell, width in zip(line, widths, strict=True):
                svg.text(cell, (x + _PAD, y + _ROW / 2), _SIZE, anchor=0)
                x += width
            svg.line([(_PAD, y + _ROW), (_PAD + across, y + _ROW)], FAINT, 0.7)
        for number, note in enumerate(self.notes):
            svg.text(note, (_PAD, bottom + _PAD + (number + 0.5) * 0.8 * _ROW), _SIZE, anchor=0)
        return str(svg)

    def _repr_html_(self) -> str:
        """A table that can be selected and copied, for a notebook."""
        head, *rows = (
            "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in line)
            for tag, line in [("th", self.head), *(("td", row) for row in self.rows)]
        )
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{notes}"
