"""Solvers as organisers run them: a command on the very file, its answer read from what it prints.

A solver has a name of its own, or is `program:PATH` and `program:'CMD {file}'`, where `{file}`
stands for the problem's file (`{cnf}`, `{wcnf}`, `{opb}` and `{smt2}` are the same); without it the
file is the last argument.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, Self

from satchel.backends._process import OUT_OF_MEMORY, run
from satchel.backends.program import PREFIX
from satchel.compare.measuring.gauge import TreeGauge
from satchel.errors import BackendError, InputError, LimitError
from satchel.extras import pip_install
from satchel.files import is_file
from satchel.submission.tracks.protocol import Bench
from satchel.suggest import among
from satchel.tasks.work.events import Ended, Event
from satchel.tasks.work.process import Worker

_PLACE: Final = re.compile(r"\{(?:file|cnf|wcnf|opb|smt2)\}")
_PROGRAMS: Final = Path(__file__).parent / "programs"
_ROOM: Final = 1 << 26
"""Bytes that a program may print."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A program that reads problems: `command` has `{file}` in it."""

    name: str
    command: tuple[str, ...]
    version: str


def python_solver(name: str, *arguments: str, package: str) -> Solver:
    """What Python runs, with the arguments given, thanks to a distribution.

    InputError where that is not installed.
    """
    try:
        release = version(package)
    except PackageNotFoundError:
        raise InputError(f"{name} is not here: {pip_install(package)}") from None
    command = (sys.executable, "-P", *arguments, "{file}")
    return Solver(name, command, f"{package} {release}")


def own_script(name: str) -> str:
    """The file of a script that has somebody else's library read a problem and print an answer."""
    return str(_PROGRAMS / f"{name}.py")


def z3_program() -> Solver:
    """The program that comes with the package z3-solver, which Satchel needs anyway."""
    beside = Path(sys.executable).parent / "z3"
    found = str(beside) if beside.is_file() else shutil.which("z3")
    if found is None:
        raise InputError(f"the program z3 is not here: {pip_install('z3-solver')}")
    return Solver("z3", (found, "{file}"), f"z3-solver {version('z3-solver')}")


def debian_solver(name: str, *arguments: str, package: str) -> Solver:
    """A program in PATH; InputError, with Debian's package, where there is none."""
    found = shutil.which(name)
    if found is None:
        raise InputError(f"{name} is not here: install Debian's package {package}, or its like")
    return Solver(name, (found, *arguments, "{file}"), _digest([found]))


def program_solver(name: str, others: Sequence[str]) -> Solver:
    """What `program:` names; InputError, with the track's other names, where that is nothing."""
    text = name.removeprefix(PREFIX)
    if not name.startswith(PREFIX) or not text.strip():
        known = [*others, "program:'CMD {file}'"]
        raise InputError(f"no solver {name!r} in this track {among(name, known)}")
    try:
        words = shlex.split(text) if _PLACE.search(text) else [text, "{file}"]
    except ValueError as error:
        raise InputError(f"the command {text!r} cannot be read: {error}") from error
    found = shutil.which(words[0])
    if found is None:
        raise InputError(f"there is no program {words[0]!r} that can be run")
    command = (found, *(_PLACE.sub("{file}", word) for word in words[1:]))
    return Solver(name, command, _digest(command))


@dataclass(frozen=True, slots=True)
class Said:
    """What a solver printed, in how many seconds; or what kept it from answering."""

    text: str
    seconds: float
    reason: str | None = None
    """`timeout`, `memory` or `solver error: ...`; None where it came to its end."""


def ask(solver: Solver, file: Path, bench: Bench) -> Said:
    """Run a solver on a file within limits; then nothing of it is left.

    Raises KeyboardInterrupt once the bench is to stop.
    """
    command = tuple(word.replace("{file}", str(file)) for word in solver.command)
    printed: Printed | None = None
    reason: str | None = None
    start = time.perf_counter()
    with Worker(bench.limits.memory or sys.maxsize, TreeGauge(bench.stop)) as worker:
        try:
            deadline = start + bench.limits.seconds
            with closing(worker.run(RunProgram(command), deadline)) as events:
                for event in events:
                    printed = event if isinstance(event, Printed) else printed
        except LimitError as error:
            reason = error.reason
        except BackendError as error:
            reason = f"solver error: {error}"
        seconds = time.perf_counter() - start
    if printed is None:
        return Said("", round(seconds, 3), reason or "solver error: no answer")
    return Said(printed.text, round(printed.seconds, 3))


@dataclass(frozen=True, slots=True)
class Printed(Event):
    """A program has ended; `text` is what it printed."""

    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class RunProgram:
    """A job: run a command to its end."""

    command: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {"command": list(self.command)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        return cls(tuple(map(str, data["command"])))

    def carry_out(self) -> Generator[Event]:
        """What it printed; the exit code is a convention and says nothing.

        Raises BackendError where a signal ended it, or it printed nothing; MemoryError where that
        was all it had to say of memory.
        """
        start = time.perf_counter()
        finished = run(self.command, wanted=re.compile(rb"^[^\n]+$", re.MULTILINE), limit=_ROOM)
        seconds = time.perf_counter() - start
        if OUT_OF_MEMORY.search(finished.errors):
            raise MemoryError(finished.errors)
        said = next((line for line in finished.errors.splitlines() if line.strip()), "")
        if finished.code < 0:
            raise BackendError(f"killed by signal {-finished.code}: {said[:200]}")
        text = finished.answer.decode(errors="replace")
        if not text.strip():
            raise BackendError(f"no answer, exit code {finished.code}: {said[:200]}")
        yield Printed(text, seconds)
        yield Ended(seconds, 0.0)


def _digest(words: Sequence[str]) -> str:
    """The program's name and a digest of every file in the command."""
    content = sha256()
    for word in filter(is_file, words):
        content.update(Path(word).read_bytes())
    return f"{Path(words[0]).name}, SHA-256 {content.hexdigest()[:16]}"
