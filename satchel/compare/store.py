"""The folder of an experiment: what was asked for, the plan, and what has been measured so far.

    experiment.json     what was asked for, once for each plan that was merged
    plan.jsonl          the runs, see `run.py`
    runs.jsonl          a record for each run that was made, see `record.py`; only ever appended to
    provenance.jsonl    where and by what they were made, see `provenance.py`
    formulas/           formulas while they are needed, and those of wrong answers
    lock                held by the process that writes

Nothing of a plan is made twice: a run is known by its id, and the first record of it stays.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from satchel.compare.lines import Appender, Lines, read_lines
from satchel.compare.record import Record
from satchel.compare.run import Run
from satchel.errors import InputError
from satchel.files import read_text, refuse_links, whole_file
from satchel.jsontext import parse_json

FORMAT: Final = 1
"""Of the folder; another one is refused."""

_EXPERIMENT: Final = "experiment.json"
_PLAN: Final = "plan.jsonl"
_RUNS: Final = "runs.jsonl"
_PROVENANCE: Final = "provenance.jsonl"
_LOCK: Final = "lock"


@dataclass(frozen=True)
class Results:
    """What a folder holds: the plan, and the records of its runs under the plan's names."""

    plan: list[Run]
    records: list[Record]
    """One for each run that was made, in the plan's order."""
    provenance: dict[str, dict[str, Any]]
    """By the id that records have."""
    notes: list[str] = field(default_factory=list)
    """What a reader should know: lines dropped, runs that are not in the plan."""


@dataclass(frozen=True)
class Asked:
    """What plans were made from, and what is needed to run them."""

    experiments: list[dict[str, Any]]

    @property
    def puzzles(self) -> list[str]:
        """Python files with more puzzles."""
        return list(dict.fromkeys(file for each in self.experiments for file in each["puzzles"]))

    @property
    def jobs(self) -> int | None:
        """Runs at a time, where it was said."""
        return next((each["jobs"] for each in self.experiments if each["jobs"]), None)

    @property
    def seed(self) -> int:
        """Of the order of runs."""
        return int(self.experiments[0]["seed"]) if self.experiments else 0


def write_plan(folder: Path, runs: Sequence[Run], experiments: list[dict[str, Any]]) -> None:
    """Write what is to be run; records that are there already stay. InputError if it cannot be."""
    with locked(folder):
        with whole_file(str(folder / _PLAN)) as file:
            for run in runs:
                file.write(json.dumps({"id": run.id, **run.to_json()}).encode() + b"\n")
        with whole_file(str(folder / _EXPERIMENT)) as file:
            asked = [_seen_from(folder.resolve(), each) for each in experiments]
            data = {"format": FORMAT, "experiments": asked}
            file.write(json.dumps(data, indent=1).encode() + b"\n")


def read_asked(folder: Path) -> Asked:
    """What the folder's plan was made from; InputError where there is none."""
    file = str(folder / _EXPERIMENT)
    data = parse_json(read_text(file), file=file)
    try:
        if data["format"] != FORMAT:
            raise InputError(f"has format {data['format']}, {FORMAT} is expected", file=file)
        return Asked([_experiment(each, folder.resolve()) for each in data["experiments"]])
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InputError("is not what `satchel plan` writes", file=file) from error


def _seen_from(folder: Path, experiment: Mapping[str, Any]) -> dict[str, Any]:
    """The same with its files named from the folder, so that all can be moved together."""
    puzzles = [os.path.relpath(Path(file).resolve(), folder) for file in experiment["puzzles"]]
    return {**experiment, "puzzles": puzzles}


def _experiment(data: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """What `_seen_from` wrote, its files named in full; TypeError, LookupError if it is none."""
    jobs, seed, puzzles = data["jobs"], data["seed"], data["puzzles"]
    if not (jobs is None or (type(jobs) is int and jobs > 0)) or type(seed) is not int:
        raise TypeError
    if not isinstance(puzzles, list) or not all(isinstance(file, str) for file in puzzles):
        raise TypeError
    return {**data, "puzzles": [os.path.normpath(folder / file) for file in data["puzzles"]]}


def read_plan(folder: Path) -> list[Run]:
    """The runs of the plan; InputError where there is none, or it is damaged."""
    if not holds_plan(folder):
        raise InputError("holds no experiment (`satchel plan` makes one)", file=str(folder))
    lines = read_lines(folder / _PLAN)
    if lines.torn:
        raise InputError("is torn", file=str(folder / _PLAN))
    return [_run(data, folder / _PLAN, n) for n, data in enumerate(lines.objects, 1)]


def read_store(folder: Path) -> Results:
    """The plan and its records, without writing anything; InputError where lines are damaged."""
    plan = read_plan(folder)
    found, notes = read_records(folder)
    records = {record.run.id: record for record in found}
    strange = len(records.keys() - {run.id for run in plan})
    if strange:
        notes.append(f"{strange} records of runs that are not in the plan are left out")
    made = [replace(records[run.id], run=run) for run in plan if run.id in records]
    return Results(plan, made, read_provenance(folder), notes)


def read_records(folder: Path) -> tuple[list[Record], list[str]]:
    """The records as they were written, the first of each run, and notes on the reading."""
    lines = read_lines(folder / _RUNS)
    return _records(lines, folder), _notes(lines)


def read_provenance(folder: Path) -> dict[str, dict[str, Any]]:
    """The lines of provenance by their ids; those that have none are of no record."""
    lines = read_lines(folder / _PROVENANCE).objects
    return {data["id"]: data for data in lines if isinstance(data.get("id"), str)}


def holds_plan(folder: Path) -> bool:
    """Whether there is a plan in the folder."""
    return (folder / _PLAN).exists()


class Store:
    """The folder while it is written: the lock is held, and the files' ends are whole."""

    def __init__(self, folder: Path) -> None:
        """Open it for one writer, who holds the lock. Raises InputError."""
        lines, known = read_lines(folder / _RUNS), read_lines(folder / _PROVENANCE)
        self.records = {record.run.id: record for record in _records(lines, folder)}
        self.notes = _notes(lines)
        self._provenance = {str(data.get("id")) for data in known.objects}
        self._runs = Appender(folder / _RUNS, lines.whole)
        try:
            self._known = Appender(folder / _PROVENANCE, known.whole)
        except InputError:
            self._runs.close()
            raise

    def add(self, record: Record) -> None:
        """Keep the record of a run that has none yet; it is on the disk afterwards."""
        if record.run.id not in self.records:
            self._runs.append(record.to_json())
            self.records[record.run.id] = record

    def add_provenance(self, data: Mapping[str, Any]) -> None:
        """Keep a line of provenance, once."""
        if data["id"] not in self._provenance:
            self._known.append(data)
            self._provenance.add(data["id"])

    def close(self) -> None:
        """Close the files."""
        self._runs.close()
        self._known.close()


@contextmanager
def open_store(folder: Path) -> Iterator[Store]:
    """The store of a folder, held against other processes; InputError where one is at work."""
    with locked(folder):
        store = Store(folder)
        try:
            yield store
        finally:
            store.close()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make the folder, and be the one process that writes in it.

    Raises InputError, where something in it is a symbolic link, too: see `refuse_links`.
    """
    file = folder / _LOCK
    refuse_links(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        words = str(error.strerror)
        raise InputError(
            f"cannot be written: {words[:1].lower()}{words[1:]}", file=str(folder)
        ) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError("another process is at work here", file=str(folder)) from error
        yield
    finally:
        os.close(handle)


def _records(lines: Lines, folder: Path) -> list[Record]:
    """The records, the first of each run."""
    first: dict[str, Record] = {}
    for number, data in enumerate(lines.objects, 1):
        try:
            record = Record.from_json(data)
        except InputError as error:
            raise InputError(error.message, file=str(folder / _RUNS), line=number) from error
        first.setdefault(record.run.id, record)
    return list(first.values())


def _notes(lines: Lines) -> list[str]:
    return ["the last record was torn, its run counts as not made"] if lines.torn else []


def _run(data: dict[str, Any], file: Path, number: int) -> Run:
    claimed = data.pop("id", None)
    try:
        run = Run.from_json(data)
    except InputError as error:
        raise InputError(error.message, file=str(file), line=number) from error
    if run.id != claimed:
        raise InputError(f"the id is {claimed!r}, not {run.id!r}", file=str(file), line=number)
    return run
