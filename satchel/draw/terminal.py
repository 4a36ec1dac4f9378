"""Colours and box-drawing lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_END = "\x1b[0m"
BOLD, DIM, RED, GREEN = "1", "2", "31", "32"


def styled(text: str, *styles: str) -> str:
    """The text in these styles, and those behind it no longer."""
    return f"\x1b[{';'.join(styles)}m{text}{_END}"


def on(color: str) -> tuple[str, ...]:
    """Black on a background: the nearest to `#rrggbb` of the 216 in the terminal's colour cube."""
    red, green, blue = (round(int(color[i : i + 2], 16) / 255 * 5) for i in (1, 3, 5))
    return "30", f"48;5;{16 + 36 * red + 6 * green + blue}"


def labelled(rows: Sequence[str], columns: int, width: int) -> list[str]:
    """Lines of cells, each a blank and `width` characters, with their numbers set apart by rules.

    Numbers of rows and columns would else pass for the contents of squares.
    """
    margin = len(str(len(rows)))
    head = "".join(f" {column:>{width}}" for column in range(1, columns + 1))
    return [
        f"{'':{margin}}  {head}",
        f"{'':{margin}} ┌{'─' * len(head)}",
        *(f"{row:>{margin}} │{cells}" for row, cells in enumerate(rows, 1)),
    ]


_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""The character for each sum of directions in which a line goes."""


class Canvas:
    """A grid of characters with lines that join where they meet."""

    def __init__(self, columns: int, rows: int) -> None:
        self._lines = [[0] * columns for _ in range(rows)]
        self._letters: dict[tuple[int, int], str] = {}
        self._styles: dict[tuple[int, int], tuple[str, ...]] = {}

    def box(self, left: int, top: int, right: int, bottom: int) -> None:
        """The outline of a box whose corners are characters."""
        for row in (top, bottom):
            for column in range(left, right):
                self._lines[row][column] |= _RIGHT
                self._lines[row][column + 1] |= _LEFT
        for column in (left, right):
            for row in range(top, bottom):
                self._lines[row][column] |= _DOWN
                self._lines[row + 1][column] |= _UP

    def write(self, row: int, column: int, text: str) -> None:
        """Text from a character on."""
        self._letters.update({(row, column + i): letter for i, letter in enumerate(text)})

    def fill(self, rows: Iterable[int], columns: range, styles: tuple[str, ...]) -> None:
        """Styles for characters, kept for `text(color=True)`."""
        for row in rows:
            self._styles.update({(row, column): styles for column in columns})

    def text(self, *, color: bool) -> str:
        """The lines of characters."""
        return "\n".join(self._row(row, color).rstrip() for row in range(len(self._lines)))

    def _row(self, row: int, color: bool) -> str:
        parts = []
        for column, line in enumerate(self._lines[row]):
            letter = self._letters.get((row, column), _LINES[line])
            styles = self._styles.get((row, column))
            parts.append(styled(letter, *styles) if color and styles else letter)
        return "".join(parts)
