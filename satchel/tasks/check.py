"""From what a backend reports to an answer: a solution counts only after its checks."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from satchel.errors import CheckError
from satchel.ir import Model
from satchel.ir.checking import Checker
from satchel.puzzle import Shown
from satchel.tasks.answer import Answer, FormulaSize, Status
from satchel.tasks.work.events import Encoded, Ended, Event, Found

Check: TypeAlias = Callable[[Mapping[str, int | bool]], list[str]]
"""The puzzle's rules: shown values to the list of what is wrong with them."""

_LISTED = 3
"""So many faults are named in the error."""


class Progress:
    """How far one solve has got, and the answers that may be given at that point."""

    def __init__(
        self, model: Model, backend: str, check: Check | None, started: float | None
    ) -> None:
        now = time.perf_counter()
        self.begun = now if started is None else started
        self._checker = Checker(model)
        self._backend = backend
        self._check = check
        self._formula: FormulaSize | None = None
        self._times: dict[str, float] = {"build": now - self.begun}
        self._stage, self._stage_begun = "encode", now
        self._statistics: Mapping[str, int | float] = {}

    def take(self, event: Event) -> None:
        """Note what an event says about sizes, times and statistics."""
        match event:
            case Encoded():
                self._formula = event.formula
                self._times["encode"] = event.seconds
                self._stage, self._stage_begun = "solve", time.perf_counter()
            case Found() | Ended():
                self._times |= {"solve": event.solve, "decode": event.decode}
                if isinstance(event, Ended):
                    self._statistics = event.statistics
                    self._stage, self._stage_begun = "check", time.perf_counter()

    def answer(self, status: Status) -> Answer:
        """An answer without a solution."""
        return Answer(
            status,
            self._backend,
            formula=self._formula,
            times=self._times,
            statistics=self._statistics,
        )

    def unknown(self, reason: str) -> Answer:
        """No answer; the time since the last event is counted to the stage that did not end."""
        return Answer(
            "unknown",
            self._backend,
            reason=reason,
            formula=self._formula,
            times={**self._times, self._stage: self.stage_seconds()},
            statistics=self._statistics,
        )

    def stage_seconds(self) -> float:
        """Seconds since the last event."""
        return time.perf_counter() - self._stage_begun

    def complete(self, answer: Answer) -> Answer:
        """An earlier answer, with the times and statistics of all the work."""
        return replace(answer, times=dict(self._times), statistics=self._statistics)

    def solution(self, found: Found) -> Answer:
        """The solution as an answer; CheckError, naming the backend, if it fails a check."""
        start = time.perf_counter()
        self._refuse(self._checker.violations(found.values), "its answer breaks the model")
        shown = self._checker.shown_values(found.values)
        if self._check is not None:
            self._refuse(self._check(shown), "its answer breaks the puzzle's rules", shown)
        self._times["check"] = self._times.get("check", 0.0) + time.perf_counter() - start
        return Answer(
            "sat",
            self._backend,
            values=found.values,
            solution=shown,
            literals=_literals(found.truth),
            objective=self._checker.objective_value(found.values),
            formula=self._formula,
            times=dict(self._times),
            checked=True,
            statistics=self._statistics,
        )

    def _refuse(self, wrong: list[str], what: str, solution: Shown | None = None) -> None:
        if wrong:
            more = f" and {len(wrong) - _LISTED} more" if len(wrong) > _LISTED else ""
            words = f"{self._backend}: {what}: {'; '.join(wrong[:_LISTED])}{more}"
            raise CheckError(words, solution=solution)


def _literals(truth: str | None) -> tuple[int, ...] | None:
    if truth is None:
        return None
    return tuple(v if value == "1" else -v for v, value in enumerate(truth, 1))
