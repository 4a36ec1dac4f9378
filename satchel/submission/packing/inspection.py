"""The last look at what was written: rules of the competition, and programs of others that read it.

A fault here is a fault of Satchel's, not of the instance.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from satchel.linter import lint
from satchel.submission.readers.reading import read_by
from satchel.submission.tracks.protocol import Track

_READING: Final = 600.0
"""Seconds in which a program must have read a file."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """Who has read a file, and what is wrong with it, each in a line."""

    readers: tuple[str, ...]
    faults: tuple[str, ...]


def inspect(file: Path, track: Track) -> Inspection:
    """Lint a file, and have it read by all programs that are there."""
    faults = [
        f"line {fault.line}: {fault.message} ({fault.rule})"
        for fault in lint(file, track.rules)
        if fault.severity != "note"
    ]
    found = read_by(file, track.reading, _READING)
    faults += [f"{reader}: {said}" for reader, said in found.items() if said is not None]
    return Inspection(tuple(name for name in found if found[name] is None), tuple(faults))
