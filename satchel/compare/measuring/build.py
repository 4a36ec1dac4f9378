"""Making a problem ready, in a process of its own with its own limits; every run then loads it.

What encodes is not what solves: neither its time nor its memory is the run's. A formula here is
what `encode` exports, with nothing that only a session could complete unless the profile asks for
it, so that every solver gets the same bytes.

    FOLDER/KEY/made.json         what it took and how large it is, or why there is none
    FOLDER/KEY/problem.json ...  see `ready.py`
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sys
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from satchel.cnf import formula as cnf
from satchel.cnf.opb import write_opb
from satchel.cnf.options import Options
from satchel.compare.fields import read_fields
from satchel.compare.measuring.gauge import TreeGauge
from satchel.compare.measuring.ready import Ready, Rewritten, is_trivial, save
from satchel.compare.record import Formula
from satchel.compare.run import Run, digest
from satchel.dimacs.writer import formula_hash
from satchel.errors import BackendError, InputError, LimitError, ModelError
from satchel.jsontext import parse_json
from satchel.puzzle import Catalogue
from satchel.tasks.choose import backend_named
from satchel.tasks.compile import compile_model
from satchel.tasks.origin import Origin
from satchel.tasks.session import rewritten
from satchel.tasks.work.events import Ended, Event
from satchel.tasks.work.process import Worker
from satchel.version import VERSION

_MADE: Final = "made.json"


@dataclass(frozen=True, slots=True)
class Limits:
    """Of making one problem: seconds of wall time, bytes; None is no limit."""

    timeout: float | None = 600.0
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Made(Event):
    """What making a problem took, in seconds, and what came of it; or why nothing did."""

    build: float = 0.0
    encode: float = 0.0
    formula: Mapping[str, Any] | None = None
    """The fields of `record.Formula`; None where no clauses were made."""
    trivial: bool = False
    """Whether nothing is left to solve: the passes, or the encoding, have decided it."""
    refused: str | None = None
    limits: Mapping[str, Any] = field(default_factory=dict)
    """The limits that were reached, where that is why there is nothing."""


@dataclass(frozen=True, slots=True)
class Unfit(Event):
    """Nothing can be made here at all: files cannot be written, or those it needs not be read."""

    why: str
    file: str | None


def make_problem(
    run: Run,
    folder: Path,
    *,
    puzzles: tuple[str, ...] = (),
    limits: Limits = Limits(),
    stop: threading.Event | None = None,
) -> tuple[Path, Made]:
    """Where the problem of a run is, made now unless it is there; and what making it took.

    A refusal is kept like a problem; where limits were reached, it is for these limits only. Raises
    InputError where files cannot be written, KeyboardInterrupt once `stop` is set.
    """
    place = place_of(run, folder)
    known = _known(place)
    if known is not None and known.limits in ({}, asdict(limits)):
        return place, known
    part = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
    takes = backend_named(run.backend).takes
    job = _Make(_instance(run), puzzles, run.instance, run.model, options_of(run), takes, str(part))
    try:
        part.mkdir(parents=True)
        made = _made(job, limits, stop)
        (part / _MADE).write_text(json.dumps(asdict(made)))
        if known is not None:
            shutil.rmtree(place, ignore_errors=True)
        with suppress(OSError):  # somebody else has made it meanwhile
            part.rename(place)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(folder)) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return place, made


def place_of(run: Run, folder: Path) -> Path:
    """Where the problem of a run is: the same for all runs that solve the same."""
    takes = backend_named(run.backend).takes
    options = options_of(run).to_json()
    return folder.absolute() / digest(
        [run.puzzle, run.parameters, run.model, options, takes, VERSION]
    )


def size_of(made: Made) -> Formula | None:
    """The formula's size, as records have it."""
    return None if made.formula is None else Formula(**made.formula)


def origin_of(run: Run, puzzles: tuple[str, ...]) -> Origin:
    """The instance of a run, with its model built."""
    return Origin.of(Catalogue(puzzles).revive(_instance(run), run.instance), run.model)


def options_of(run: Run) -> Options:
    """The run's choices, where `auto` leaves to the solver what it takes natively."""
    backend = backend_named(run.backend)
    return run.chosen.preferring(backend.native) if backend.takes == "formula" else run.chosen


def _instance(run: Run) -> dict[str, Any]:
    data = {"puzzle": run.puzzle, "parameters": run.parameters, "reading": run.reading}
    return data if run.answer is None else {**data, "answer": run.answer}


def _known(place: Path) -> Made | None:
    try:
        data = parse_json((place / _MADE).read_text())
        return Made(**read_fields(Made, data, "what was made"))
    except (OSError, ValueError, InputError):
        return None


def _made(job: _Make, limits: Limits, stop: threading.Event | None) -> Made:
    deadline = None if limits.timeout is None else time.perf_counter() + limits.timeout
    memory = limits.memory or sys.maxsize
    try:
        with Worker(memory, TreeGauge(stop)) as worker, closing(worker.run(job, deadline)) as steps:
            for step in steps:
                if isinstance(step, Made):
                    return step
                if isinstance(step, Unfit):
                    raise InputError(step.why, file=step.file)
    except LimitError as error:
        return Made(refused=f"not made within its limits: {error}", limits=asdict(limits))
    except BackendError as error:
        return Made(refused=f"not made: {error}")
    raise BackendError("the worker made nothing")


@dataclass(frozen=True, slots=True)
class _Make:
    """A job: build an instance's model, encode or rewrite it, and leave it in a folder."""

    instance: Mapping[str, Any]
    puzzles: tuple[str, ...]
    name: str
    model: str
    options: Options
    takes: str
    folder: str

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {
            "instance": self.instance,
            "puzzles": self.puzzles,
            "name": self.name,
            "model": self.model,
            "options": self.options.to_json(),
            "takes": self.takes,
            "folder": self.folder,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        return cls(
            data["instance"],
            tuple(data["puzzles"]),
            data["name"],
            data["model"],
            Options.from_json(data["options"]),
            data["takes"],
            data["folder"],
        )

    def carry_out(self) -> Generator[Event]:
        """`Made`, or `Unfit`; MemoryError where memory ends."""
        try:
            catalogue = Catalogue(self.puzzles)
        except InputError as error:
            yield Unfit(error.message, error.file)
        else:
            yield self._made(catalogue)
        yield Ended(0.0, 0.0)

    def _made(self, catalogue: Catalogue) -> Made | Unfit:
        start = time.perf_counter()
        try:
            origin = Origin.of(catalogue.revive(self.instance, self.name), self.model)
            built = time.perf_counter()
            ready = self._ready(origin)
            encoded = time.perf_counter()
            save(ready, Path(self.folder))
        except (InputError, ModelError) as error:
            if isinstance(error, InputError) and error.file is not None:  # not there, or changed
                return Unfit(error.message, error.file)
            return Made(refused=str(error))
        except OSError as error:
            return Unfit(f"cannot be written: {error.strerror or error}", self.folder)
        return Made(built - start, encoded - built, _size(ready), is_trivial(ready))

    def _ready(self, origin: Origin) -> Ready:
        if self.takes == "formula":
            return compile_model(origin.model, self.options)
        return Rewritten(*rewritten(origin.model, self.options, "the backend"))


def _size(ready: Ready) -> dict[str, Any] | None:
    if isinstance(ready, Rewritten):
        return None
    formula = ready.formula
    return {
        "variables": formula.variables,
        "clauses": formula.clauses,
        "literals": formula.literals,
        "linear": len(formula.linear),
        "sha256": _hash(formula),
    }


def _hash(formula: cnf.Formula) -> str:
    """Of the text in which it would be written, DIMACS or OPB."""
    if not formula.linear:
        return formula_hash(formula.variables, formula.clauses, formula.chunks)
    with Path(os.devnull).open("wb") as nowhere:
        return write_opb(nowhere, formula)
