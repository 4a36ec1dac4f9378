"""Is there exactly one shown solution? Proved, or refuted by two that differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Literal, TypeAlias

from satchel.cnf.options import Options
from satchel.errors import BackendError, LimitError
from satchel.ir import Model
from satchel.ir.given import shortened
from satchel.tasks.answer import Answer
from satchel.tasks.check import Check
from satchel.tasks.origin import Origin
from satchel.tasks.solve import DEFAULT_BACKEND, enumerate_solutions
from satchel.tasks.work.process import Worker

Verdict: TypeAlias = Literal["unique", "several", "none", "unknown"]
Difference: TypeAlias = tuple[int | bool, int | bool]
"""The values that a shown name has in the first and in the second solution."""


@dataclass(frozen=True, repr=False, slots=True)
class Uniqueness:
    """How many shown solutions there are, as far as one, two or none.

    `solutions` are the checked ones that were found: one where it is `unique`, two where there are
    `several`, none where there is `none`; one or none where the work ended before it was decided,
    for the `reason` given. `certificate` names what vouches for there being none.
    """

    verdict: Verdict
    backend: str
    solutions: tuple[Answer, ...] = ()
    reason: str | None = None
    certificate: str | None = None
    times: Mapping[str, float] = field(default_factory=dict)

    def __repr__(self) -> str:
        told: dict[str, object] = {"reason": self.reason, "certificate": self.certificate}
        told["differences"] = shortened(str(self.differences())) if self.differences() else None
        told["backend"] = self.backend
        parts = [f"{name}={value}" for name, value in told.items() if value is not None]
        return f"Uniqueness({', '.join([self.verdict, *parts])})"

    def differences(self) -> dict[str, Difference]:
        """Where the two solutions differ; empty if there are not two."""
        if len(self.solutions) < 2:
            return {}
        one, other = (answer.solution or {} for answer in self.solutions)
        return {name: (one[name], other[name]) for name in one if one[name] != other[name]}

    def to_json(self) -> dict[str, Any]:
        """Plain data for `--output json`."""
        return {
            "verdict": self.verdict,
            "reason": self.reason,
            "solutions": [dict(answer.solution or {}) for answer in self.solutions],
            "differences": {name: list(pair) for name, pair in self.differences().items()},
            "backend": self.backend,
            "times": {name: round(seconds, 6) for name, seconds in self.times.items()},
            "certificate": self.certificate,
        }


def unique(
    model: Model,
    *,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    started: float | None = None,
    check: Check | None = None,
    in_process: bool = False,
    worker: Worker | None = None,
) -> Uniqueness:
    """Look for two solutions that differ in what is shown; an objective plays no part.

    Arguments as in `solve`. Limits and failing solvers come back as `unknown` with a reason.
    Raises `InputError` for an unknown backend, `CheckError` when a solution fails a check.
    """
    found: list[Answer] = []
    answers = enumerate_solutions(
        model,
        backend=backend,
        options=options,
        limit=2,
        timeout=timeout,
        memory=memory,
        started=started,
        check=check,
        in_process=in_process,
        worker=worker,
    )
    reason: str | None = None
    try:
        found.extend(islice(answers, 2))
    except LimitError as error:
        reason = error.reason
    except BackendError as error:
        reason = f"solver error: {error}"
    if reason is not None and len(found) < 2:
        return Uniqueness("unknown", backend, tuple(found), reason, times=_times(found))
    verdicts: tuple[Verdict, ...] = ("none", "unique", "several")
    return Uniqueness(verdicts[len(found)], backend, tuple(found), times=_times(found))


def _times(found: list[Answer]) -> Mapping[str, float]:
    return found[-1].times if found else {}


def held_against_known(found: Uniqueness, origin: Origin) -> Uniqueness:
    """The verdict with what vouches for it; CheckError where the known answer contradicts it."""
    match found.verdict:
        case "unique":
            origin.compare_with_known("sat", count=1, unique=True)
        case "several":
            origin.compare_with_known("sat", unique=False)
        case "none":
            origin.compare_with_known("unsat")
            return replace(found, certificate=found.certificate or origin.vouching_for_unsat())
        case "unknown":
            pass
    return found
