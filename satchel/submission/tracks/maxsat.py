"""`maxsat`: the best assignment of clauses with weights, as in the MaxSAT Evaluations.

The easy solver is PySAT's RC2 as it comes, the usual one RC2 as its authors entered it in 2018
(Ignatiev, Morgado and Marques-Silva 2019). An optimum is certified by a model that satisfies each
hard clause of the file at just that cost, and by a published value or a proof that no model costs
less (see `certifying/refuted.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from satchel.cnf.wcnf_reader import read_wcnf
from satchel.submission.certifying.answers import judged, published, renamed_model, with_model
from satchel.submission.certifying.refuted import Refutation, better_than_wcnf, refuted
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
from satchel.tasks.files.export import FORMATS, Job

_RC2: Final = ("-m", "pysat.examples.rc2", "-vv", "--vnew")
_CONFIGURATIONS: Final = {"rc2": _RC2, "rc2-a": (*_RC2, "-c", "a"), "rc2-b": (*_RC2, "-c", "b")}
_Z3: Final = "z3"


class MaxSatTrack:
    """Clauses, hard ones and weighted ones."""

    name: Final = "maxsat"
    summary: Final = "MaxSAT Evaluation: .wcnf.xz, best models, proofs that none is better"
    kind: Final[Kind] = "wcnf"
    reading: Final[reading.Kind] = "wcnf"
    rules: Final = "maxsat"
    ending: Final = ".wcnf.xz"
    probe: Final = "rc2"
    solver: Final = "rc2-b"
    wants_unsat: Final = False
    competition: Final = "the MaxSAT Evaluation"
    made: Final = "compiles into hard clauses, and its objective into weighted ones"
    wants_pdf: Final = True
    sent_as_one: Final = True
    dated: Final = False
    numbers: Final = "a family, neither trivial nor all out of reach, zipped with its description"

    def version(self, solver: str) -> str:
        """Which program stands behind the name."""
        return _solver(solver).version

    def write(self, job: Job) -> None:
        """Clauses, and the objective as weights on them."""
        FORMATS["wcnf"].write(job)

    def size(self, problem: Problem) -> tuple[int, int]:
        """Variables and clauses, the weighted ones among them."""
        found = map_of(problem)
        return found.variables, found.clauses

    def measure(self, problem: Problem, solver: str, bench: Bench) -> Outcome:
        """One solver on the file, its answer checked; only a proved optimum counts."""
        return judged(problem, ask(_solver(solver), problem.file, bench))

    def certify(
        self, problem: Problem, outcome: Outcome, solver: str, bench: Bench, folder: Path
    ) -> Certificate:
        """The model, checked on the file, and that none is better; without the latter `unknown`."""
        if outcome.status != "optimum" or outcome.value is None:
            return Certificate("unknown")
        best = Refutation(published(problem, outcome.value))
        if best.by is None and outcome.value == 0:
            best = Refutation("no cost is less than 0")
        if best.by is None:
            formula = read_wcnf(problem.file.read_bytes(), file=str(problem.file))
            lines = better_than_wcnf(formula, outcome.value)
            best = refuted(lines, f"{problem.name}.better", bench, folder)
        return with_model(problem, outcome, best, folder)

    def transfer(
        self, certificate: Certificate, original: Problem, copy: Problem, bench: Bench, folder: Path
    ) -> Certificate:
        """The same model under the copy's names; a renaming keeps what is best."""
        return renamed_model(certificate, original, copy, folder)

    def finish(self, problem: Problem, certificate: Certificate, label: Label) -> str:
        """Nothing is missing."""
        return ""


TRACK = MaxSatTrack()


def _solver(name: str) -> Solver:
    if name in _CONFIGURATIONS:
        return python_solver(name, *_CONFIGURATIONS[name], package="python-sat")
    if name == _Z3:
        return python_solver(name, own_script("z3_optimize"), package="z3-solver")
    return program_solver(name, [*_CONFIGURATIONS, _Z3])
