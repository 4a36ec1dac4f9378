"""What every drawing can do."""

from __future__ import annotations

from abc import ABC, abstractmethod


class Drawing(ABC):
    """A picture as data, rendered on demand."""

    @abstractmethod
    def text(self) -> str:
        """The picture in Unicode for a terminal, without a final newline."""
