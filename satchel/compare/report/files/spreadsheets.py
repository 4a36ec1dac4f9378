"""CSV: every run, the summaries, and the differences between all pairs of configurations."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from satchel.compare.record import TIMES
from satchel.compare.report.bootstrap import difference
from satchel.compare.report.columns import COLUMNS
from satchel.compare.report.comparison import Comparison, Configuration, Run
from satchel.compare.report.summary import Row, Summary, of_natural, over_shuffles

Cells = Mapping[str, object]


def runs_table(comparison: Comparison) -> str:
    """Every run, a line each; solver statistics in columns of their own."""
    numbers = sorted({name for run in comparison.runs for name in run.record.statistics})
    return _written(_run_cells(run, numbers) for run in comparison.runs)


def summary_table(comparison: Comparison) -> str:
    """Every configuration on all instances and on each family, in both kinds of numbering."""
    parts = [("all", comparison)]
    parts += [(family, comparison.of_family(family)) for family in comparison.families]
    return _written(
        cells
        for family, part in parts
        for numbering, summary in (("shuffles", over_shuffles(part)), ("natural", of_natural(part)))
        if summary is not None
        for cells in _summary_cells(family, numbering, summary)
    )


def differences_table(comparison: Comparison) -> str:
    """PAR-2 of the first minus that of the second, over the shuffles where there are some."""
    runs: dict[Configuration, list[Run]] = defaultdict(list)
    for run in comparison.runs:
        if (run.numbering is None) != bool(comparison.shuffles):
            runs[run.configuration].append(run)
    return _written(
        {
            "first": first.label,
            "second": second.label,
            "instances": found.instances,
            "seconds": _plain(found.seconds),
            "low": _plain(found.low),
            "high": _plain(found.high),
        }
        for first, second in combinations(comparison.configurations, 2)
        if (found := difference(runs[first], runs[second])) is not None
    )


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
        "memory_limit": plan.memory,
        "status": record.status,
        "reason": record.reason,
        "objective": record.objective,
        "verdict": record.verdict,
        "fault": run.fault,
        "solved": int(run.solved),
        "seconds": _plain(run.time),
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


def _written(lines: Iterable[Cells]) -> str:
    """Lines of the same cells as CSV; nothing where there are none."""
    text = io.StringIO()
    for number, cells in enumerate(lines):
        writer = csv.DictWriter(text, list(cells), lineterminator="\n")
        if number == 0:
            writer.writeheader()
        writer.writerow(cells)
    return text.getvalue()
