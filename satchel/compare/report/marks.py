"""Runs whose times say little: which they are, which others go with them, and that in words.

A run is unreliable where its record says so, and trivial where nothing was left for the solver.
Neither counts in figures, ranks and plots, unless it is asked for; and what others made of the same
instance in the same numbering goes with it, so that all configurations are compared on the same. A
configuration none of whose runs could count is in nobody's way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from satchel.compare.record import Record
from satchel.compare.report import TRIVIAL, UNRELIABLE

_BESIDE: Final = {
    UNRELIABLE: "paired with an unreliable run",
    TRIVIAL: "paired with a trivial run",
}


class Placed(Protocol):
    """What must be known of a run: its record, and what it is compared with."""

    @property
    def record(self) -> Record: ...
    @property
    def configuration(self) -> object: ...
    @property
    def instance(self) -> str: ...
    @property
    def numbering(self) -> int | None: ...


def marks(record: Record) -> tuple[str, ...]:
    """Which of `MARKS` a record has; a refusal is a result, and none of them."""
    found = [TRIVIAL] if record.decided else []
    if not record.reliable and not record.refused:
        found.insert(0, UNRELIABLE)
    return tuple(found)


def left_out(runs: Sequence[Placed], included: Collection[str]) -> dict[str, str]:
    """Why runs do not count, by their ids; `included` are the marks that do not matter."""
    own = {
        run.record.run.id: [mark for mark in marks(run.record) if mark not in included]
        for run in runs
    }
    able = {run.configuration for run in runs if not own[run.record.run.id]}
    spoilt: dict[tuple[str, int | None], str] = {}
    for run in runs:
        if own[run.record.run.id] and run.configuration in able:
            spoilt.setdefault((run.instance, run.numbering), own[run.record.run.id][0])
    found = {}
    for run in runs:
        if own[run.record.run.id]:
            found[run.record.run.id] = ", ".join(own[run.record.run.id])
        elif (run.instance, run.numbering) in spoilt:
            found[run.record.run.id] = _BESIDE[spoilt[run.instance, run.numbering]]
    return found
