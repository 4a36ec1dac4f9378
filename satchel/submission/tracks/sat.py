"""`sat`: satisfiability, as in the SAT Competitions.

The easy solver is MiniSat. A satisfiable formula is certified by a model that satisfies each clause
of the file and is a solution of the puzzle; an unsatisfiable one by a DRAT proof that a checker
has accepted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from satchel.cnf.formula import Formula
from satchel.compare.measuring.attempt import Attempt
from satchel.compare.measuring.judge import judge_solution
from satchel.compare.measuring.meter import Measured, RunLimits
from satchel.compare.measuring.meters import best_meter
from satchel.compare.measuring.ready import save
from satchel.dimacs.formula import Dimacs
from satchel.dimacs.reader import read_dimacs
from satchel.errors import InputError
from satchel.submission.hashes import Kind
from satchel.submission.readers import protocol as reading
from satchel.submission.tracks._formulas import map_of, renamed
from satchel.submission.tracks._sat_certificates import (
    model_certificate,
    proof_certificate,
    renamed_model,
    renamed_proof,
)
from satchel.submission.tracks.protocol import Bench, Certificate, Label, Outcome, Problem
from satchel.tasks.choose import backend_named
from satchel.tasks.compile import Compiled
from satchel.tasks.files.export import FORMATS, Job
from satchel.tasks.files.formulamap import FormulaMap

_MINISAT: Final = "minisat"
_COMMANDS: Final = {_MINISAT: "program:minisat -verb=0 {cnf} {out}"}
"""Programs that are asked for by a name of their own."""


class SatTrack:
    """Clauses, to be satisfied or refuted."""

    name: Final = "sat"
    summary: Final = "SAT Competition: .cnf.xz, models and DRAT proofs"
    kind: Final[Kind] = "cnf"
    ending: Final = ".cnf.xz"
    reading: Final[reading.Kind] = "cnf"
    rules: Final = "sat"
    probe: Final = _MINISAT
    solver: Final = "cadical"
    wants_unsat: Final = True
    competition: Final = "the SAT Competition"
    made: Final = "compiles into clauses"
    wants_pdf: Final = True
    sent_as_one: Final = False
    dated: Final = False
    numbers: Final = (
        "20 new instances a team, at least 10 of them not solved by MiniSat within a minute, but"
        " by the submitter's own solver within an hour"
    )

    def version(self, solver: str) -> str:
        """Which program stands behind the name; InputError where it takes no clauses."""
        try:
            backend = backend_named(_backend(solver))
        except InputError as error:
            if solver == _MINISAT:
                words = f"{error.message}: install Debian's package minisat, or choose another"
                raise InputError(f"{words} by --probe") from error
            raise
        if backend.takes != "formula":
            raise InputError(
                f"{solver} takes the model itself; this track is for solvers of clauses"
            )
        return backend.version

    def write(self, job: Job) -> None:
        """Clauses."""
        FORMATS["dimacs"].write(job)

    def size(self, problem: Problem) -> tuple[int, int]:
        """As in the file's header."""
        found = map_of(problem)
        return found.variables, found.clauses

    def measure(self, problem: Problem, solver: str, bench: Bench) -> Outcome:
        """One solver on the file's clauses, in the best way to measure there is here."""
        found = map_of(problem)
        folder = bench.scratch / "ready"
        if not folder.exists():
            folder.mkdir()
            save(Compiled(_formula(_read(problem), found), found.undo, 0.0), folder)
        attempt = Attempt(str(folder), _backend(solver))
        limits = bench.limits
        kept = RunLimits(cpu=None, wall=limits.seconds, memory=limits.memory)
        measured = best_meter().measure(attempt, kept, bench.stop)
        return _outcome(measured, found, folder)

    def certify(
        self, problem: Problem, outcome: Outcome, solver: str, bench: Bench, folder: Path
    ) -> Certificate:
        """A model's literals, checked clause by clause; or a proof, accepted by a checker."""
        if outcome.status == "unsat":
            return proof_certificate(problem, solver, bench, folder)
        assert outcome.witness is not None
        literals = [v if value == "1" else -v for v, value in enumerate(outcome.witness, 1)]
        return model_certificate(problem, literals, folder)

    def transfer(
        self, certificate: Certificate, original: Problem, copy: Problem, bench: Bench, folder: Path
    ) -> Certificate:
        """The same model or proof under the copy's names."""
        if certificate.file is None or certificate.by is None:
            return certificate
        table = renamed(map_of(original), map_of(copy))
        if certificate.status == "sat":
            return renamed_model(certificate.file, copy, table, folder)
        return renamed_proof(certificate.file, certificate.by, copy, table, bench, folder)

    def finish(self, problem: Problem, certificate: Certificate, label: Label) -> str:
        """Nothing is missing."""
        return ""


TRACK = SatTrack()


def _backend(solver: str) -> str:
    return _COMMANDS.get(solver, solver)


def _read(problem: Problem) -> Dimacs:
    return read_dimacs(problem.file.read_bytes(), file=str(problem.file))


def _formula(read: Dimacs, found: FormulaMap) -> Formula:
    """What the file says, with the map's way back."""
    return Formula(
        variables=read.variables,
        clauses=read.clauses,
        literals=sum(map(len, read.chunks)) - read.clauses,
        chunks=read.chunks,
        varmap=found.varmap,
    )


def _outcome(measured: Measured, found: FormulaMap, folder: Path) -> Outcome:
    """What came of it; a model that is none has a fault."""
    times = measured.times()
    seconds = round(times.get("load", 0.0) + times.get("solve", 0.0), 3)
    answered, solution = measured.steps.answered, measured.steps.found
    if measured.misanswer is not None:
        return Outcome("sat", seconds, fault=measured.misanswer)
    if measured.limit is not None:
        return Outcome("unknown", seconds, measured.limit)
    if measured.failure is not None:
        return Outcome("unknown", seconds, f"solver error: {measured.failure}")
    if answered is None:
        return Outcome("unknown", seconds, "solver error: no answer")
    if solution is None:
        return Outcome("unsat", seconds)
    verdict = judge_solution(found.origin, solution, folder)
    return Outcome("sat", seconds, fault=verdict.fault, witness=solution.truth)
