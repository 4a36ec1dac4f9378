"""Labelled rectangles in a rectangle.

    ┌───────────────────┬───┐
    │       5 x 1       │ 1 │
    ├───────┬───────────┤ x │
    ...

In the terminal lengths are rounded to characters, so that any width fits; boxes too small for
their label go without.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from satchel.draw.drawing import Drawing
from satchel.draw.glyphs import width as text_width
from satchel.draw.svg import INK, Svg
from satchel.draw.terminal import Canvas, on
from satchel.printable import printable

_PALETTE = ("#8fbce6", "#f6c667", "#9ed29b", "#ee9a8b", "#c3aee0", "#8fd3d1", "#e8b4cf", "#d8c9a3")
_EMPTY = "#f3f3f3"
_WIDEST = 78
_PIXELS = 640
_MARGIN = 16


@dataclass(frozen=True)
class Box:
    """A rectangle by its lower left corner, from (0, 0) on, upwards."""

    x: int
    y: int
    width: int
    height: int
    label: str

    def touches(self, other: Box) -> bool:
        """Whether the two share a point."""
        return (
            self.x <= other.x + other.width
            and other.x <= self.x + self.width
            and self.y <= other.y + other.height
            and other.y <= self.y + self.height
        )


@dataclass(frozen=True, repr=False)
class Packing(Drawing):
    """Boxes in a frame of this width and height; the caption is printed below."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    caption: str = ""

    @cached_property
    def _colors(self) -> list[str]:
        """A colour for each box: the least used one that no box has which it touches."""
        colors: list[str] = []
        for box in self.boxes:
            near = {c for c, other in zip(colors, self.boxes, strict=False) if box.touches(other)}
            free = [c for c in _PALETTE if c not in near] or list(_PALETTE)
            colors.append(min(free, key=colors.count))
        return colors

    def text(self, *, color: bool = False) -> str:
        """The outlines, a character twice as high as wide."""
        across = min(4.0, (_WIDEST - 1) / self.width)
        columns, rows = round(self.width * across), max(round(self.height * across / 2), 1)
        canvas = Canvas(columns + 1, rows + 1)
        canvas.box(0, 0, columns, rows)
        for box, paint in zip(self.boxes, self._colors, strict=True):
            left, right = (round(x * columns / self.width) for x in (box.x, box.x + box.width))
            bottom, top = (
                rows - round(y * rows / self.height) for y in (box.y, box.y + box.height)
            )
            canvas.box(left, top, right, bottom)
            canvas.fill(range(top + 1, bottom), range(left + 1, right), on(paint))
            inside = right - left - 1
            label = printable(box.label)
            label = label if len(label) <= inside else ""
            if bottom - top > 1:
                middle = left + 1 + (inside - len(label)) // 2
                canvas.write((top + bottom) // 2, middle, label)
        picture = canvas.text(color=color)
        return f"{picture}\n{self.caption}" if self.caption else picture

    def svg(self) -> str:
        """Coloured boxes; no two that touch have one colour, if that can be."""
        unit = min(_PIXELS / max(self.width, self.height), 60.0)
        size = self.width * unit, self.height * unit
        below = 28 if self.caption else 0
        svg = Svg(size[0] + 2 * _MARGIN, size[1] + 2 * _MARGIN + below)
        svg.rectangle((_MARGIN, _MARGIN), size, _EMPTY, stroke=INK, thickness=2)
        for box, color in zip(self.boxes, self._colors, strict=True):
            x, y = box.x * unit + _MARGIN, (self.height - box.y - box.height) * unit + _MARGIN
            wide, high = box.width * unit, box.height * unit
            svg.rectangle((x, y), (wide, high), color, stroke=INK)
            letters = min(24.0, 0.6 * high, 0.8 * wide / (text_width(box.label) or 1))
            svg.text(box.label, (x + wide / 2, y + high / 2), letters)
        if self.caption:
            letters = min(14.0, size[0] / text_width(self.caption))
            svg.text(self.caption, (_MARGIN, size[1] + _MARGIN + 20), letters, anchor=0)
        return str(svg)
