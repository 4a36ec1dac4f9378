"""The family of a backend that needs nothing beyond what Satchel depends on."""

from __future__ import annotations

from satchel.backends.protocol import Backend


class AlwaysThere:
    """One backend, under its own name."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def names(self) -> list[str]:
        """Its one name."""
        return [self._backend.name]

    def unavailable(self) -> dict[str, str]:
        """Nothing."""
        return {}

    def find(self, name: str) -> Backend | None:
        """The backend of that name."""
        return self._backend if name == self._backend.name else None
