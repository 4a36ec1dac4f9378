"""`mc`: how many models a formula has, as in the Model Counting Competitions.

Where each variable of the model is shown, the file is one of track `mc`, in which every auxiliary
is determined and each model is a solution; else one of `pmc`, which names the variables by which
models are told apart. Nothing here has weights.

Easy and usual solver are both Ganak: what it counts within seconds is easy, what it counts within
an hour is in range. Its number is certified where it has been published for the same instance, or
where another method comes to it: exact covers, or solutions listed one by one.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from pathlib import Path
from typing import Final

from satchel.cnf.numbering import renaming
from satchel.dimacs.reader import read_dimacs
from satchel.dimacs.writer import SHOW
from satchel.errors import BackendError, InputError, LimitError
from satchel.files import whole_file
from satchel.submission.certifying.published import count_on_record
from satchel.submission.hashes import Kind
from satchel.submission.measuring.outside import (
    Solver,
    ask,
    own_script,
    program_solver,
    python_solver,
)
from satchel.submission.readers import protocol as reading
from satchel.submission.tracks._formulas import map_of
from satchel.submission.tracks.protocol import Bench, Certificate, Label, Outcome, Problem
from satchel.tasks.count.protocol import Question
from satchel.tasks.count.rule import METHODS
from satchel.tasks.files.export import FORMATS, Job

_GANAK: Final = "ganak"
_EXACT: Final = re.compile(r"^c s exact arb int (\d+)$", re.MULTILINE)
_DIGITS: Final = 4300
"""Python reads and writes no longer numbers."""
_LISTED: Final = 1_000_000
"""More solutions than these are not listed one by one."""


class McTrack:
    """Formulas whose models are to be counted."""

    name: Final = "mc"
    summary: Final = "Model Counting Competition: .cnf.xz with `c t mc` or `c t pmc`, counts"
    kind: Final[Kind] = "cnf"
    reading: Final[reading.Kind] = "mc"
    rules: Final = None
    ending: Final = ".cnf.xz"
    probe: Final = _GANAK
    solver: Final = _GANAK
    wants_unsat: Final = False
    competition: Final = "the Model Counting Competition"
    made: Final = "compiles into clauses, whose models are counted projected on what is shown"
    wants_pdf: Final = False
    sent_as_one: Final = False
    dated: Final = False
    numbers: Final = "a family of instances with a description of where they come from"

    def version(self, solver: str) -> str:
        """Which program stands behind the name."""
        return _solver(solver).version

    def write(self, job: Job) -> None:
        """For track `mc`, or for `pmc` where the model has variables that are not shown."""
        try:
            FORMATS["mc"].write(job)
        except InputError:
            FORMATS["pmc"].write(job)

    def size(self, problem: Problem) -> tuple[int, int]:
        """Variables and clauses."""
        found = map_of(problem)
        return found.variables, found.clauses

    def measure(self, problem: Problem, solver: str, bench: Bench) -> Outcome:
        """One counter on the file; there is no answer that could be checked at once."""
        said = ask(_solver(solver), problem.file, bench)
        if said.reason is not None:
            return Outcome("unknown", said.seconds, said.reason)
        numbers = _EXACT.findall(said.text)
        if len(numbers) != 1:
            return Outcome("unknown", said.seconds, "solver error: no line `c s exact arb int N`")
        if len(numbers[0]) > _DIGITS:
            words = f"solver error: a number of {len(numbers[0])} digits"
            return Outcome("unknown", said.seconds, words)
        return Outcome("counted", said.seconds, value=int(numbers[0]))

    def certify(
        self, problem: Problem, outcome: Outcome, solver: str, bench: Bench, folder: Path
    ) -> Certificate:
        """The number, where it is published or found in another way; else `unknown`."""
        if outcome.status != "counted" or outcome.value is None:
            return Certificate("unknown")
        source = count_on_record(map_of(problem).origin.instance, outcome.value)
        if source is not None:
            return _with_number(problem, outcome.value, f"on record: {source}", folder)
        methods = ["exactcover"] + ["enumeration"] * (outcome.value <= _LISTED)
        for method in methods:
            number = _counted(problem, method, bench)
            if number == outcome.value:
                by = f"{solver} and {method} agree"
                return _with_number(problem, outcome.value, by, folder)
            if number is not None:
                return Certificate("unknown", fault=f"{outcome.value}, but {method} says {number}")
        return _with_number(problem, outcome.value, None, folder)

    def transfer(
        self, certificate: Certificate, original: Problem, copy: Problem, bench: Bench, folder: Path
    ) -> Certificate:
        """The original's number, once the copy is seen to be the same formula renamed."""
        if certificate.value is None:
            return Certificate("unknown")
        if not _is_renamed(original, copy):
            return Certificate("unknown", fault=f"not {original.name} with other names")
        return _with_number(copy, certificate.value, certificate.by, folder)

    def finish(self, problem: Problem, certificate: Certificate, label: Label) -> str:
        """Nothing is missing."""
        return ""


TRACK = McTrack()


def _solver(name: str) -> Solver:
    if name == _GANAK:
        script = own_script("ganak")
        return python_solver(name, script, package="pyganak")
    return program_solver(name, [_GANAK])


def _with_number(problem: Problem, number: int, by: str | None, folder: Path) -> Certificate:
    """The certificate, and its file: the answer as counters print it."""
    file = folder / f"{problem.name}.count"
    status = "SATISFIABLE" if number else "UNSATISFIABLE"
    with whole_file(str(file)) as stream:
        stream.write(f"s {status}\nc s exact arb int {number}\n".encode())
    if by is None:
        return Certificate("unknown", None, file, number, note="one method alone has counted")
    return Certificate("counted", by, file, number)


def _counted(problem: Problem, method: str, bench: Bench) -> int | None:
    """The number by a method that takes the model; None where it does not come to an end."""
    model = map_of(problem).origin.model
    limits = bench.limits
    question = Question(
        model, timeout=limits.seconds, memory=limits.memory, started=time.perf_counter()
    )
    try:
        if METHODS[method].refusal(question) is not None:
            return None
        return METHODS[method].count(question)
    except (LimitError, BackendError):
        return None


def _is_renamed(original: Problem, copy: Problem) -> bool:
    """Whether two files have the same clauses, and show the same, but for the map's renaming."""
    return _by_natural_names(original) == _by_natural_names(copy)


def _by_natural_names(problem: Problem) -> tuple[Counter[frozenset[int]], frozenset[int]]:
    """The clauses and what is shown, by the names that variables have without a shuffle."""
    loaded, data = map_of(problem), problem.file.read_bytes()
    names = renaming(loaded.variables, loaded.options.shuffle)
    read = read_dimacs(data, file=str(problem.file))
    clauses: Counter[frozenset[int]] = Counter()
    clause: list[int] = []
    for chunk in read.chunks:
        for x in chunk:
            if x:
                clause.append(names[x] if x > 0 else -names[-x])
            else:
                clauses[frozenset(clause)] += 1
                clause = []
    shown = (line.split()[3:-1] for line in data.splitlines() if line.startswith(SHOW))
    return clauses, frozenset(names[int(x)] for line in shown for x in line)
