"""CSV: every run, the summaries, and the differences between all pairs of configurations."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from satchel.cells import Cells, written
from satchel.compare.record import TIMES
from satchel.compare.report.bootstrap import difference
from satchel.compare.report.columns import COLUMNS
from satchel.compare.report.comparison import Comparison, Configuration, Run
from satchel.compare.report.summary import Row, Summary, of_natural, over_shuffles


def runs_table(comparison: Comparison) -> str:
    """Every run, a line each; solver statistics in columns of their own."""
    numbers = sorted({name for run in comparison.runs for name in run.record.statistics})
    return written(_run_cells(run, numbers) for run in comparison.runs)


def summary_table(comparison: Comparison) -> str:
    """Every configuration on all instances and on each family, in both kinds of numbering."""
    parts = [("all", comparison)]
    parts += [(family, comparison.of_family(family)) for family in comparison.families]
    return written(
        cells
        for family, part in parts
        for numbering, summary in (("shuffles", over_shuffles(part)), ("natural", of_natural(part)))
        if summary is not None
        for cells in _summary_cells(family, numbering, summary)
    )


def differences_table(comparison: Comparison) -> str:
    """PAR-2 of the first minus that of the second, over the shuffles where there are some.

    Of the runs that count; `left_out` says how many of these two do not.
    """
    runs: dict[Configuration, list[Run]] = defaultdict(list)
    for run in comparison.runs:
        if (run.numbering is None) != bool(comparison.shuffles):
            runs[run.configuration].append(run)
    return written(
        {
            "first": first.label,
            "second": second.label,
            "instances": found.instances if found else 0,
            "seconds": _plain(found.seconds if found else None),
            "low": _plain(found.low if found else None),
            "high": _plain(found.high if found else None),
            "left_out": len(all_runs) - len(_counting(all_runs)),
        }
        for first, second in combinations(comparison.configurations, 2)
        for all_runs in [runs[first] + runs[second]]
        for found in [difference(_counting(runs[first]), _counting(runs[second]))]
        if found is not None or not _counting(all_runs)
    )


def _counting(runs: Iterable[Run]) -> list[Run]:
    return [run for run in runs if run.left_out is None]


def _run_cells(run: Run, numbers: Iterable[str]) -> Cells:
    record, plan, formula = run.record, run.record.run, run.record.formula
    return {
        "id": plan.id,
        "instance": plan.instance,
        "family": plan.puzzle,
        "model": plan.model,
        "profile": plan.profile,
        "options": json.dumps(plan.options, sort_keys=True, ensure_ascii=False),
        "backend": plan.backend,
        "version": plan.version,
        "shuffle": plan.shuffle,
        "timeout": _plain(plan.timeout),
        "walltime_limit": _plain(plan.walltime),
        "memory_limit": plan.memory,
        "status": record.status,
        "reason": record.reason,
        "objective": record.objective,
        "verdict": record.verdict,
        "fault": run.fault,
        "solved": int(run.solved),
        "seconds": _plain(run.time),
        "clock": "cpu" if record.by_cpu else "wall",
        "wall": _plain(record.wall),
        "cpu": _plain(record.cpu),
        "memory": record.memory,
        **{step: _plain(record.times.get(step)) for step in TIMES},
        "variables": formula and formula.variables,
        "clauses": formula and formula.clauses,
        "literals": formula and formula.literals,
        "linear": formula and formula.linear,
        "sha256": formula and formula.sha256,
        "meter": record.meter,
        "reliable": int(record.reliable),
        "why": record.why,
        "trivial": int(record.decided),
        "left_out": run.left_out,
        "solution": record.solution,
        "provenance": record.provenance,
        "started": record.started,
        **{f"statistics.{name}": record.statistics.get(name) for name in numbers},
    }


def _summary_cells(family: str, numbering: str, summary: Summary) -> Iterator[Cells]:
    for row in (*summary.rows, summary.virtual_best):
        best = row.to_best
        yield {
            "family": family,
            "numbering": numbering,
            "numberings": len(summary.numberings),
            "instances": summary.instances,
            "configuration": row.configuration.label,
            "model": row.configuration.model,
            "profile": row.configuration.profile,
            "backend": row.configuration.backend,
            "runs": sum(each.runs for each in row.figures),
            "faults": row.faults,
            "unchecked": row.unchecked,
            "left_out": row.left_out,
            "marked": row.marked,
            **dict(_figure_cells(row)),
            "above_best": _plain(best.seconds if best else None),
            "above_best_low": _plain(best.low if best else None),
            "above_best_high": _plain(best.high if best else None),
        }


def _figure_cells(row: Row) -> Iterator[tuple[str, object]]:
    for column in COLUMNS:
        found = row.spread(column.value)
        yield column.name, _plain(found.median if found else None)
        yield f"{column.name}_low", _plain(found.low if found else None)
        yield f"{column.name}_high", _plain(found.high if found else None)


def _plain(value: float | None) -> str | None:
    """A number to the microsecond, without noughts at its end."""
    return None if value is None else f"{value:.6f}".rstrip("0").rstrip(".")
