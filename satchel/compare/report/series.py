"""What the plots show, as runs: believed answers only, but for the borders of a scatter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from satchel.compare.report.comparison import Comparison, Configuration, Run
from satchel.compare.report.statistics import virtual_best
from satchel.compare.report.summary import VIRTUAL_BEST


def shown(comparison: Comparison) -> list[Run]:
    """The shuffled runs that count; those of the natural numbering where nothing was shuffled."""
    counted = comparison.counted.runs
    if not comparison.shuffles:
        return list(counted)
    return [run for run in counted if run.numbering is not None]


def solved_in_order(runs: Iterable[Run]) -> dict[Configuration, list[Run]]:
    """The solved runs of each configuration and of the virtual best, the fastest first.

    The virtual best is chosen in each numbering.
    """
    columns: dict[Configuration, list[Run]] = defaultdict(list)
    numberings: dict[int | None, list[Run]] = defaultdict(list)
    for run in runs:
        columns[run.configuration].append(run)
        numberings[run.numbering].append(run)
    best = [run for each in numberings.values() for run in virtual_best(each)]
    return {
        key: sorted((run for run in own if run.solved), key=lambda run: run.time)
        for key, own in {**columns, VIRTUAL_BEST: best}.items()
    }


def pairs(runs: Iterable[Run], x: Configuration, y: Configuration) -> list[tuple[Run, Run]]:
    """The runs of two configurations on the same instance in the same numbering."""
    others = {(run.instance, run.numbering): run for run in runs if run.configuration == y}
    return [
        (run, others[run.instance, run.numbering])
        for run in runs
        if run.configuration == x and (run.instance, run.numbering) in others
    ]
