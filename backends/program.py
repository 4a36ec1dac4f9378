"""`program:PATH` and `program:'CMD {cnf} {out}'`: any solver that reads DIMACS, or OPB.

PATH gets the formula's file as its last argument. In a command, `{cnf}` stands for that file,
`{opb}` for one of pseudo-Boolean constraints instead (where `auto` leaves sums as they are), and
`{out}` for a file where the program leaves MiniSat's kind of result (`SAT`, then the literals);
without `{out}` the answer is the `s` and `v` lines that it prints. `{proof}` stands for a file
where it leaves a DRAT proof, as text; where none is wanted, that is the null device.

Little is believed. The exit code is a convention, so 10 and 20 can only contradict an answer, never
make one. A model must give every variable a value; z3, for one, answers `s SATISFIABLE` and exits
with 0 on files that it cannot read. Whatever passes is checked against the model afterwards.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import tempfile
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from satchel.backends._process import OUT_OF_MEMORY, Finished, run
from satchel.backends.protocol import Statistics, Verdict
from satchel.cnf.opb import write_opb
from satchel.cnf.output import SolverOutput, read_output
from satchel.cnf.pseudo_boolean import NATIVE_KINDS
from satchel.dimacs.writer import write_dimacs
from satchel.errors import AnswerError, BackendError, InputError
from satchel.files import is_file

if TYPE_CHECKING:
    from satchel.cnf.formula import Formula

PREFIX: Final = "program:"
_PROOF: Final = "{proof}"
_ANSWER_LINE: Final = re.compile(
    rb"^[ \t]*(?:[sv](?:[ \t\r][^\n]*)?|[^\w\n]*error[^\n]*)$", re.MULTILINE | re.IGNORECASE
)
_STATISTIC_LINE: Final = re.compile(
    rb"^(?:c[ \t]+)?(?:conflicts|decisions|propagations|restarts)[ \t]*:[ \t]*\d+[^\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""As CaDiCaL, Kissat, MiniSat and their descendants print it."""
_WANTED: Final = re.compile(
    rb"%b|%b" % (_ANSWER_LINE.pattern, _STATISTIC_LINE.pattern), re.MULTILINE | re.IGNORECASE
)
_CONTRADICTION: Final = {"sat": 20, "unsat": 10}
_ROOM: Final = 1 << 16
_LITERAL: Final = 16
"""Bytes that a literal may take in an answer, with a `v` of its own and a line end."""


class ProgramBackend:
    """A program, given as its command line."""

    takes: Final[Literal["formula"]] = "formula"
    incremental: Final = False
    follows_hints: Final = False

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.command = command
        self.native = NATIVE_KINDS if _takes_sums(command) else frozenset[str]()

    @property
    def version(self) -> str:
        """The program's name and a digest of each file in its command, a script's, too.

        Programs do not agree on how they are to be asked for their version.
        """
        content = sha256()
        for part in filter(is_file, self.command):
            content.update(Path(part).read_bytes())
        return f"{Path(self.command[0]).name}, SHA-256 {content.hexdigest()[:16]}"

    def open(self, problem: Formula) -> ProgramSession:
        """Keep a formula; every solve writes it to a file of its own."""
        if not self.native:
            problem.refuse_linear(self.name)
        return ProgramSession(self.command, problem)


class ProvingProgram(ProgramBackend):
    """A program that gives proofs when it is called by another command line, with a `{proof}`."""

    def __init__(self, name: str, command: Sequence[str], proving: Sequence[str]) -> None:
        super().__init__(name, command)
        self.proving = proving

    def prove(self, problem: Formula, proof: Path) -> Sequence[int] | None:
        """A model, or None and a proof that there is none."""
        problem.refuse_linear(f"a proof by {self.name}")
        command = [part.replace(_PROOF, str(proof)) for part in self.proving]
        session = ProgramSession(command, problem)
        verdict = session.solve()
        if verdict is None:
            raise BackendError("the solver gave up without an answer")
        return session.truth() if verdict else None


class ProgramSession:
    """A run of the program for each call, with the clauses added since."""

    def __init__(self, command: Sequence[str], formula: Formula) -> None:
        self._command = command
        # What is best is asked for step by step, by clauses: the program is to decide.
        self._formula = replace(formula, objective=None)
        self._variables = formula.variables
        self._added = array("i")
        self._count = 0
        self._assumptions: list[int] = []
        self._truth: Sequence[int] | None = None
        self._statistics: Counter[str] = Counter()

    def add(self, clause: Sequence[int]) -> None:
        """Keep one clause for the next run."""
        self._variables = max(self._variables, max(map(abs, clause), default=0))
        self._added.extend((*clause, 0))
        self._count += 1

    def solve(self, assumptions: Sequence[int] = ()) -> Verdict:
        """Run the program on the clauses, and the assumptions as unit clauses."""
        self._assumptions = list(assumptions)
        self._truth = None
        with tempfile.TemporaryDirectory(prefix="satchel-") as folder:
            written, out = Path(folder, "formula"), Path(folder, "result.txt")
            self._write(written)
            output = self._run(written, out)
        if output.status == "sat":
            self._truth = self._complete(output)
        return {"sat": True, "unsat": False, "unknown": None}[output.status]

    def truth(self) -> Sequence[int]:
        """The last model."""
        if self._truth is None:
            raise BackendError(f"{self._command[0]} has no model to give")
        return self._truth

    def core(self) -> list[int]:
        """All assumptions: a program does not say which it needed."""
        return list(self._assumptions)

    def statistics(self) -> Statistics:
        """Conflicts, decisions, ... as far as it prints them, all runs together."""
        return dict(self._statistics)

    def close(self) -> None:
        """Nothing is held between runs."""

    def _chunks(self) -> list[array[int]]:
        units = array("i", (number for a in self._assumptions for number in (a, 0)))
        return [chunk for chunk in (*self._formula.chunks, self._added, units) if chunk]

    def _write(self, written: Path) -> None:
        clauses = self._formula.clauses + self._count + len(self._assumptions)
        variables, chunks = self._variables, self._chunks()
        with written.open("wb") as file:
            if _takes_sums(self._command):
                changed = replace(
                    self._formula, variables=variables, clauses=clauses, chunks=tuple(chunks)
                )
                write_opb(file, changed)
            else:
                write_dimacs(file, variables, clauses, chunks)

    def _run(self, written: Path, out: Path) -> SolverOutput:
        wants_file = any("{out}" in part for part in self._command)
        places = {"{cnf}": str(written), "{opb}": str(written), "{out}": str(out)}
        command = [
            re.sub(r"\{(cnf|opb|out)\}", lambda found: places[found[0]], part)
            for part in self._command
        ]
        limit = _ROOM + _LITERAL * self._variables
        finished = run(command, wanted=_WANTED, limit=limit, out=out if wants_file else None)
        self._statistics.update(_counts(finished.answer))
        printed = b"\n".join(_ANSWER_LINE.findall(finished.answer)).decode(errors="replace")
        text = _result(out, limit) if wants_file else printed
        if OUT_OF_MEMORY.search(finished.errors):
            raise MemoryError(finished.errors)
        if finished.code < 0:
            raise _failure("was killed", finished)
        if not text.strip():
            raise _failure("gave no answer", finished)
        try:
            output = read_output(text)
        except InputError as error:
            raise _failure(f"gave no valid answer ({error.message})", finished) from error
        if finished.code == _CONTRADICTION.get(output.status):
            raise _failure(f"says {output.status}, which its exit code contradicts", finished)
        return output

    def _complete(self, output: SolverOutput) -> Sequence[int]:
        try:
            truth = output.truth(self._variables)
        except InputError as error:
            raise AnswerError(f"the program gave no model: {error.message}") from error
        missing = {variable for variable, value in enumerate(truth) if value is None} - {0}
        if missing:
            occurring = {abs(number) for chunk in self._chunks() for number in chunk}
            occurring |= {abs(x) for part in self._formula.linear for _, x in part.terms}
            missing &= occurring
        if missing:
            raise AnswerError(
                f"the program left out {len(missing)} of the variables that occur in the formula"
                f" (the first is {min(missing)})"
            )
        return bytearray(map(bool, truth))


class ProgramFamily:
    """Programs are not listed: the user names them."""

    def names(self) -> list[str]:
        """None by name."""
        return []

    def unavailable(self) -> dict[str, str]:
        """None by name."""
        return {}

    def find(self, name: str) -> ProgramBackend | None:
        """The program after `program:`; InputError where there is none."""
        if not name.startswith(PREFIX):
            return None
        command = _command(name.removeprefix(PREFIX))
        if not any(_PROOF in part for part in command):
            return ProgramBackend(name, command)
        without = [part.replace(_PROOF, os.devnull) for part in command]
        return ProvingProgram(name, without, command)


FAMILY = ProgramFamily()


def _command(text: str) -> list[str]:
    """A path gets `{cnf}` appended; a command has it, or `{opb}`, already."""
    if "{cnf}" in text and "{opb}" in text:
        raise InputError(f"the command {text!r} has both {{cnf}} and {{opb}}")
    if _PROOF in text and "{cnf}" not in text:
        raise InputError(f"the command {text!r} has a {{proof}} but no {{cnf}}")
    if "{cnf}" not in text and "{opb}" not in text:
        if "{out}" in text:
            raise InputError(f"the command {text!r} has an {{out}} but no {{cnf}} or {{opb}}")
        parts = [text, "{cnf}"]
    else:
        try:
            parts = shlex.split(text)
        except ValueError as error:
            raise InputError(f"the command {text!r} cannot be read: {error}") from error
    program = shutil.which(parts[0])
    if program is None:
        raise InputError(f"there is no program {parts[0]!r} that can be run")
    return [program, *parts[1:]]


def _takes_sums(command: Sequence[str]) -> bool:
    return any("{opb}" in part for part in command)


def _counts(printed: bytes) -> dict[str, int]:
    """The statistics among the lines that were printed."""
    lines = [line.partition(b":") for line in _STATISTIC_LINE.findall(printed)]
    return {name.split()[-1].decode().lower(): int(told.split()[0]) for name, _, told in lines}


def _result(out: Path, limit: int) -> str:
    if not out.is_file():
        return ""
    if out.stat().st_size > limit:
        raise BackendError(f"the program wrote an answer of more than {limit} bytes")
    return out.read_text(errors="replace")


def _failure(what: str, finished: Finished) -> BackendError:
    """The reason, the exit code and the first line of stderr."""
    code = finished.code
    ending = f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
    said = next((line.strip() for line in finished.errors.splitlines() if line.strip()), "")
    return BackendError(f"the program {what}, {ending}" + (f": {said[:200]}" if said else ""))
