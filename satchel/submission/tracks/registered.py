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
    """The track of that name, or an InputError with the names there are.

    InputError, too, for a track of another distribution that lacks something: before any work.
    """
    plugins = _plugins()
    if name not in plugins:
        raise InputError(f"no such track: {name!r} {among(name, plugins)}")
    track: Track = plugins[name].load("TRACK")
    missing = [each for each in _offered() if not hasattr(track, each)]
    if missing:
        raise InputError(f"track {name} of {plugins[name].module} has no {', '.join(missing)}")
    return track


def _offered() -> list[str]:
    """The names of all that a track offers, in order."""
    methods = [name for name, value in vars(Track).items() if callable(value) and name[0] != "_"]
    return [*Track.__annotations__, *methods]


def _plugins() -> dict[str, Plugin]:
    return modules("satchel.submission.tracks", without=("protocol", "registered"))
