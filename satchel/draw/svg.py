"""An SVG document, element by element."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeAlias

from satchel.draw import glyphs

Point: TypeAlias = tuple[float, float]

INK = "#222222"
FAINT = "#8a8a8a"
_FONTS = "DejaVu Sans, Noto Sans, Noto Sans CJK JP, Arial, sans-serif"


class Svg:
    """Elements on a white ground, in the order in which they are drawn."""

    def __init__(self, width: float, height: float) -> None:
        self._size = _number(width), _number(height)
        self._elements: list[str] = []

    def __str__(self) -> str:
        width, height = self._size
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
                f' viewBox="0 0 {width} {height}">',
                f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
                *self._elements,
                "</svg>\n",
            ]
        )

    def rectangle(
        self,
        corner: Point,
        size: Point,
        fill: str,
        *,
        stroke: str = "none",
        thickness: float = 1,
    ) -> None:
        """A rectangle from its upper left corner."""
        (x, y), (width, height) = corner, size
        self._add(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            fill=fill,
            stroke=stroke,
            stroke_width=thickness,
        )

    def circle(self, center: Point, radius: float, fill: str) -> None:
        """A disc."""
        self._add("circle", cx=center[0], cy=center[1], r=radius, fill=fill)

    def line(
        self, points: Sequence[Point], color: str, thickness: float, *, closed: bool = False
    ) -> None:
        """A line through the points, with round corners."""
        path = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add(
            "polygon" if closed else "polyline",
            points=path,
            fill="none",
            stroke=color,
            stroke_width=thickness,
            stroke_linejoin="round",
            stroke_linecap="round",
        )

    def text(
        self, words: str, at: Point, size: float, *, color: str = INK, anchor: float = 0.5
    ) -> None:
        """Words at a height of `size`, capitals centred on the height of `at`.

        `anchor` says which part of them is at `at`: 0 the beginning, 0.5 the middle, 1 the end.
        """
        x = at[0] - anchor * size * glyphs.width(words)
        baseline = at[1] + size * glyphs.CAPITAL / glyphs.EM / 2
        found = glyphs.outlined(words)
        if found is None:
            place = f'x="{_number(x)}" y="{_number(baseline)}" font-size="{_number(size)}"'
            style = f'font-family="{_FONTS}" fill="{color}"'
            self._elements.append(f"<text {place} {style}>{escape(words)}</text>")
            return
        for advance, path in found:
            self._outline(path, (x, baseline), size, color)
            x += advance * size / glyphs.EM

    def symbol(self, character: str, center: Point, size: float, color: str) -> None:
        """One character, in the middle of its square."""
        found = glyphs.outlined(character)
        if found is None:
            self.text(character, center, size, color=color)
            return
        ((advance, path),) = found
        x = center[0] - advance * size / glyphs.EM / 2
        self._outline(path, (x, center[1] + 0.36 * size), size, color)

    def _outline(self, path: str, at: Point, size: float, color: str) -> None:
        if path:
            move = f"translate({_number(at[0])} {_number(at[1])}) scale({size / glyphs.EM:.5g})"
            self._elements.append(f'<path transform="{move}" fill="{color}" d="{path}"/>')

    def _add(self, element: str, **attributes: str | float) -> None:
        text = " ".join(
            f'{name.replace("_", "-")}="{_number(v) if isinstance(v, (int, float)) else v}"'
            for name, v in attributes.items()
        )
        self._elements.append(f"<{element} {text}/>")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
