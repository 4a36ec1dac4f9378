"""Whether the machine was calm while something was measured on it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

from satchel.compare.provenance import physical_cores

CROWDED: Final = 1.25
"""Times as many processes as cores want to run on average, beyond which measurements are doubted:
one a core is what a full experiment has, and looking at them takes a little."""

STALLED: Final = 0.1
"""The part of the time in which somebody waited for a core, beyond which they are doubted."""

_GRACE: Final = 0.05
"""Seconds of waiting that are nothing, however short the run."""


class Conditions:
    """What the machine has done since this was made."""

    def __init__(self) -> None:
        self._begun = time.perf_counter()
        self._stall = stall()
        self._swapped = swapped()

    def doubts(self) -> list[str]:
        """Why what was measured since may be off, as far as this system tells."""
        crowded = crowd()
        found = [] if crowded is None else [crowded]
        before, now = self._stall, stall()
        if before is not None and now is not None:
            waited, elapsed = now - before, time.perf_counter() - self._begun
            if waited > STALLED * elapsed + _GRACE:
                found.append(
                    f"processes waited for a core {min(waited / elapsed, 1):.0%} of the time"
                )
        if swapped() > self._swapped:
            found.append("memory was swapped to disk")
        return found


def crowd() -> str | None:
    """That more wants to run than there are cores, if so: the last minute's average."""
    load, cores = os.getloadavg()[0], physical_cores()
    return f"load average {load:.1f} on {cores} cores" if load > CROWDED * cores else None


def stall() -> float | None:
    """Seconds, since the start, in which some process waited for a core (Linux's PSI)."""
    try:
        first = Path("/proc/pressure/cpu").read_text().splitlines()[0]
        return int(first.rpartition("total=")[2]) / 1e6
    except (OSError, ValueError, IndexError):
        return None


def swapped() -> int:
    """Pages swapped in and out since the start; 0 where the system does not tell."""
    try:
        lines = Path("/proc/vmstat").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith(("pswpin ", "pswpout ")))
