"""What every output says about the runs that count and those that do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from satchel.compare.report.comparison import Comparison


def remarks(comparison: Comparison) -> list[str]:
    """A line for each thing that figures must not be read without; none where all is well."""
    counted, found = comparison.counted.runs, []
    reasons = [run.left_out for run in comparison.runs if run.left_out is not None]
    if reasons:
        of = f"{len(reasons)} of {len(comparison.runs)} runs"
        found.append(f"{of} do not count in figures, ranks and plots: {_listed(reasons)}")
    marked = [run for run in counted if run.marks]
    if marked:
        of = f"{len(marked)} of the {len(counted)} runs that count"
        found.append(f"{of} say little: {_listed(mark for run in marked for mark in run.marks)}")
    by_wall = sum(run.solved and not run.record.by_cpu for run in counted)
    if by_wall:
        why = "they were limited by it, or their CPU time is not known"
        found.append(f"{by_wall} solved runs are timed by the wall clock: {why}")
    return found


def _listed(words: Iterable[str]) -> str:
    """`60 unreliable, 8 trivial`: how often each word is there, the most frequent first."""
    return ", ".join(f"{number} {word}" for word, number in Counter(words).most_common())
