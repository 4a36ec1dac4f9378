"""What was measured so far: `measurements.jsonl`, a line for each solver on each problem.

    {"instance": "knights_tour-8x8-2", "gbd": "9f0e...", "role": "probe", "solver": "minisat",
     "version": "...", "limit": 60.0, "memory": null, "status": "unknown", "reason": "timeout",
     "seconds": 60.0, "value": null, "fault": null, "witness": false,
     "machine": "AMD EPYC, 8 cores, 32 GiB, Linux 6.8.0", "started": "2026-01-31T12:00:00Z"}

Seconds and bytes. A line is on the disk before anything builds on it, and none is ever changed:
nothing is measured twice, whatever ended the process meanwhile. Witnesses (a model, say) are too
long for a line; each has a file of its own, written before its line.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import NoneType
from typing import Any, Final, Literal, Self, TypeAlias, get_args

from satchel.compare.lines import Appender, read_lines
from satchel.compare.provenance import provenance
from satchel.compare.run import digest
from satchel.errors import InputError
from satchel.files import read_text, whole_file
from satchel.submission.tracks.protocol import Limits, Outcome, Status

FILE: Final = "measurements.jsonl"

_KINDS: Final = {
    "seconds": (int, float),
    "reason": (str, NoneType),
    "value": (int, NoneType),
    "fault": (str, NoneType),
}
"""What a line may have in the fields of an outcome, besides its status."""

Role: TypeAlias = Literal["probe", "solver"]
"""Whose success makes a problem too easy; whose success is needed."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured: equal ones are measured once."""

    instance: str
    gbd: str
    role: Role
    solver: str
    version: str
    limits: Limits

    @property
    def id(self) -> str:
        """The same for the same solver on the same file within the same limits."""
        limits = asdict(self.limits)
        return digest([self.gbd, self.solver, self.version, limits])

    def head(self) -> dict[str, Any]:
        """The first fields of its line."""
        return {
            "instance": self.instance,
            "gbd": self.gbd,
            "role": self.role,
            "solver": self.solver,
            "version": self.version,
            "limit": self.limits.seconds,
            "memory": self.limits.memory,
        }


class Measurements:
    """The file in a folder, to be read and appended to by one process; several threads may."""

    def __init__(self, folder: Path, witnesses: Path) -> None:
        """Read what is there; InputError where a line is damaged, or nothing can be written."""
        self._witnesses = witnesses
        self._lock = threading.Lock()
        self._machine = _machine()
        lines = read_lines(folder / FILE)
        self._known: dict[str, Outcome] = {}
        for number, line in enumerate(lines.objects, 1):
            try:
                measure, outcome = _read(line)
            except (KeyError, TypeError) as error:
                words = f"not a measurement: {error!r}"
                raise InputError(words, file=str(folder / FILE), line=number) from error
            self._known.setdefault(measure.id, outcome)
        self._file = Appender(folder / FILE, lines.whole)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def once(self, measure: Measure, make: Callable[[], Outcome]) -> Outcome:
        """What came of it: as it is known, or else made now and written down at once."""
        known = self._known.get(measure.id)
        if known is not None:
            known = self._with_witness(measure, known)
        if known is not None:
            return known
        started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        outcome = make()
        self._keep(measure, outcome, started)
        return outcome

    def _keep(self, measure: Measure, outcome: Outcome, started: str) -> None:
        if outcome.witness is not None:
            with whole_file(str(self._witness(measure))) as stream:
                stream.write(outcome.witness.encode())
        said = {**asdict(outcome), "witness": outcome.witness is not None}
        where = {"machine": self._machine, "started": started}
        with self._lock:
            self._file.append({**measure.head(), **said, **where})
            self._known[measure.id] = outcome

    def _with_witness(self, measure: Measure, known: Outcome) -> Outcome | None:
        """The outcome with its witness; None where that is lost, and all is to be done again."""
        if known.witness is None:
            return known
        file = self._witness(measure)
        return replace(known, witness=read_text(str(file))) if file.is_file() else None

    def _witness(self, measure: Measure) -> Path:
        return self._witnesses / f"{measure.id}.xz"


def _machine() -> str:
    """What this machine is, as far as times depend on it."""
    here = provenance([])["machine"]
    memory = f"{here['memory'] / 2**30:.0f} GiB"
    return f"{here['processor']}, {here['cores']} cores, {memory}, {here['system']}"


def _read(line: dict[str, Any]) -> tuple[Measure, Outcome]:
    limits = Limits(line["limit"], line["memory"])
    names = ("instance", "gbd", "role", "solver", "version")
    measure = Measure(**{name: line[name] for name in names}, limits=limits)
    said = {name: line[name] for name in ("status", "seconds", "reason", "value", "fault")}
    for name, kinds in _KINDS.items():
        if not isinstance(line[name], kinds):
            raise TypeError(f"{name} is {line[name]!r}")
    if line["status"] not in get_args(Status):
        raise TypeError(f"status is {line['status']!r}")
    return measure, Outcome(**said, witness="" if line["witness"] else None)
