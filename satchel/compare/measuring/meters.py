"""The meters there are, and the best that works here."""

from __future__ import annotations

from typing import Final

from satchel.compare.measuring.meter import Meter
from satchel.compare.measuring.process_tree import ProcessTree
from satchel.compare.measuring.runexec import RunExec

METERS: Final[tuple[Meter, ...]] = (RunExec(), ProcessTree())
"""The best first; the last works everywhere."""


def best_meter() -> Meter:
    """The first meter that works here."""
    return next(meter for meter in METERS if meter.refusal() is None)
