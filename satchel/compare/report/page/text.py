"""The page's words: what is wrong, what was compared and how, and how to read the figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from satchel.compare.report import TRIVIAL, UNRELIABLE
from satchel.compare.report.comparison import Comparison, Run, natural
from satchel.compare.report.page.markup import Content, Markup, tag
from satchel.compare.reproduce import command_line
from satchel.compare.store import Results
from satchel.compare.trust import PROGRAM

Evidence = Mapping[str, Sequence[tuple[str, str]]]
"""By the ids of runs: the names of files that show a fault, and where they are from the page."""

_MANY = 50
"""So many faults are told at the top; all are in the list of runs."""

_READING = (
    (
        "Solved",
        "A run is solved by an answer within its limit that no check and no other run contradicts. "
        "Wrong answers, and both sides of a disagreement that nobody can settle, never count.",
    ),
    (
        "Time",
        "Seconds of CPU time of all processes of a run together, for loading and solving. Building "
        "the model and encoding it are apart: the details of a run have them, and wall time and "
        "memory. Runs that were limited by wall time, or whose CPU time is not known, are timed by "
        "the wall clock, and the summary says so.",
    ),
    (
        "Runs that count",
        "A run is unreliable where the machine was not calm while it was measured, or wall time "
        "ended it before its CPU time was used up; it is trivial where nothing was left for the "
        "solver. Neither counts in figures, ranks and plots, unless that is asked for, nor does "
        "what others made of the same instance in the same numbering: all configurations are "
        "compared on the same.",
    ),
    (
        "PAR-2",
        "The mean time, where a run that was not solved counts as twice its limit. "
        "Satisfiable and unsatisfiable instances are those that a believed answer shows to be so.",
    ),
    (
        "Shuffles",
        "Each instance is run in several random numberings of its variables and clauses. A figure "
        "is worked out for each of them; tables show the median and, below it, the range. "
        "The natural numbering is one more sample, and an untypical one: it stays apart.",
    ),
    (
        "Virtual best",
        "A solver that takes on every instance, in every numbering, what was best there. It "
        "profits from luck, too. The single best is the configuration of lowest PAR-2.",
    ),
    (
        "Alone",
        "Instances that no other configuration solved in the same numbering.",
    ),
    (
        "Above best",
        "PAR-2 minus that of the single best, on the pairs of runs that both have, and its "
        "bootstrap interval: instances are drawn with replacement, 2,000 times with a fixed seed, "
        "each with all its shuffles; the interval holds the middle 95 % of the differences found. "
        "Where it holds zero, these instances do not tell the two apart.",
    ),
)


def faults(comparison: Comparison, evidence: Evidence) -> Markup:
    """Who is not believed, why, and how to see it again; nothing where all is well."""
    found = [(place, run) for place, run in enumerate(comparison.runs) if run.fault is not None]
    if not found:
        return Markup("")
    blamed = Counter(run.configuration.label for _, run in found)
    who = ", ".join(f"{label} ({number})" for label, number in blamed.most_common())
    one = len(found) == 1
    content = [
        tag("h2", f"{len(found)} answer{'' if one else 's'} that cannot be believed"),
        tag("p", f"From {who}. {'It counts' if one else 'They count'} as not solved everywhere."),
        *(_fault(place, run, evidence) for place, run in found[:_MANY]),
    ]
    if len(found) > _MANY:
        content.append(tag("p", f"The other {len(found) - _MANY} are in the list of runs."))
    return tag("section", content, id="faults")


def compared(comparison: Comparison, results: Results) -> Markup:
    """Instances, configurations, limits, where it was measured, and how far to trust it."""
    entries = [*_subjects(comparison), *_measurement(comparison, results)]
    content = [
        tag("h2", "What was compared"),
        tag("dl", [part for term, told in entries for part in (tag("dt", term), tag("dd", told))]),
    ]
    return tag("section", content, id="compared")


def reading() -> Markup:
    """What the figures mean."""
    entries = [part for term, told in _READING for part in (tag("dt", term), tag("dd", told))]
    return tag("section", tag("h2", "How to read this"), tag("dl", entries), id="reading")


def _fault(place: int, run: Run, evidence: Evidence) -> Markup:
    plan = run.record.run
    numbering = "natural numbering" if run.numbering is None else f"shuffle {run.numbering}"
    files = [
        part
        for name, address in evidence.get(plan.id, ())
        for part in (tag("a", name, href=address), Markup(" "))
    ]
    title = f"{run.configuration.label} says {run.record.status} of {run.instance}, {numbering}"
    content = [
        tag("h3", title),
        tag("p", str(run.fault), class_="wrong"),
        tag("pre", tag("code", command_line(plan))),
    ]
    if plan.backend.startswith(PROGRAM):
        content.append(tag("p", "It starts the program that its backend names.", class_="note"))
    button = tag("button", "All about this run", class_="plain", type="button", data_run=place)
    links = [tag("span", "Files to reproduce it: ", files)] if files else []
    content.append(tag("p", links, button))
    return tag("article", content)


def _subjects(comparison: Comparison) -> Iterator[tuple[str, Content]]:
    families = Counter(
        family for family, _ in {(run.family, run.instance) for run in comparison.runs}
    )
    plans = [run.record.run for run in comparison.runs]
    yield "Instances", ", ".join(f"{families[name]} of {name}" for name in sorted(families))
    yield "Models", _listed(f"{plan.puzzle}: {plan.model}" for plan in plans)
    yield "Encodings", _listed(each.encoding for each in comparison.configurations)
    yield "Solvers", _listed(f"{plan.backend} ({plan.version})" for plan in plans)
    best = {run.instance for run in comparison.runs if run.record.objective is not None}
    if best:
        told = f"{len(best)} instances have one; it was left aside, and any solution counts"
        yield "Objective", told
    natural = any(plan.shuffle is None for plan in plans)
    shuffles = len(comparison.shuffles)
    parts = ["the natural one"] if natural else []
    parts += [f"{shuffles} shuffles of each instance"] if shuffles else []
    yield "Numberings", " and ".join(parts)
    limits = sorted({(plan.timeout, plan.walltime or 0.0, plan.memory or 0) for plan in plans})
    yield "Limits", "; ".join(_limit(*each) for each in limits)


def _limit(timeout: float, walltime: float, memory: int) -> str:
    times = f"{timeout:g} s of CPU time, {walltime:g} s of wall time"
    size = f"{memory / 2**20:g} MiB" if memory else "memory not limited"
    return f"{times if walltime else f'{timeout:g} s of wall time'}, {size}"


def _measurement(comparison: Comparison, results: Results) -> Iterator[tuple[str, Content]]:
    runs = comparison.runs
    missing = len(results.plan) - len(results.records)
    made = f"{len(runs)} of {len(results.plan)}" if missing else str(len(runs))
    lacking = f"; {missing} are still to be made, and figures are of those that are there"
    yield (
        "Runs",
        tag("span", made + (lacking if missing else ""), class_="wrong" if missing else None),
    )
    unchecked = sum(run.solved and run.record.verdict == "unchecked" for run in runs)
    if unchecked:
        yield "Unchecked", f"{unchecked} answers count though nothing vouches for them"
    meters = Counter(run.record.meter for run in runs)
    yield (
        "Measured by",
        ", ".join(f"{name} ({number} runs)" for name, number in sorted(meters.items())),
    )
    trivial = sum(TRIVIAL in run.marks for run in runs)
    if trivial:
        words = f"{trivial} of {len(runs)} runs: nothing was left for the solver"
        yield "Trivial", tag("span", words, class_="wrong")
    for why, number in _doubts(comparison):
        yield "Not reliable", tag("span", f"{number} of {len(runs)} runs: {why}", class_="wrong")
    for note in results.notes:
        yield "Note", note
    used = {run.record.provenance for run in runs}
    for identity in sorted(used & results.provenance.keys()):
        yield "Measured on", [_provenance(results.provenance[identity])]


def _doubts(comparison: Comparison) -> Iterator[tuple[str, int]]:
    """Why measurements are not reliable, and of how many; what differs in numbers only is one."""
    alike: dict[str, list[str]] = {}
    for run in comparison.runs:
        if UNRELIABLE in run.marks:
            for why in str(run.record.why).split("; "):
                alike.setdefault(re.sub(r"\d+(\.\d+)?", "#", why), []).append(why)
    for whys in sorted(alike.values(), key=len, reverse=True):
        first, last = min(whys, key=natural), max(whys, key=natural)
        yield first if first == last else f"{first}, up to: {last}", len(whys)


def _provenance(line: Mapping[str, Any]) -> Markup:
    """A line of provenance, whatever it holds."""
    parts = [
        part
        for name, value in line.items()
        if name != "id"
        for part in (tag("dt", name), tag("dd", _plain(value)))
    ]
    return tag("dl", parts)


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_part(name, each)}" for name, each in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value)


def _part(name: str, value: object) -> str:
    """A number of bytes in GiB."""
    return (
        f"{value / 2**30:.1f} GiB" if name == "memory" and isinstance(value, int) else _plain(value)
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(set(names)))
