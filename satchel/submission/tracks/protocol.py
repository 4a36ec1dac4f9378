"""What a track offers: its files, its solvers, how one is measured, and what vouches for an answer.

Everything is done on *problems*: files that stand there as they will be submitted, but for the
compression, each with the map that leads back from a solver's answer. So what is measured, proved
and checked is what others get.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from satchel.submission.hashes import Kind
from satchel.submission.readers import protocol as reading
from satchel.tasks.files.export import Job

Status: TypeAlias = Literal["sat", "unsat", "optimum", "counted", "unknown"]
"""What a solver says of a problem, or what is known of it. `counted`: how many solutions."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem in its track's format: `file` is the text, not compressed, `map_file` its map.

    The map knows the instance, its model, and by which options the file was made.
    """

    name: str
    file: Path
    map_file: Path


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one solver on one problem: seconds of wall time, and bytes; None is no limit."""

    seconds: float
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one solver on one problem.

    An answer that is wrong has a `fault`; it is kept, and shown, but nobody builds on it.
    """

    status: Status
    seconds: float
    """Of wall time, loading and solving; of what was stopped, up to its end."""
    reason: str | None = None
    """Of `unknown`, and only then: `timeout`, `memory`, `solver error: ...`, `refused: ...`."""
    value: int | None = None
    """The objective's value that was reached, or the number of solutions."""
    fault: str | None = None
    """What is wrong with the answer."""
    witness: str | None = None
    """What the track's `certify` needs to show that the answer is right, as one line of text: in
    most tracks the formula's variables from 1 on, as `0` and `1`."""

    @property
    def solved(self) -> bool:
        """Whether there is an answer, and nothing is known against it."""
        return self.status != "unknown" and self.fault is None


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is known for certain of a problem, and by what.

    `fault` says that what was claimed is shown to be wrong; the problem is then left out.
    """

    status: Status
    by: str | None = None
    """What vouches for the status, in a few words; None exactly where that is `unknown`."""
    file: Path | None = None
    """Where that can be read; inside the folder that `certify` was given."""
    value: int | None = None
    """The optimum or the number of solutions, where `status` says that this is certain."""
    fault: str | None = None
    note: str | None = None
    """Why nothing vouches for what the solver says."""
    lasting: bool = True
    """Whether that is worth remembering; not where something is missing here, and may come."""


@dataclass(frozen=True, slots=True)
class Label:
    """Whose submission it is, of what, and of which day (`YYYY-MM-DD`); None is not said."""

    family: str
    author: str | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True)
class Bench:
    """Where and how a track's work is done: a folder for what need not be kept, and when to stop.

    The folder is there, belongs to one problem, and goes with all that is in it afterwards.
    """

    scratch: Path
    limits: Limits
    stop: threading.Event
    """Once it is set, work ends soon with a KeyboardInterrupt and leaves no process behind."""


class Track(Protocol):
    """One kind of competition."""

    name: str
    """The track's name, and its file's."""
    summary: str
    """One line for people: which competitions, which files."""
    kind: Kind
    """What hashing takes its files for."""
    reading: reading.Kind
    """What programs of others take them for: see `readers/`."""
    rules: str | None
    """The name by which the linter knows the competition; None: what a file says of itself."""
    ending: str
    """Of its files, with what they are compressed by, as in `.cnf.xz`."""
    probe: str
    """The easy solver, by name: what it solves is too easy. InputError from `version` where it is
    not here."""
    solver: str
    """The solver that must succeed where none is chosen; there after a plain install."""
    wants_unsat: bool
    """Whether instances that are known to have no solution are of any use."""
    competition: str
    """What it is called in a sentence, as in "the SAT Competition"."""
    made: str
    """What becomes of a model, as in "Satchel compiles into clauses"."""
    wants_pdf: bool
    """Whether a submission without the description as PDF is not complete."""
    sent_as_one: bool
    """Whether organisers want one archive with everything."""
    dated: bool
    """Whether its files or folders carry a day, which then has to be given."""
    numbers: str
    """What a submission is to have, and how many of them hard enough, in a few words."""

    def version(self, solver: str) -> str:
        """Which program stands behind a solver's name, with its release.

        Raises InputError where it is not here, or cannot take this track's problems.
        """
        ...

    def write(self, job: Job) -> None:
        """Write a problem's file and its map."""
        ...

    def size(self, problem: Problem) -> tuple[int, int]:
        """Variables and constraints, as the file's header says or would say."""
        ...

    def measure(self, problem: Problem, solver: str, bench: Bench) -> Outcome:
        """One solver on one problem, in a process of its own that is killed at its limits.

        Whatever the solver does ends up in the outcome: a model is checked by the model's meaning
        and by the puzzle's rules, and what fails has a fault. Raises KeyboardInterrupt.
        """
        ...

    def certify(
        self, problem: Problem, outcome: Outcome, solver: str, bench: Bench, folder: Path
    ) -> Certificate:
        """Make sure of what `solver` said of the problem, on the very file that is submitted.

        What vouches for it goes to the folder, in files whose names begin with the problem's, whole
        or not at all. What nothing vouches for is `unknown`.
        """
        ...

    def transfer(
        self, certificate: Certificate, original: Problem, copy: Problem, bench: Bench, folder: Path
    ) -> Certificate:
        """The certificate of a renamed copy, made from the original's and checked on the copy."""
        ...

    def finish(self, problem: Problem, certificate: Certificate, label: Label) -> str:
        """Put into the file what could not be known before, if its competition wants any of that.

        Returns the folder, below that of all files to be submitted, in which it belongs.
        """
        ...
