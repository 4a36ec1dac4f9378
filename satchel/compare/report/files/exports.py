"""What other tools read: mkplot's JSON and a CSV as those of GBD. BenchExec has its own module."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator

from satchel.compare.report.comparison import Comparison, Configuration, Run
from satchel.compare.run import digest

_GBD_WORDS = {"timeout": "timeout", "memory": "memout"}


def mkplot(comparison: Comparison) -> dict[str, str]:
    """A file for each configuration: {"preamble": {...}, "stats": {instance: {...}}}."""
    return {
        f"{name}.json": _json(
            {
                "preamble": {
                    "program": configuration.backend,
                    "prog_args": configuration.encoding,
                    "prog_alias": configuration.label,
                    "benchmark": " ".join(comparison.families),
                },
                "stats": {
                    task(run): {"status": run.solved, "rtime": round(run.time, 6)} for run in runs
                },
            }
        )
        for name, configuration, runs in by_configuration(comparison)
    }


def gbd(comparison: Comparison) -> str:
    """A line for each instance and numbering: seconds, or the word for what happened.

    The hash stands for the instance, whatever its encoding: a formula's own is in the table of all
    runs.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        [
            "hash",
            "instance",
            "family",
            "result",
            *(each.label for each in comparison.configurations),
        ]
    )
    lines: dict[str, dict[Configuration, Run]] = {}
    for run in comparison.runs:
        lines.setdefault(task(run), {})[run.configuration] = run
    for name, runs in lines.items():
        first = next(iter(runs.values()))
        satisfiable = comparison.satisfiable.get(first.instance)
        plan = first.record.run
        writer.writerow(
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
    return text.getvalue()


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
    if run.solved:
        return f"{run.time:.6f}"
    return _GBD_WORDS.get(run.record.reason or "timeout", "failed")


def _json(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
