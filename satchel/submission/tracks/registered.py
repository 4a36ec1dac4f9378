"""Which tracks there are, and the one of a given name."""

from __future__ import annotations

from satchel.errors import InputError
from satchel.registry import Plugin, modules
from satchel.submission.tracks.protocol import Track
from satchel.suggest import among


def track_names() -> list[str]:
    """The names of all tracks, in order; none is loaded for it."""
    return list(_plugins())


def track_named(name: str) -> Track:
    """The track of that name, or an InputError with the names there are."""
    plugins = _plugins()
    if name not in plugins:
        raise InputError(f"no such track: {name!r} {among(name, plugins)}")
    track: Track = plugins[name].load("TRACK")
    return track


def _plugins() -> dict[str, Plugin]:
    return modules("satchel.submission.tracks", without=("protocol", "registered"))
