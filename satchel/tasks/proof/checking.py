"""Checking a proof against the formula it is meant for, in a process that can be killed."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Self

from satchel.cnf.drat import steps
from satchel.dimacs.formula import Dimacs
from satchel.dimacs.reader import read_dimacs
from satchel.dimacs.writer import write_dimacs
from satchel.errors import BackendError, CheckError, InputError, LimitError
from satchel.files import PIPE, read_bytes
from satchel.tasks.proof.checkers import checker
from satchel.tasks.proof.verdict import Verdict
from satchel.tasks.running import run_job
from satchel.tasks.work.events import Ended, Event


@dataclass(frozen=True, slots=True)
class Judged(Event):
    """A checker has looked at the whole proof; `wrong` is None where it accepts it."""

    wrong: str | None
    sha256: str
    trivial: bool


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """A job: whether a proof's file shows that a DIMACS file is unsatisfiable."""

    cnf: str
    proof: str

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {"cnf": self.cnf, "proof": self.proof}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        return cls(str(data["cnf"]), str(data["proof"]))

    def carry_out(self) -> Generator[Event]:
        """Read both, write them as plain text of one layout, have them checked."""
        start = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="satchel-") as folder:
            cnf, proof = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
            formula = read_cnf(self.cnf)
            sha256 = plain_cnf(formula, cnf)
            wrong = self._rewritten(proof) or checker().check(cnf, proof)
        yield Judged(wrong, sha256, _has_empty_clause(formula))
        yield Ended(time.perf_counter() - start, 0.0)

    def _rewritten(self, proof: Path) -> str | None:
        """Write the proof in the one layout; returns what is wrong with it where it has none."""
        data = read_bytes(self.proof)
        with proof.open("wb") as file:
            try:
                file.writelines(steps(BytesIO(data)))
            except InputError as error:
                return f"line {error.line}: {error.message}"
        return None


def check_proof(
    cnf: str | Path,
    proof: str | Path,
    *,
    timeout: float | None = None,
    memory: int | None = None,
) -> Verdict:
    """Whether `proof`, a DRAT proof as text, shows that the DIMACS file `cnf` is unsatisfiable.

    Either may be compressed (`.gz`, `.xz`). The checker is the program drat-trim where it is in
    PATH, else the one in `backward.py`. `timeout` is in seconds, `memory` in bytes; beyond them
    `accepted` is None. A proof that is no proof at all is rejected.

    Raises InputError for a formula or a proof that cannot be read, and for `-`: another process
    reads them.
    """
    if PIPE in (str(cnf), str(proof)):
        raise InputError("a formula and its proof have to be files, not standard input")
    name = checker().name
    judged: Judged | None = None
    job = ProofCheck(str(cnf), str(proof))
    try:
        with run_job(job, time.perf_counter(), timeout, memory, False, None) as events:
            for event in events:
                judged = event if isinstance(event, Judged) else judged
    except LimitError as error:
        return Verdict(None, name, error.reason)
    except BackendError as error:
        return Verdict(None, name, f"checker error: {error}")
    assert judged is not None
    why = judged.wrong or ""
    return Verdict(judged.wrong is None, name, why, judged.sha256, judged.trivial)


def certificate(verdict: Verdict, solver: str) -> str:
    """What vouches for the formula of an accepted proof being unsatisfiable.

    CheckError, naming the solver, for a rejected one; LimitError or BackendError where the check
    did not end.
    """
    if verdict.certificate is not None:
        return verdict.certificate
    if verdict.accepted is False:
        words = f"{solver}: its proof of unsatisfiability is rejected by {verdict.checker}"
        raise CheckError(f"{words}: {verdict.why}")
    if verdict.why in ("timeout", "memory"):
        raise LimitError(verdict.why, f"{verdict.checker} has not checked the proof: {verdict.why}")
    raise BackendError(f"{verdict.checker}: {verdict.why}")


def read_cnf(file: str) -> Dimacs:
    """A DIMACS file of any origin, read as solvers read it; InputError where it is none."""
    return read_dimacs(read_bytes(file), relaxed=True, file=file)


def plain_cnf(formula: Dimacs, out: Path) -> str:
    """Write a formula as every program reads it; returns its hash."""
    with out.open("wb") as file:
        return write_dimacs(file, formula.variables, formula.clauses, formula.chunks)


def _has_empty_clause(formula: Dimacs) -> bool:
    return any(
        number == before == 0
        for chunk in formula.chunks
        for before, number in pairwise(chain((0,), chunk))
    )
