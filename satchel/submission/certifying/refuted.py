"""That a pseudo-Boolean problem has no solution: shown by a proof about its clauses.

Proofs that checkers accept are of clauses. MiniSat+ translates the problem (Een and Sorensson 2006,
Translating pseudo-Boolean constraints into SAT), a solver refutes the clauses, and a checker
accepts the proof: three programs, none of which was written here, and no file that Satchel's own
encodings have touched. That an optimum is one is shown in the same way, of the problem with a line
that asks for a better value.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from satchel.cnf.opb_reader import Opb, read_opb
from satchel.cnf.output import read_output
from satchel.cnf.wcnf_reader import Wcnf
from satchel.errors import InputError
from satchel.files import whole_file
from satchel.submission.measuring.outside import Solver, ask, debian_solver
from satchel.submission.tracks.protocol import Bench
from satchel.tasks.proof.checking import check_proof
from satchel.tasks.proof.proving import prove

_TRANSLATOR: Final = "minisat+"
_BY_DIAGRAMS: Final = "-cb"
"""Sums become decision diagrams: the clauses that Debian's MiniSat+ 1.0 writes of sorters or adders
lack some, and are often satisfiable where the problem is not."""


def better_than_wcnf(formula: Wcnf, value: int) -> list[str]:
    """A WCNF file as pseudo-Boolean constraints that ask for less than this cost.

    InputError where a soft clause has more than one literal.
    """
    hard = [clause for weight, clause, _ in formula.clauses if weight is None]
    lost: list[tuple[int, int]] = []
    for weight, clause, line in formula.clauses:
        if weight is not None and len(clause) != 1:
            raise InputError("a soft clause of more than one literal", line=line)
        if weight is not None:
            lost.append((weight, -clause[0]))
    variables = max((abs(x) for _, clause, _ in formula.clauses for x in clause), default=1)
    return [
        f"* #variable= {variables} #constraint= {len(hard) + 1}",
        *(_at_least([(1, x) for x in clause], 1) for clause in hard),
        _at_least([(-weight, x) for weight, x in lost], 1 - value),
    ]


def better_than_opb(formula: Opb, lines: Sequence[str], value: int) -> list[str]:
    """The lines of an OPB file, with one in place of its objective that asks for less than this."""
    assert formula.objective is not None
    better = _at_least([(-weight, x) for weight, x in formula.objective], 1 - value)
    kept = [line for line in lines if not line.startswith(("*", "min:"))]
    header = f"* #variable= {formula.variables} #constraint= {len(kept) + 1}"
    return [header, *kept, better]


@dataclass(frozen=True, slots=True)
class Refutation:
    """Who has shown that there is no solution; or why nobody has; or that there is one."""

    by: str | None = None
    note: str | None = None
    fault: str | None = None
    lasting: bool = True
    """Not where something is missing here."""


def refuted(lines: Sequence[str], name: str, bench: Bench, folder: Path) -> Refutation:
    """Have it shown that constraints have no solution; nobody works longer than the bench allows.

    The constraints, the clauses and the proof go to the folder, each in a file of that name.
    """
    limits = bench.limits
    problem, cnf, proof = (bench.scratch / f"{name}.{ending}" for ending in ("opb", "cnf", "drat"))
    problem.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    try:
        translator = _translator(_BY_DIAGRAMS, f"-cnf={cnf}")
    except InputError as error:
        return Refutation(note=error.message, lasting=False)
    said = ask(translator, problem, bench)
    if said.reason is not None or not cnf.is_file():  # what stopped it can have torn the file
        return Refutation(note=f"{_TRANSLATOR} has made no clauses: {said.reason or 'too simple'}")
    proved = prove(cnf, proof, timeout=limits.seconds, memory=limits.memory)
    if proved.status == "sat":
        return _contradicted(problem, bench)
    if proved.status == "unknown":
        return Refutation(note=f"no proof by way of clauses: {proved.reason}")
    verdict = check_proof(cnf, proof, timeout=limits.seconds, memory=limits.memory)
    if not verdict.accepted:
        return Refutation(note=f"{verdict.checker} does not accept the proof: {verdict.why}")
    for file in (problem, cnf, proof):
        with whole_file(str(folder / f"{file.name}.xz")) as stream, file.open("rb") as written:
            shutil.copyfileobj(written, stream)
    return Refutation(f"DRAT proof of {_TRANSLATOR}'s clauses, checked by {verdict.checker}")


def _contradicted(problem: Path, bench: Bench) -> Refutation:
    """That there is a solution, once one is seen: a model of the clauses alone shows nothing."""
    said = ask(_translator(), problem, bench)
    formula = read_opb(problem.read_bytes(), file=str(problem))
    with suppress(InputError):
        output = read_output(said.text)
        if output.status == "sat" and formula.falsified(output.literals) is None:
            return Refutation(fault=f"{_TRANSLATOR} has found a solution")
    return Refutation(note=f"{_TRANSLATOR}'s clauses have a model, which no solution is known for")


def _translator(*arguments: str) -> Solver:
    return debian_solver(_TRANSLATOR, "-a", *arguments, package="minisat+")


def _at_least(terms: Sequence[tuple[int, int]], bound: int) -> str:
    """A line that asks for a sum of weighted literals."""
    shift = sum(weight for weight, x in terms if x < 0)
    written = (f"{weight if x > 0 else -weight:+d} x{abs(x)}" for weight, x in terms)
    return f"{' '.join(written)} >= {bound - shift} ;"
