"""Have a file read by every program that is there, each in a process of its own."""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from satchel.errors import BackendError, LimitError
from satchel.files import read_bytes
from satchel.submission.readers import libraries, programs
from satchel.submission.readers.protocol import Kind, Numbers, Reader
from satchel.tasks.work.events import Ended, Event
from satchel.tasks.work.process import Worker
from satchel.tasks.work.scratch import Scratch

_READERS: Final[Mapping[Kind, tuple[Reader, ...]]] = {
    "cnf": (programs.KISSAT_READER, programs.CADICAL, programs.MINISAT, libraries.PYSAT),
    "wcnf": (libraries.RC2,),
    "mc": (libraries.GANAK,),
    "opb": (programs.CLASP, programs.MINISAT_PLUS),
    "smt2": (libraries.CVC5, libraries.Z3),
}
_PACKED: Final = frozenset({".xz", ".gz"})
_CNF_HEADER: Final = re.compile(rb"^p +cnf +(\d+) +(\d+) *\r?$", re.MULTILINE)
_OPB_HEADER: Final = re.compile(rb"^\* #variable= *(\d+)", re.MULTILINE)
_HARD: Final = re.compile(rb"^h ", re.MULTILINE)
_SOFT: Final = re.compile(rb"^[1-9]", re.MULTILINE)
_ASSERTION: Final = re.compile(rb"^\(assert\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class HasRead(Event):
    """A reader came to the end of the file."""

    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Read:
    """A job: have one reader read one file."""

    kind: Kind
    reader: str
    file: str

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {"kind": self.kind, "reader": self.reader, "file": self.file}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        return cls(data["kind"], data["reader"], data["file"])

    def carry_out(self) -> Generator[Event]:
        """The numbers that the reader gives; BackendError with its complaint."""
        start = time.perf_counter()
        reader = next(each for each in _READERS[self.kind] if each.name == self.reader)
        yield HasRead(reader.read(Path(self.file)))
        yield Ended(time.perf_counter() - start, 0.0)


def readers(kind: Kind) -> list[Reader]:
    """Those that are there."""
    return [reader for reader in _READERS[kind] if reader.refusal() is None]


def missing(kind: Kind) -> list[str]:
    """What is not there, each with how to get it."""
    refusals = [reader.refusal() for reader in _READERS[kind]]
    return [refusal for refusal in refusals if refusal is not None]


def read_by(
    file: Path, kind: Kind, limit: float, memory: int | None = None
) -> dict[str, str | None]:
    """For each reader that is there None, or its complaint, in a line.

    A reader has `limit` seconds and `memory` bytes. What it says that it has read must be what is
    in the file. Raises InputError where the file cannot be opened or unpacked.
    """
    content = read_bytes(str(file))
    there = _numbers(content, kind)
    with closing(Scratch()) as scratch:
        plain = file
        if file.suffix in _PACKED:
            plain = Path(scratch.folder, file.stem)
            plain.write_bytes(content)
        del content
        with Worker(memory) as worker:
            return {
                reader.name: _complaint(
                    worker,
                    Read(kind, reader.name, str(file if reader.unpacks else plain)),
                    limit,
                    there,
                )
                for reader in readers(kind)
            }


def _complaint(worker: Worker, job: Read, limit: float, there: Numbers) -> str | None:
    try:
        with closing(worker.run(job, time.perf_counter() + limit)) as events:
            numbers = next(event.numbers for event in events if isinstance(event, HasRead))
    except LimitError as error:
        if error.reason == "timeout":
            return f"was still reading after {limit:g} s"
        return str(error)
    except BackendError as error:
        return str(error)
    for what, number in numbers.items():
        if what not in there:
            return f"read {number} {what}, but no header says how many there are"
        if number != there[what]:
            return f"read {number} {what}, but there are {there[what]}"
    return None


def _numbers(content: bytes, kind: Kind) -> Numbers:
    """What a header announces; of a file that has none, how many lines there are of each kind."""
    if kind in {"cnf", "mc"}:
        header = _CNF_HEADER.search(content)
        return {"variables": int(header[1]), "clauses": int(header[2])} if header else {}
    if kind == "opb":
        header = _OPB_HEADER.search(content)
        return {"variables": int(header[1])} if header else {}
    if kind == "wcnf":
        return {"hard": len(_HARD.findall(content)), "soft": len(_SOFT.findall(content))}
    return {"assertions": len(_ASSERTION.findall(content))}
