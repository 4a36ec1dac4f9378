"""Having a solver refute a formula: it leaves a proof, which nobody has checked yet."""

from __future__ import annotations

import resource
import shutil
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, Self

from satchel.backends.protocol import Backend, Proving
from satchel.cnf.formula import Formula
from satchel.cnf.varmap import Truth, VarMap
from satchel.errors import BackendError, InputError, LimitError
from satchel.files import refuse_unwritable, whole_file
from satchel.tasks.answer import FormulaSize
from satchel.tasks.choose import backend_named, list_backends
from satchel.tasks.proof.checking import read_cnf
from satchel.tasks.running import run_job
from satchel.tasks.work.events import Encoded, Ended, Event, Found
from satchel.tasks.work.scratch import Scratch

DEFAULT_SOLVER: Final = "cadical"
LARGEST: Final = 1 << 32
"""Bytes that a proof may have unless told otherwise; longer ones are hardly ever checked."""
PROOF: Final = "proof.drat"
"""What a proof is called as long as nobody has checked it."""


@dataclass(frozen=True, slots=True)
class Proved:
    """What came of it: a proof only where `status` is `unsat`.

    `reason` is None unless the status is `unknown`: `timeout`, `memory`, `size` (of the proof), or
    `solver error: ...`. `seconds` are those of the solver.
    """

    status: Literal["sat", "unsat", "unknown"]
    reason: str | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Refutation:
    """A job: a DIMACS file is decided by a solver, and its proof written to the file `proof`.

    The events are those of a search, with the truth of the formula's variables alone.
    """

    cnf: str
    solver: str
    proof: str
    largest: int

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {
            "cnf": self.cnf,
            "solver": self.solver,
            "proof": self.proof,
            "largest": self.largest,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        cnf, solver, proof = (str(data[name]) for name in ("cnf", "solver", "proof"))
        return cls(cnf, solver, proof, int(data["largest"]))

    def carry_out(self) -> Generator[Event]:
        """Read and decide."""
        start = time.perf_counter()
        backend = proving_backend(self.solver)
        read = read_cnf(self.cnf)
        literals = sum(map(len, read.chunks)) - read.clauses
        formula = Formula(read.variables, read.clauses, literals, read.chunks, VarMap({}, {}))
        yield Encoded(
            FormulaSize(read.variables, read.clauses, literals), time.perf_counter() - start
        )
        yield from refuted(backend, formula, Path(self.proof), self.largest, lambda truth: {})


def prove(
    cnf: str | Path,
    proof: str | Path,
    *,
    solver: str = DEFAULT_SOLVER,
    timeout: float | None = None,
    memory: int | None = None,
    largest: int = LARGEST,
) -> Proved:
    """Decide the DIMACS file `cnf`; where it is unsatisfiable, write a DRAT proof of that.

    The proof is text, compressed where the name ends in `.gz` or `.xz`; it appears whole or not at
    all, and nobody has checked it: see `check_proof`. `solver` is a backend that gives proofs,
    `timeout` is in seconds, `memory` and `largest` (the most that the proof may have before it is
    compressed) in bytes.

    Raises InputError for a formula that cannot be read, for a solver that gives no proofs, and
    where the proof cannot be written.
    """
    proving_backend(solver)
    refuse_unwritable(str(proof))
    scratch = Scratch()
    try:
        traced = Path(scratch.folder, PROOF)
        proved = _decided(Refutation(str(cnf), solver, str(traced), largest), timeout, memory)
        if proved.status == "unsat":
            keep(traced, str(proof))
        return proved
    finally:
        scratch.close()


def _decided(job: Refutation, timeout: float | None, memory: int | None) -> Proved:
    status: Literal["sat", "unsat"] = "unsat"
    seconds = 0.0
    try:
        with run_job(job, time.perf_counter(), timeout, memory, False, None) as events:
            for event in events:
                if isinstance(event, Found):
                    status = "sat"
                if isinstance(event, Ended):
                    seconds = event.solve
        if status == "unsat":
            refuse_cut_off(Path(job.proof), job.largest)
    except LimitError as error:
        return Proved("unknown", error.reason)
    except BackendError as error:
        full = reached(Path(job.proof), job.largest)
        return Proved("unknown", "size" if full else f"solver error: {error}")
    return Proved(status, None, seconds)


def refuted(
    backend: Proving,
    formula: Formula,
    proof: Path,
    largest: int,
    values: Callable[[Truth], Mapping[str, int]],
) -> Generator[Event]:
    """Decide a formula in this process, which can write no longer files than that from then on.

    `Found`, with `values` of the truth, or the proof as a file; then `Ended`. A solver that cannot
    write on does not always say so: see `refuse_cut_off`.
    """
    start = time.perf_counter()
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, hard))
    try:
        truth = backend.prove(formula, proof)
    except OSError as error:  # the disk is full, or the proof too long
        raise BackendError(f"the proof cannot be written: {error.strerror}") from error
    if truth is None and not proof.is_file():
        raise BackendError("the solver says unsatisfiable, but has written no proof")
    solved = time.perf_counter()
    if truth is not None:
        own = "".join("01"[bool(value)] for value in truth[1 : formula.variables + 1])
        read = values(truth)
        yield Found(read, own, solved - start, time.perf_counter() - solved)
    yield Ended(solved - start, time.perf_counter() - solved)


def reached(proof: Path, largest: int) -> bool:
    """Whether a proof is as long as it may be, so that the rest of it is missing."""
    return proof.is_file() and proof.stat().st_size >= largest


def refuse_cut_off(proof: Path, largest: int) -> None:
    """LimitError where a proof is as long as it may be."""
    if reached(proof, largest):
        raise LimitError("size", f"the proof is longer than {largest} bytes")


def keep(traced: Path, name: str) -> None:
    """Write a finished proof under its name, compressed as that says, whole or not at all."""
    with whole_file(name) as out, traced.open("rb") as proof:
        shutil.copyfileobj(proof, out)


def proving_backend(name: str) -> Any:
    """The backend of that name; InputError, naming those that do, where it gives no proofs."""
    backend: Backend = backend_named(name)
    if isinstance(backend, Proving):
        return backend
    raise InputError(
        f"backend {name!r} gives no proofs that a checker accepts; those that do are"
        f" {', '.join(proving())}, and program:'CMD {{cnf}} {{proof}}'"
    )


def proving() -> list[str]:
    """The names of all backends here that give proofs."""
    return [name for name in list_backends()[0] if isinstance(backend_named(name), Proving)]
