"""What every drawing can do."""

from __future__ import annotations

from abc import ABC, abstractmethod


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
        """The SVG picture in pixels, `zoom` for each of its units; DrawingError if that fails."""
        from satchel.draw.png import rasterized

        return rasterized(self.svg(), zoom)

    def _repr_svg_(self) -> str:
        return self.svg()
