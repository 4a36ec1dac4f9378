"""What the page's scripts get: every run with all its fields, and what was made of it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from satchel.compare.report.comparison import Comparison, Configuration, Run
from satchel.compare.report.statistics import virtual_best
from satchel.compare.report.summary import main_summary
from satchel.compare.reproduce import command_line
from satchel.compare.trust import PROGRAM


def page_data(comparison: Comparison) -> dict[str, Any]:
    """JSON data; configurations are numbered in the order of the comparison."""
    place = {each: number for number, each in enumerate(comparison.configurations)}
    best = _virtual_best(comparison)
    return {
        "configurations": [
            {"label": each.label, "encoding": each.encoding, "solver": each.solver}
            for each in comparison.configurations
        ],
        "pair": [place[each] for each in first_two(comparison)],
        "runs": [
            {
                "configuration": place[run.configuration],
                "instance": run.instance,
                "family": run.family,
                "shuffle": run.numbering,
                "solved": run.solved,
                "ending": run.ending,
                "marks": list(run.marks),
                "left_out": run.left_out,
                "best": run.record.run.id in best,
                "time": run.time,
                "limit": run.limit,
                "fault": run.fault,
                "command": command_line(run.record.run),
                "program": run.configuration.backend.startswith(PROGRAM),
                "record": run.record.to_json(),
            }
            for run in comparison.runs
        ],
    }


def first_two(comparison: Comparison) -> tuple[Configuration, Configuration]:
    """The best two configurations, for a first scatter plot; one is held against itself."""
    rows = main_summary(comparison).rows
    return rows[0].configuration, rows[min(1, len(rows) - 1)].configuration


def _virtual_best(comparison: Comparison) -> set[str]:
    """The ids of the runs that the virtual best takes, in each numbering."""
    numberings: dict[int | None, list[Run]] = defaultdict(list)
    for run in comparison.counted.runs:
        numberings[run.numbering].append(run)
    return {run.record.run.id for each in numberings.values() for run in virtual_best(each)}
