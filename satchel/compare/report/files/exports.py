"""What other tools read: mkplot's JSON and a CSV as those of GBD. BenchExec has its own module."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

from satchel.cells import written_rows
from satchel.compare.report import TRIVIAL, UNRELIABLE
from satchel.compare.report.comparison import Comparison, Configuration, Run
from satchel.compare.run import digest

_GBD_WORDS = {"timeout": "timeout", "walltime": "timeout", "memory": "memout"}


def mkplot(comparison: Comparison) -> dict[str, str]:
    """A file for each configuration: {"preamble": {...}, "stats": {instance: {...}}}.

    Of the runs that count; the preamble says how many do not.
    """
    return {
        f"{name}.json": _json(
            {
                "preamble": {
                    "program": configuration.backend,
                    "prog_args": configuration.encoding,
                    "prog_alias": configuration.label,
                    "benchmark": " ".join(comparison.families),
                    "left_out": sum(run.left_out is not None for run in runs),
                    "marked": sum(bool(run.marks) for run in runs if run.left_out is None),
                },
                "stats": {
                    task(run): {"status": run.solved, "rtime": round(run.time, 6)}
                    for run in runs
                    if run.left_out is None
                },
            }
        )
        for name, configuration, runs in by_configuration(comparison)
    }


def gbd(comparison: Comparison) -> str:
    """A line for each instance and numbering: seconds, or the word for what happened.

    Of runs that do not count, `unreliable` or `trivial` is that word; so it is of those that only
    were paired with one.
    The hash stands for the instance, whatever its encoding: a formula's own is in the table of all
    runs.
    """
    labels = [each.label for each in comparison.configurations]
    table: list[list[str]] = [["hash", "instance", "family", "result", *labels]]
    lines: dict[str, dict[Configuration, Run]] = {}
    for run in comparison.runs:
        lines.setdefault(task(run), {})[run.configuration] = run
    for name, runs in lines.items():
        first = next(iter(runs.values()))
        satisfiable = comparison.satisfiable.get(first.instance)
        plan = first.record.run
        table.append(
            [
                digest([plan.puzzle, plan.parameters, plan.shuffle]),
                name,
                first.family,
                {True: "sat", False: "unsat", None: "unknown"}[satisfiable],
                *(
                    _gbd_value(runs[each]) if each in runs else "empty"
                    for each in comparison.configurations
                ),
            ]
        )
    return written_rows(table)


def task(run: Run) -> str:
    """The instance's name, and the shuffle where there is one."""
    return run.instance if run.numbering is None else f"{run.instance} shuffle {run.numbering}"


def by_configuration(comparison: Comparison) -> Iterator[tuple[str, Configuration, list[Run]]]:
    """Every configuration with its runs, and a name fit for a file."""
    taken: Counter[str] = Counter()
    for configuration in comparison.configurations:
        name = re.sub(r"[^A-Za-z0-9.+]+", "-", configuration.label).strip("-.") or "configuration"
        taken[name] += 1
        if taken[name] > 1:
            name = f"{name}-{taken[name]}"
        runs = [run for run in comparison.runs if run.configuration == configuration]
        yield name, configuration, runs


def _gbd_value(run: Run) -> str:
    if run.fault is not None:
        return "wrong"
    if run.left_out is not None:
        return TRIVIAL if TRIVIAL in run.left_out else UNRELIABLE
    if run.solved:
        return f"{run.time:.6f}"
    return _GBD_WORDS.get(run.record.reason or "timeout", "failed")


def _json(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
