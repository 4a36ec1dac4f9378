"""`pb`: pseudo-Boolean constraints, as in the Pseudo-Boolean Competitions.

Files are in the linear categories, DEC-LIN without an objective and OPT-LIN with one. The easy
solver is MiniSat+, the usual one z3, which reads OPB and is always there. A solution is certified
by a model that satisfies each constraint of the file; that there is none, or none better, by a
proof about the clauses that MiniSat+ makes of the file (see `certifying/refuted.py`).

The header has the two numbers that every reader knows; the sizes of integers, which competitions
since 2024 add, stand there where they exceed 32 bits (see `satchel/cnf/opb.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from satchel.cnf.opb_reader import read_opb
from satchel.submission.certifying.answers import judged, published, renamed_model, with_model
from satchel.submission.certifying.published import argument_against
from satchel.submission.certifying.refuted import Refutation, better_than_opb, refuted
from satchel.submission.hashes import Kind
from satchel.submission.measuring.outside import (
    Solver,
    ask,
    debian_solver,
    own_script,
    program_solver,
    python_solver,
)
from satchel.submission.readers import protocol as reading
from satchel.submission.tracks._formulas import map_of
from satchel.submission.tracks.protocol import Bench, Certificate, Label, Outcome, Problem
from satchel.tasks.files.export import FORMATS, Job


class PbTrack:
    """Linear constraints over Booleans, perhaps with an objective."""

    name: Final = "pb"
    summary: Final = "Pseudo-Boolean Competition: .opb.xz, models, proofs by way of clauses"
    kind: Final[Kind] = "opb"
    reading: Final[reading.Kind] = "opb"
    rules: Final = "pb"
    ending: Final = ".opb.xz"
    probe: Final = "minisat+"
    solver: Final = "z3"
    wants_unsat: Final = True
    competition: Final = "the Pseudo-Boolean Competition"
    made: Final = "compiles into pseudo-Boolean constraints and clauses"
    wants_pdf: Final = False
    sent_as_one: Final = False
    dated: Final = False
    numbers: Final = "a directory for each family; 10 to 15 instances of one are selected at most"

    def version(self, solver: str) -> str:
        """Which program stands behind the name."""
        return _solver(solver).version

    def write(self, job: Job) -> None:
        """Constraints, sums as they are, and the objective if there is one."""
        FORMATS["opb"].write(job)

    def size(self, problem: Problem) -> tuple[int, int]:
        """Variables and constraints."""
        found = map_of(problem)
        return found.variables, found.clauses

    def measure(self, problem: Problem, solver: str, bench: Bench) -> Outcome:
        """One solver on the file, its answer checked; with an objective only an optimum counts."""
        return judged(problem, ask(_solver(solver), problem.file, bench))

    def certify(
        self, problem: Problem, outcome: Outcome, solver: str, bench: Bench, folder: Path
    ) -> Certificate:
        """The model, checked on the file, and a proof of what no model shows."""
        match outcome.status:
            case "sat":
                return with_model(problem, outcome, Refutation(), folder)
            case "optimum" if outcome.value is not None:
                best = Refutation(published(problem, outcome.value))
                if best.by is None:
                    best = _best(problem, outcome.value, bench, folder)
                return with_model(problem, outcome, best, folder)
            case "unsat":
                return _unsatisfiable(problem, bench, folder)
            case _:
                return Certificate("unknown")

    def transfer(
        self, certificate: Certificate, original: Problem, copy: Problem, bench: Bench, folder: Path
    ) -> Certificate:
        """The same model under the copy's names; a refutation is made anew."""
        if certificate.status == "unsat":
            return _unsatisfiable(copy, bench, folder)
        return renamed_model(certificate, original, copy, folder)

    def finish(self, problem: Problem, certificate: Certificate, label: Label) -> str:
        """Nothing is missing."""
        return ""


TRACK = PbTrack()


def _best(problem: Problem, value: int, bench: Bench, folder: Path) -> Refutation:
    """Who has shown that no value is better."""
    data = problem.file.read_bytes()
    formula = read_opb(data, file=str(problem.file))
    lines = better_than_opb(formula, data.decode().splitlines(), value)
    return refuted(lines, f"{problem.name}.better", bench, folder)


def _unsatisfiable(problem: Problem, bench: Bench, folder: Path) -> Certificate:
    """What shows that there is no solution: a proof, else an argument about the puzzle."""
    lines = problem.file.read_text(encoding="ascii").splitlines()
    found = refuted(lines, f"{problem.name}.unsat", bench, folder)
    if found.fault is not None:
        return Certificate("unknown", fault=f"unsat, but {found.fault}")
    if found.by is not None:
        return Certificate("unsat", found.by, folder / f"{problem.name}.unsat.drat.xz")
    argument = argument_against(map_of(problem).origin.instance)
    if argument is not None:
        return Certificate("unsat", argument)
    return Certificate("unknown", note=found.note, lasting=found.lasting)


def _solver(name: str) -> Solver:
    match name:
        case "minisat+":
            return debian_solver(name, "-a", package="minisat+")
        case "clasp":
            return debian_solver(name, package="clasp")
        case "z3":
            return python_solver(name, own_script("z3_optimize"), package="z3-solver")
        case _:
            return program_solver(name, ["minisat+", "clasp", "z3"])
