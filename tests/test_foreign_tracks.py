"""Tracks of other distributions: refused at once where they lack something, else described."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from satchel.errors import InputError
from satchel.submission.tracks import registered
from satchel.submission.tracks.protocol import Track
from satchel.submission.tracks.registered import track_named, track_names


@dataclass(frozen=True)
class Offered:
    """A plug-in of somebody else's."""

    track: object
    module: str = "theirs.chess"

    def load(self, _: str) -> object:
        return self.track


class Chess:
    """All that was needed before descriptions asked for more."""

    name = "chess"
    kind = "cnf"


def test_what_a_track_lacks_is_told_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registered, "_plugins", lambda: {"chess": Offered(Chess())})
    with pytest.raises(InputError) as caught:
        track_named("chess")
    assert str(caught.value).startswith("track chess of theirs.chess has no summary, reading, ")
    for part in ("competition", "made", "wants_pdf", "measure", "finish"):
        assert part in str(caught.value)


def test_a_track_with_everything_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table of names knows it: all that is said of it is its own."""
    sat = type(track_named("sat"))
    theirs = type("Theirs", (sat,), {"name": "chess", "competition": "the Chess Cup"})()
    monkeypatch.setattr(registered, "_plugins", lambda: {"chess": Offered(theirs)})
    track: Track = track_named("chess")
    assert (track.competition, track.made) == ("the Chess Cup", "compiles into clauses")


def test_every_track_has_all_that_is_asked_for() -> None:
    for name in track_names():
        track = track_named(name)
        assert track.competition and track.made  # noqa: PT018
