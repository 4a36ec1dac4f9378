"""What the runs of an experiment have come to, in words: the same in every output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from satchel.compare.report.comparison import Comparison
from satchel.compare.reproduce import command_line, described, evidence


def counts(comparison: Comparison, planned: int) -> str:
    """How many of the planned runs were made, how many are solved, what became of the others."""
    endings = Counter(run.ending for run in comparison.runs if not run.solved)
    solved = len(comparison.runs) - endings.total()
    unsolved = "".join(f", {count} {ending}" for ending, count in sorted(endings.items()))
    return f"{len(comparison.runs)} of {planned} runs: {solved} solved{unsolved}"


def wrong_answers(comparison: Comparison, folder: Path) -> Iterator[str]:
    """A line for each answer that is wrong, or contradicts others where nothing decides.

    It says how to make the run again, and where in the experiment's `folder` its files are.
    """
    for run in comparison.runs:
        if run.fault is not None:
            plan = run.record.run
            named = f"{plan.instance}: {described(plan)}: {run.fault}"
            place = evidence(folder, plan)
            files = f"; files: {place}" if place.exists() else ""
            yield f"{named}; again: {command_line(plan)}{files}"
