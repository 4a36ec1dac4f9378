"""What measures an attempt: the protocol of meters, and what they report."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import ClassVar, Final, Protocol

from satchel.compare.measuring.attempt import Answered, Attempt, Loaded, Spent
from satchel.tasks.work.events import Event, Found

FETCHING: Final = 600.0
"""Seconds in which a problem must have been read; not part of what is measured."""

TIMEOUT: Final = "timeout"
"""The limit that was reached: CPU time; wall time where CPU time is not limited."""

WALLTIME: Final = "walltime"
"""The limit that was reached: wall time, before the CPU time was used up."""


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Limits of an attempt, on all its processes together: seconds of CPU and wall time, bytes.

    None is no limit.
    """

    cpu: float | None
    wall: float
    memory: int | None = None

    def reached(self, cpu: float) -> str:
        """Which time limit ended an attempt that has used so many seconds of CPU time."""
        return TIMEOUT if self.cpu is None or cpu >= self.cpu else WALLTIME


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

    `limit` is `timeout`, `walltime` or `memory` where that ended it; `failure` what else went
    wrong; `misanswer` what is wrong with an answer that is no answer; `decoding` the part of the
    CPU time that came after the answer.
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
    decoding: float = 0.0

    @property
    def solving_cpu(self) -> float | None:
        """Seconds of CPU time of loading and solving; None: not known."""
        return None if self.cpu is None else max(self.cpu - self.decoding, 0.0)

    def times(self) -> dict[str, float]:
        """Seconds of `load`, `solve`, `decode`; of the one that did not end, up to the end."""
        loaded, answered, found = self.steps.loaded, self.steps.answered, self.steps.found
        if loaded is None:
            return {"load": self.wall}
        if answered is None:
            return {"load": loaded.seconds, "solve": max(self.wall - loaded.seconds, 0.0)}
        decode = 0.0 if found is None else found.decode
        return {"load": loaded.seconds, "solve": answered.seconds, "decode": decode}


def decoding_of(answered: Answered | None, spent: Spent | None) -> float:
    """Seconds of CPU time from the answer to the end of an attempt that came to its end."""
    return 0.0 if answered is None or spent is None else max(spent.cpu - answered.cpu, 0.0)


class Meter(Protocol):
    """A way to measure."""

    name: ClassVar[str]
    """As records have it."""

    def refusal(self) -> str | None:
        """Why it does not work here; None where it does."""
        ...

    def measure(self, attempt: Attempt, limits: RunLimits, stop: threading.Event) -> Measured:
        """Make the attempt within its limits; then, whatever happens, nothing of it is left.

        KeyboardInterrupt once `stop` is set.
        """
        ...
