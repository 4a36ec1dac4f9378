"""What every drawing can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from satchel.errors import InputError

_LARGEST: Final = 1000


class Drawing(ABC):
    """A picture as data, rendered on demand; a notebook shows it by itself."""

    @abstractmethod
    def text(self, *, color: bool = False) -> str:
        """The picture in Unicode for a terminal, without a final newline.

        With `color` it has escape sequences for a terminal that understands 256 colours.
        """

    @abstractmethod
    def svg(self) -> str:
        """The picture as a document of its own. Letters are outlines wherever possible."""

    def png(self, *, zoom: float = 2) -> bytes:
        """The SVG picture in pixels, `zoom` for each of its units; InputError if that fails."""
        if not isinstance(zoom, (int, float)) or not 0 < zoom <= _LARGEST:
            raise InputError(f"zoom is a number up to {_LARGEST}, not {zoom!r}")
        from satchel.draw.png import rasterized

        return rasterized(self.svg(), zoom)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        lines = self.text().splitlines()
        return f"{type(self).__name__}({max(map(len, lines), default=0)} x {len(lines)} characters)"

    def _repr_svg_(self) -> str:
        return self.svg()
