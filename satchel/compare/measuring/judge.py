"""Whether an answer is believed: a solution by its checks, an `unsat` by what is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from satchel.cnf.formula import Formula
from satchel.compare.measuring.ready import Rewritten, load
from satchel.tasks.answer import Answer
from satchel.tasks.origin import Origin
from satchel.tasks.work.events import Found

_LISTED = 3
"""So many faults are named."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One of `record.VERDICTS`; `fault` where it is wrong; what the solution is, where it is one.

    `solution` is a digest of what is shown.
    """

    verdict: str
    fault: str | None = None
    solution: str | None = None
    objective: int | None = None


def judge_solution(origin: Origin, found: Found, folder: Path) -> Verdict:
    """Check a solution by the model's meaning and by the puzzle's rules; then by what is known.

    `folder` is the problem's: where a model of its formula is wrong, it is looked at who is wrong,
    the solver or the encoding.
    """
    broken = origin.model.violations(found.values)
    if broken:
        return Verdict("wrong", f"{_blame(folder, found.truth)}: {_summary(broken)}")
    shown = origin.model.shown_values(found.values)
    if origin.instance is not None and (broken := origin.instance.check(shown)):
        return Verdict("wrong", f"its answer breaks the puzzle's rules: {_summary(broken)}")
    objective = origin.model.objective_value(found.values)
    contradiction = _contradiction(origin, "sat", objective)
    if contradiction is not None:
        return Verdict("wrong", contradiction)
    digest = Answer("sat", "", solution=shown).digest().hex()
    return Verdict("correct", None, digest, objective)


def judge_unsat(origin: Origin) -> Verdict:
    """Hold an `unsat` against what is known; where nothing is, it remains unchecked."""
    contradiction = _contradiction(origin, "unsat", None)
    if contradiction is not None:
        return Verdict("wrong", contradiction)
    return Verdict("correct" if origin.vouching_for_unsat() else "unchecked")


def _contradiction(origin: Origin, status: str, objective: int | None) -> str | None:
    if origin.instance is None or origin.instance.known is None:
        return None
    sense = origin.model.objective.sense if origin.model.objective else "minimize"
    return origin.instance.known.contradiction(status, objective=objective, sense=sense)


def _blame(folder: Path, truth: str | None) -> str:
    """Who is to blame for an answer that breaks the model."""
    ready = None if truth is None else load(folder)
    if truth is None or ready is None or isinstance(ready, Rewritten):
        return "its answer breaks the model"
    broken = _falsified(ready.formula, truth)
    if broken is not None:
        return f"its answer breaks {broken} of the formula, and so the model"
    return "the encoding is wrong, for its answer satisfies the formula but breaks the model"


def _falsified(formula: Formula, truth: str) -> str | None:
    """The first clause or linear constraint that does not hold."""
    true = {v if value == "1" else -v for v, value in enumerate(truth, 1)}
    clauses: Iterable[Sequence[int]] = formula.iterate()
    for number, clause in enumerate(clauses, 1):
        if true.isdisjoint(clause):
            return f"clause {number}"
    for number, part in enumerate(formula.linear, 1):
        if not part.holds(true):
            return f"linear constraint {number}"
    return None


def _summary(broken: Sequence[str]) -> str:
    more = f" and {len(broken) - _LISTED} more" if len(broken) > _LISTED else ""
    return f"{'; '.join(broken[:_LISTED])}{more}"
