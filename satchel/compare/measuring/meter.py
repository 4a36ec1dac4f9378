"""What measures an attempt: the protocol of meters, and what they report."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from satchel.compare.measuring.attempt import Answered, Attempt, Loaded
from satchel.tasks.work.events import Event, Found

FETCHING = 600.0
"""Seconds in which a problem must have been read; not part of what is measured."""


@dataclass(slots=True)
class Steps:
    """How far an attempt got."""

    loaded: Loaded | None = None
    answered: Answered | None = None
    found: Found | None = None

    def take(self, event: Event) -> None:
        """Note a step."""
        match event:
            case Loaded():
                self.loaded = event
            case Answered():
                self.answered = event
            case Found():
                self.found = event


@dataclass(frozen=True, slots=True)
class Measured:
    """What an attempt took: seconds of wall and CPU time, and bytes, of all its processes together.

    `limit` is `timeout` or `memory` where that ended it; `failure` what else went wrong;
    `misanswer` what is wrong with an answer that is no answer.
    """

    steps: Steps
    wall: float
    cpu: float | None
    memory: int | None
    limit: str | None = None
    failure: str | None = None
    misanswer: str | None = None
    doubts: tuple[str, ...] = field(default=())
    """Why these numbers may be off."""

    def times(self) -> dict[str, float]:
        """Seconds of `load`, `solve`, `decode`; of the one that did not end, up to the end."""
        loaded, answered, found = self.steps.loaded, self.steps.answered, self.steps.found
        if loaded is None:
            return {"load": self.wall}
        if answered is None:
            return {"load": loaded.seconds, "solve": max(self.wall - loaded.seconds, 0.0)}
        decode = 0.0 if found is None else found.decode
        return {"load": loaded.seconds, "solve": answered.seconds, "decode": decode}


class Meter(Protocol):
    """A way to measure."""

    name: ClassVar[str]
    """As records have it."""

    def refusal(self) -> str | None:
        """Why it does not work here; None where it does."""
        ...

    def measure(
        self, attempt: Attempt, timeout: float, memory: int | None, stop: threading.Event
    ) -> Measured:
        """Make the attempt within its limits; then, whatever happens, nothing of it is left.

        KeyboardInterrupt once `stop` is set.
        """
        ...
