"""Solve a model, and where it has no solution keep a checked proof of its formula.

The formula is the one that `encode` writes with the same options, and only clauses that everybody
can have are proved: nothing is completed while solving, and no symmetry is broken, because a proof
about what is left does not speak of what was left out.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Self

from satchel.cnf.options import Options
from satchel.dimacs.writer import write_dimacs
from satchel.errors import BackendError, InputError, LimitError
from satchel.files import refuse_unwritable
from satchel.ir import Model
from satchel.passes import undo_passes
from satchel.tasks.answer import Answer, FormulaSize, Interrupted
from satchel.tasks.check import Check, Progress
from satchel.tasks.compile import compile_model
from satchel.tasks.proof.checking import certificate, check_proof
from satchel.tasks.proof.proving import (
    DEFAULT_SOLVER,
    LARGEST,
    PROOF,
    keep,
    proving_backend,
    refuse_cut_off,
    refuted,
)
from satchel.tasks.running import run_job
from satchel.tasks.work.events import Encoded, Event, Found
from satchel.tasks.work.scratch import Scratch

_FORMULA: Final = "formula.cnf"


@dataclass(frozen=True, slots=True)
class ProvedSearch:
    """A job: a solution of a model, or the formula and a proof of it as files in `folder`."""

    model: Model
    backend: str
    options: Options
    folder: str

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {
            "model": self.model.to_json(),
            "backend": self.backend,
            "options": self.options.to_json(),
            "folder": self.folder,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        model, options = Model.from_json(data["model"]), Options.from_json(data["options"])
        return cls(model, str(data["backend"]), options, str(data["folder"]))

    def carry_out(self) -> Generator[Event]:
        """Encode as `encode` does, write the formula, decide it."""
        start = time.perf_counter()
        compiled = compile_model(self.model, self.options)
        formula, folder = compiled.formula, Path(self.folder)
        formula.refuse_linear("a proof")
        if not formula.exact:
            raise InputError("a proof is about clauses that are all there: an encoding is lazy")
        with Path(folder, _FORMULA).open("wb") as file:
            write_dimacs(file, formula.variables, formula.clauses, formula.chunks)
        size = FormulaSize(formula.variables, formula.clauses, formula.literals)
        yield Encoded(size, time.perf_counter() - start)
        yield from refuted(
            proving_backend(self.backend),
            formula,
            Path(folder, PROOF),
            LARGEST,
            lambda truth: undo_passes(compiled.undo, formula.varmap.values(truth)),
        )


def solve_with_proof(
    model: Model,
    proof: str | Path,
    *,
    backend: str = DEFAULT_SOLVER,
    options: Options | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    started: float | None = None,
    check: Check | None = None,
) -> Answer:
    """One answer to `model`, as `solve` gives it; an `unsat` has a proof, which is in the file.

    The proof is one of the formula that `encode` writes with the same options, text, compressed
    where the name ends in `.gz` or `.xz`, and accepted by a checker, who is named in the answer's
    `certificate` with the formula's hash. `timeout` and `memory` are for the check, too; where they
    end it, or the proof gets too long, the answer is `unknown`, and nothing is written.

    Raises what `solve` raises, and InputError for a backend that gives no proofs, an encoding that
    is completed while solving, broken symmetry, and where there is no place for the file;
    CheckError where the proof is rejected.
    """
    options = options or Options()
    if options.break_symmetry:
        raise InputError(
            "--break-symmetry makes another formula: a proof of it is none of this one"
        )
    proving_backend(backend)
    refuse_unwritable(str(proof))
    progress = Progress(model, backend, check, started)
    scratch = Scratch()
    try:
        job = ProvedSearch(model, backend, options, scratch.folder)
        found = _solved(job, progress, timeout, memory)
        if found is not None:
            return progress.solution(found)
        certified = _certified(job, progress, timeout, memory)
        keep(Path(scratch.folder, PROOF), str(proof))
        answer = progress.answer("unsat")
        times = {**answer.times, "check": progress.stage_seconds()}
        return replace(answer, certificate=certified, times=times)
    except LimitError as error:
        return progress.unknown(error.reason)
    except BackendError as error:
        return progress.unknown(f"solver error: {error}")
    except KeyboardInterrupt:
        raise Interrupted(progress.unknown("interrupted")) from None
    finally:
        scratch.close()


def _solved(
    job: ProvedSearch, progress: Progress, timeout: float | None, memory: int | None
) -> Found | None:
    """A solution, or None where there is a proof that there is none."""
    found: Found | None = None
    proof = Path(job.folder, PROOF)
    try:
        with run_job(job, progress.begun, timeout, memory, False, None) as events:
            for event in events:
                progress.take(event)
                found = event if isinstance(event, Found) else found
    except BackendError:
        refuse_cut_off(proof, LARGEST)
        raise
    refuse_cut_off(proof, LARGEST)
    return found


def _certified(
    job: ProvedSearch, progress: Progress, timeout: float | None, memory: int | None
) -> str:
    """What the checker certifies, in what is left of the time; CheckError where it rejects."""
    left = None if timeout is None else progress.begun + timeout - time.perf_counter()
    cnf, proof = Path(job.folder, _FORMULA), Path(job.folder, PROOF)
    verdict = check_proof(cnf, proof, timeout=left, memory=memory)
    return certificate(verdict, job.backend)
