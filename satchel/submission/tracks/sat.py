"""`sat`: satisfiability, as in the SAT Competitions.

The easy solver is MiniSat. A satisfiable formula is certified by a model that satisfies each clause
of the file and is a solution of the puzzle; an unsatisfiable one by a DRAT proof that a checker
has accepted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from satchel.cnf.dimacs_reader import Dimacs, read_dimacs
from satchel.cnf.formula import Formula
from satchel.cnf.numbering import renaming
from satchel.cnf.output import SolverOutput, read_output
from satchel.compare.measuring.attempt import Attempt
from satchel.compare.measuring.judge import judge_solution
from satchel.compare.measuring.meter import Measured
from satchel.compare.measuring.meters import best_meter
from satchel.compare.measuring.ready import save
from satchel.errors import CheckError, InputError
from satchel.files import read_text, whole_file
from satchel.puzzle import Catalogue
from satchel.submission.hashes import Kind
from satchel.submission.tracks.protocol import Bench, Certificate, Outcome, Problem
from satchel.tasks.choose import backend_named
from satchel.tasks.compile import Compiled
from satchel.tasks.files.decode import decode
from satchel.tasks.files.formulamap import FormulaMap
from satchel.tasks.files.mapfile import load_map

_MINISAT: Final = "minisat"
_COMMANDS: Final = {_MINISAT: "program:minisat -verb=0 {cnf} {out}"}
"""Programs that are asked for by a name of their own."""


class SatTrack:
    """Clauses, to be satisfied or refuted."""

    name: Final = "sat"
    summary: Final = "SAT Competition: .cnf.xz, models and DRAT proofs"
    format: Final = "dimacs"
    kind: Final[Kind] = "cnf"
    ending: Final = ".cnf.xz"
    probe: Final = _MINISAT
    solver: Final = "cadical"
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

    def size(self, problem: Problem) -> tuple[int, int]:
        """As in the file's header."""
        found = _map(problem)
        return found.variables, found.clauses

    def measure(self, problem: Problem, solver: str, bench: Bench) -> Outcome:
        """One solver on the file's clauses, in the best way to measure there is here."""
        found = _map(problem)
        folder = bench.scratch / "ready"
        if not folder.exists():
            folder.mkdir()
            save(Compiled(_formula(_read(problem), found), found.undo, 0.0), folder)
        attempt = Attempt(str(folder), _backend(solver))
        limits = bench.limits
        measured = best_meter().measure(attempt, limits.seconds, limits.memory, bench.stop)
        return _outcome(measured, found, folder)

    def certify(
        self, problem: Problem, outcome: Outcome, solver: str, bench: Bench, folder: Path
    ) -> Certificate:
        """A model's literals, checked clause by clause; or a proof, accepted by a checker."""
        if outcome.status == "sat" and outcome.witness is not None:
            literals = [v if value == "1" else -v for v, value in enumerate(outcome.witness, 1)]
            return _with_model(problem, literals, folder)
        return Certificate("unknown")

    def transfer(
        self, certificate: Certificate, original: Problem, copy: Problem, bench: Bench, folder: Path
    ) -> Certificate:
        """The same model or proof under the copy's names."""
        if certificate.status != "sat" or certificate.file is None:
            return Certificate("unknown")
        renamed = _renaming(_map(original), _map(copy))
        literals = read_output(read_text(str(certificate.file))).literals
        renamed_literals = sorted((renamed[literal] for literal in literals), key=abs)
        return _with_model(copy, renamed_literals, folder)


TRACK = SatTrack()


def _backend(solver: str) -> str:
    return _COMMANDS.get(solver, solver)


def _map(problem: Problem) -> FormulaMap:
    file = str(problem.map_file)
    loaded = load_map(read_text(file), Catalogue(), file=file)
    if not isinstance(loaded, FormulaMap):
        raise InputError("the map is not that of a formula", file=file)
    return loaded


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


def _renaming(original: FormulaMap, copy: FormulaMap) -> dict[int, int]:
    """The copy's literal for each of the original's."""
    before = renaming(original.variables, original.options.shuffle)
    after = renaming(copy.variables, copy.options.shuffle)
    place = {old: new for new, old in enumerate(after)}
    renamed = {new: place[old] for new, old in enumerate(before)}
    return renamed | {-new: -other for new, other in renamed.items()}


def _with_model(problem: Problem, literals: list[int], folder: Path) -> Certificate:
    """The certificate that is a model, once it is one of the file, and a solution."""
    output = SolverOutput("sat", tuple(literals))
    try:
        decode(_map(problem), output, _read(problem))
    except (CheckError, InputError) as error:
        return Certificate("unknown", fault=f"the model is none: {error}")
    file = folder / f"{problem.name}.model.xz"
    with whole_file(str(file)) as stream:
        stream.write(f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n".encode())
    return Certificate("sat", "model, checked on the file and by the puzzle's rules", file)
