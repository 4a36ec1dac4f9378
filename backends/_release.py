"""Which release of a solver is installed, for `version`."""

from __future__ import annotations

from importlib.metadata import version


def release(distribution: str) -> str:
    """The distribution's name and version."""
    return f"{distribution} {version(distribution)}"
