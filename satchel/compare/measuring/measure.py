"""One run from its beginning to its record."""

from __future__ import annotations

import shutil
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from satchel.compare.measuring.attempt import Attempt
from satchel.compare.measuring.build import (
    Limits,
    Made,
    make_problem,
    options_of,
    origin_of,
    place_of,
    size_of,
)
from satchel.compare.measuring.conditions import Conditions
from satchel.compare.measuring.evidence import Evidence
from satchel.compare.measuring.judge import Verdict, judge_solution, judge_unsat
from satchel.compare.measuring.meter import WALLTIME, Measured, Meter, RunLimits
from satchel.compare.measuring.ready import load
from satchel.compare.record import NOT_MEASURED, Record
from satchel.compare.run import Run, digest
from satchel.errors import InputError
from satchel.tasks.choose import backend_named
from satchel.tasks.origin import Origin
from satchel.tasks.work.events import Found

_KEPT: Final = 4
"""So many instances with their models are kept for the checks of the next runs."""


@dataclass(frozen=True)
class Setting:
    """What all runs of an experiment share, perhaps in several threads at once.

    `folder` is the experiment's: problems go to `formulas/` in it, evidence of wrong answers to
    `faults/`. `provenance` is the id of where this is. `puzzles` are Python files with more
    puzzles; `building` limits what makes problems.
    """

    folder: Path
    meter: Meter
    provenance: str
    puzzles: tuple[str, ...] = ()
    building: Limits = field(default_factory=Limits)
    _locks: dict[Path, threading.Lock] = field(default_factory=dict, init=False, repr=False)
    _origins: OrderedDict[str, Origin] = field(default_factory=OrderedDict, init=False, repr=False)

    @property
    def formulas(self) -> Path:
        """Where problems go."""
        return self.folder / "formulas"

    def problem(self, run: Run, stop: threading.Event) -> tuple[Path, Made]:
        """Where the problem of a run is, and what making it took; see `make_problem`."""
        with self._locks.setdefault(place_of(run, self.formulas), threading.Lock()):
            return make_problem(
                run, self.formulas, puzzles=self.puzzles, limits=self.building, stop=stop
            )

    def origin(self, run: Run) -> Origin:
        """The instance and its model, the last few of which are kept."""
        key = digest([run.puzzle, run.parameters, run.answer, run.model])
        origin = self._origins.get(key) or origin_of(run, self.puzzles)
        self._origins[key] = origin
        while len(self._origins) > _KEPT:
            self._origins.popitem(last=False)
        return origin


def measure(run: Run, setting: Setting, stop: threading.Event) -> Record:
    """Carry out a run within its limits; everything that was started for it is then gone.

    Whatever the solver does ends up in the record. Raises KeyboardInterrupt soon after `stop` is
    set, and InputError where files cannot be written, or the solver is not the one that the run is
    planned for.
    """
    _refuse_another_version(run)
    noted = _Notes(run, setting)
    place, made = setting.problem(run, stop)
    if made.refused is not None:
        return noted.refusal(made.refused)
    conditions = Conditions()
    attempt = Attempt(str(place), run.backend)
    measured = setting.meter.measure(attempt, limits_of(run), stop)
    doubts = [*_early_end(measured), *measured.doubts, *conditions.doubts()]
    begun = time.perf_counter()
    status, reason, verdict = _judged(run, setting, measured, place)
    check = {} if status == "unknown" else {"check": time.perf_counter() - begun}
    record = noted.record(made, measured, status, reason, verdict, check, doubts)
    if verdict.fault is not None:
        keep_evidence(record, setting, measured.steps.found)
    return record


def limits_of(run: Run) -> RunLimits:
    """The limits of the run; wall time alone where the plan is of before CPU time was limited."""
    if run.walltime is None:
        return RunLimits(None, run.timeout, run.memory)
    return RunLimits(run.timeout, run.walltime, run.memory)


def _early_end(measured: Measured) -> list[str]:
    """The doubt about a run that was ended before its CPU time was used up."""
    if measured.limit != WALLTIME:
        return []
    return [f"ended by the limit of wall time after {measured.cpu or 0.0:.2f} s of CPU time"]


def _refuse_another_version(run: Run) -> None:
    """The record would name a solver that has not run."""
    here = backend_named(run.backend).version
    if here != run.version:
        raise InputError(
            f"{run.backend!r} is {here} here, and planned is {run.version}:"
            " plan again, or install that one"
        )


def keep_evidence(record: Record, setting: Setting, found: Found | None = None) -> Path:
    """Write what shows a fault to a folder of its own, which is returned.

    For an answer that only another run contradicts, too. Raises InputError where files cannot be
    written.
    """
    run = record.run
    place, _ = setting.problem(run, threading.Event())
    folder = setting.folder / "faults" / run.id
    evidence = Evidence(record, setting.origin(run), options_of(run), load(place), found)
    evidence.write(folder)
    return folder


def discard(run: Run, setting: Setting) -> None:
    """Delete the problem of a run, and what was left of it where somebody was killed making it."""
    place = place_of(run, setting.formulas)
    for each in (place, *setting.formulas.glob(f".{place.name}.*")):
        shutil.rmtree(each, ignore_errors=True)


def _judged(
    run: Run, setting: Setting, measured: Measured, place: Path
) -> tuple[str, str | None, Verdict]:
    """Status, reason and verdict."""
    answered, found = measured.steps.answered, measured.steps.found
    unchecked = Verdict("unchecked")
    if measured.misanswer is not None:
        return "sat", None, Verdict("wrong", measured.misanswer)
    if measured.limit is not None:
        return "unknown", measured.limit, unchecked
    if measured.failure is not None:
        return "unknown", f"solver error: {measured.failure}", unchecked
    if found is not None:
        return "sat", None, judge_solution(setting.origin(run), found, place)
    if answered is None:
        return "unknown", "solver error: no answer", unchecked
    return "unsat", None, judge_unsat(setting.origin(run))


class _Notes:
    """What is known of a run before it is measured."""

    def __init__(self, run: Run, setting: Setting) -> None:
        self._known: dict[str, Any] = {
            "run": run,
            "provenance": setting.provenance,
            "meter": setting.meter.name,
            "started": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        }

    def refusal(self, why: str) -> Record:
        """The record of a run that has not come to be measured."""
        return Record(
            status="unknown",
            reason=f"refused: {why}",
            objective=None,
            verdict="unchecked",
            fault=None,
            times={},
            wall=0.0,
            cpu=None,
            memory=None,
            reliable=False,
            why=NOT_MEASURED,
            formula=None,
            statistics={},
            solution=None,
            **self._known,
        )

    def record(
        self,
        made: Made,
        measured: Measured,
        status: str,
        reason: str | None,
        verdict: Verdict,
        check: dict[str, float],
        doubts: Sequence[str],
    ) -> Record:
        """The record of a run that was measured."""
        times = {"build": made.build, "encode": made.encode, **measured.times(), **check}
        answered = measured.steps.answered
        return Record(
            status=status,
            reason=reason,
            objective=verdict.objective,
            verdict=verdict.verdict,
            fault=verdict.fault,
            times={step: round(seconds, 6) for step, seconds in times.items()},
            wall=round(measured.wall, 6),
            cpu=_rounded(measured.cpu),
            solving_cpu=_rounded(measured.solving_cpu),
            memory=measured.memory,
            reliable=not doubts,
            why="; ".join(doubts) or None,
            formula=size_of(made),
            trivial=made.trivial,
            statistics=dict(answered.statistics) if answered else {},
            solution=verdict.solution,
            **self._known,
        )


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 6)
