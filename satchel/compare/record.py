"""What is kept of one run: a line of `runs.jsonl`, an object with the fields of `Record`.

    {"id": "5b1f...", "run": {...}, "status": "sat", "reason": null, "objective": null,
     "verdict": "correct", "fault": null,
     "times": {"build": 0.1, "encode": 0.2, "load": 0.1, "solve": 1.5, "decode": 0.1, "check": 0.1},
     "wall": 1.7, "cpu": 1.69, "solving_cpu": 1.6, "memory": 52428800, "trivial": false,
     "meter": "process tree", "reliable": false, "why": "no cgroups: ...",
     "formula": {"variables": 192, "clauses": 1024, "literals": 2500, "linear": 0, "sha256": "..."},
     "statistics": {"conflicts": 17}, "solution": "9c0e...", "provenance": "77aa...",
     "started": "2026-01-31T12:00:00Z"}

Seconds and bytes throughout. `run` is described in `run.py`, a line of provenance in
`provenance.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from satchel.compare.fields import read_fields
from satchel.compare.run import Run
from satchel.errors import InputError

STATUSES: Final = ("sat", "unsat", "optimum", "unknown")
VERDICTS: Final = ("correct", "unchecked", "wrong")
METERS: Final = ("runexec", "process tree")
TIMES: Final = ("build", "encode", "load", "solve", "decode", "check")
"""The steps of a run, in order; `build`, `encode` are those of the one who made the formula."""

NOT_MEASURED: Final = "nothing was measured"
"""Why a run that was refused is not reliable."""

INTERRUPTED: Final = "interrupted"
"""The reason of a run that was stopped; it is not stored, and made again."""


@dataclass(frozen=True, slots=True)
class Formula:
    """The formula that the backend got: its size (`linear` counts constraints) and its bytes."""

    variables: int
    clauses: int
    literals: int
    linear: int
    sha256: str
    """Of the DIMACS or OPB text without comments."""


@dataclass(frozen=True, slots=True)
class Record:
    """One run and what came of it."""

    run: Run
    status: str
    """One of `STATUSES`."""
    reason: str | None
    """Of `unknown`, and only then: `timeout`, `walltime` (that limit came before the CPU time was
    used up), `memory`, `interrupted`, `solver error: ...`, or `refused: ...` where the combination
    makes no sense or the formula is too large."""
    objective: int | None
    """The value reached, where the model has an objective."""
    verdict: str
    """One of `VERDICTS`. A checked solution, or an `unsat` that something vouches for, is correct;
    an answer that fails a check or contradicts the known one is wrong; others are unchecked."""
    fault: str | None
    """Of a wrong answer, and only then: what is wrong with it."""
    times: Mapping[str, float]
    """Seconds of the steps in `TIMES` that were done; of an unfinished one, up to its end."""
    wall: float
    """Seconds of the run, without `build` and `encode` of a shared formula."""
    cpu: float | None
    """Seconds of all processes of the run together, on the same terms; None: not known."""
    memory: int | None
    """Peak bytes of all processes of the run together; None: not known."""
    meter: str
    """One of `METERS`: what has measured."""
    reliable: bool
    why: str | None
    """Why the measurement is not reliable."""
    formula: Formula | None
    """None where no clauses were made."""
    statistics: Mapping[str, int | float]
    """The solver's own numbers, as it names them."""
    solution: str | None
    """A digest of the shown solution."""
    provenance: str
    """The id of the line in `provenance.jsonl` that says where and by what this was measured."""
    started: str
    """The time in UTC as ISO 8601 writes it, `2026-01-31T12:00:00Z`."""
    solving_cpu: float | None = None
    """The part of `cpu` until the answer: loading and solving; None: not known, or a record of
    before it was measured."""
    trivial: bool = False
    """Whether nothing was left to solve; see `decided`."""

    def __post_init__(self) -> None:
        for value, choices in (
            (self.status, STATUSES),
            (self.verdict, VERDICTS),
            (self.meter, METERS),
        ):
            if value not in choices:
                raise InputError(f"the record has {value!r} where {', '.join(choices)} are known")
        if (self.status == "unknown") != (self.reason is not None):
            raise InputError(f"the record has status {self.status!r} and reason {self.reason!r}")
        if (self.verdict == "wrong") != (self.fault is not None):
            raise InputError(f"the record has verdict {self.verdict!r} and fault {self.fault!r}")
        for step, seconds in self.times.items():
            if step not in TIMES or not _is_amount(seconds):
                raise InputError(f"the record has the time {step!r}: {seconds!r}")
        for name, number in self.statistics.items():
            if not isinstance(number, (int, float)) or not math.isfinite(number):
                raise InputError(f"the record has the statistic {name!r}: {number!r}")
        for field in ("wall", "cpu", "solving_cpu", "memory"):
            amount = getattr(self, field)
            if amount is not None and not _is_amount(amount):
                raise InputError(f"the record has {field!r}: {amount!r}")

    @property
    def solved(self) -> bool:
        """Whether there is an answer that is not wrong."""
        return self.status != "unknown" and self.verdict != "wrong"

    @property
    def by_cpu(self) -> bool:
        """Whether its time is CPU time: its limit was, and it is known."""
        return self.run.walltime is not None and self.cpu is not None

    @property
    def seconds(self) -> float:
        """What counts as the time: CPU time until the answer, or until the run ended without one.

        Wall time in its place where the run was limited by that, or its CPU time is not known.
        """
        if self.by_cpu:
            return self.solving_cpu if self.solving_cpu is not None else self.cpu or 0.0
        return self.solving_wall

    @property
    def solving_wall(self) -> float:
        """Seconds of wall time until the answer, or until the run ended without one."""
        if self.status == "unknown":
            return self.wall
        return self.times.get("load", 0.0) + self.times.get("solve", 0.0)

    @property
    def decided(self) -> bool:
        """Whether nothing was left for the solver, so that its time measures nothing."""
        formula = self.formula
        empty = formula is not None and formula.literals == formula.linear == 0
        return self.trivial or empty

    @property
    def refused(self) -> bool:
        """Whether the run was not made, because it makes no sense or its formula is too large."""
        return self.reason is not None and self.reason.startswith("refused:")

    def to_json(self) -> dict[str, Any]:
        """The fields, and first the run's id."""
        return {"id": self.run.id, **asdict(self), "run": self.run.to_json()}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The record that `to_json` wrote; InputError where the data is none."""
        if not isinstance(data, Mapping):
            raise InputError("a record is expected to be an object")
        given = dict(data)
        claimed = given.pop("id", None)
        given["run"] = run = Run.from_json(given.get("run"))
        if claimed != run.id:
            raise InputError(f"the record's id is {claimed!r}, that of its run {run.id!r}")
        if given.get("formula") is not None:
            given["formula"] = Formula(**read_fields(Formula, given["formula"], "the formula"))
        return cls(**read_fields(cls, given, "the record"))


def _is_amount(value: object) -> bool:
    """Whether it is a number that can be seconds or bytes; NaN is not."""
    return isinstance(value, (int, float)) and 0 <= value < math.inf
