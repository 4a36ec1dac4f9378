"""Results in BenchExec's XML, for its table-generator and whatever else reads them.

A task has the property "satisfiable", so that `true` and `false` are sat and unsat; tasks whose
status nobody knows have no expected verdict. The mean of the column `par2` is PAR-2. A run that
does not count has no `par2`, the category `unknown`, and says why in the column `left_out`.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from satchel.compare.report import MARKS
from satchel.compare.report.comparison import Comparison, Configuration, Run
from satchel.compare.report.files.exports import by_configuration, task
from satchel.compare.report.statistics import penalised

_STATUSES = {"sat": "true", "optimum": "true", "unsat": "false"}
_REASONS = {"timeout": "TIMEOUT", "walltime": "TIMEOUT", "memory": "OUT OF MEMORY"}
_TERMINATIONS = {"timeout": "walltime", "walltime": "walltime", "memory": "memory"}
_DECLARATION = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN" \
"https://www.sosy-lab.org/benchexec/result-3.0.dtd">
"""


def benchexec(comparison: Comparison) -> dict[str, str]:
    """A file for each configuration."""
    return {
        f"{name}.results.xml": _result(comparison, configuration, runs)
        for name, configuration, runs in by_configuration(comparison)
    }


def _result(comparison: Comparison, configuration: Configuration, runs: list[Run]) -> str:
    plan = runs[0].record.run
    root = ElementTree.Element(
        "result",
        tool=_clean(configuration.backend),
        version=_clean(plan.version),
        benchmarkname="satchel",
        name=_clean(configuration.label),
        options=_clean(configuration.encoding),
    )
    if plan.walltime is None:
        root.set("walltimelimit", f"{plan.timeout:g}s")
    else:
        root.set("timelimit", f"{plan.timeout:g}s")
        root.set("walltimelimit", f"{plan.walltime:g}s")
    if plan.memory is not None:
        root.set("memlimit", f"{plan.memory}B")
    for run in runs:
        expected = comparison.satisfiable.get(run.instance)
        element = ElementTree.SubElement(
            root, "run", name=_clean(task(run)), properties="satisfiable"
        )
        if expected is not None:
            element.set("expectedVerdict", str(expected).lower())
        for title, value in _columns(run):
            ElementTree.SubElement(element, "column", title=title, value=_clean(value))
        ElementTree.SubElement(
            element, "column", title="category", value=_category(run), hidden="true"
        )
    ElementTree.indent(root)
    return _DECLARATION + ElementTree.tostring(root, encoding="unicode") + "\n"


def _columns(run: Run) -> Iterator[tuple[str, str]]:
    record = run.record
    yield "status", _status(run)
    yield "walltime", f"{record.solving_wall:.6f}s"
    if record.by_cpu:
        yield "cputime", f"{run.time:.6f}s"
    elif record.cpu is not None:
        yield "cputime", f"{record.cpu:.6f}s"
    if run.left_out is None:
        yield "par2", f"{penalised(run):.6f}s"
    else:
        yield "left_out", run.left_out
    for mark in MARKS:
        yield mark, str(mark in run.marks).lower()
    if record.reason in _REASONS:
        cputime = record.reason == "timeout" and record.run.walltime is not None
        yield "terminationreason", "cputime" if cputime else _TERMINATIONS[record.reason]
    if record.memory is not None:
        yield "memory", f"{record.memory}B"


def _status(run: Run) -> str:
    if run.record.status == "unknown":
        return _REASONS.get(run.record.reason or "", f"ERROR ({run.record.reason})")
    return _STATUSES[run.record.status] if run.solved or run.fault else "TIMEOUT"


def _category(run: Run) -> str:
    if run.fault is not None:
        return "wrong"
    if run.left_out is not None:
        return "unknown"
    if not run.solved:
        return "error"
    return "correct" if run.record.verdict == "correct" else "correct-unconfirmed"


def _clean(text: str) -> str:
    """Without the control characters that XML has no way to write."""
    return "".join(each if each.isprintable() else " " for each in text)
