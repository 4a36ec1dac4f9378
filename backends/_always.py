"""The family of a backend that needs nothing beyond what Satchel depends on."""

from __future__ import annotations

from typing import Generic, TypeVar

B = TypeVar("B")


class AlwaysThere(Generic[B]):
    """One backend, under one name."""

    def __init__(self, name: str, backend: B) -> None:
        self._name = name
        self._backend = backend

    def names(self) -> list[str]:
        """Its one name."""
        return [self._name]

    def unavailable(self) -> dict[str, str]:
        """Nothing."""
        return {}

    def find(self, name: str) -> B | None:
        """The backend of that name."""
        return self._backend if name == self._name else None
