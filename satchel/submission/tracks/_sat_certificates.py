"""What vouches for an answer about a CNF file: a model, or a DRAT proof that a checker accepts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from satchel.cnf.output import SolverOutput, read_output
from satchel.dimacs.reader import read_dimacs
from satchel.errors import CheckError, InputError
from satchel.files import read_bytes, read_text, whole_file
from satchel.submission.tracks._formulas import map_of
from satchel.submission.tracks.protocol import Bench, Certificate, Problem
from satchel.tasks.files.decode import decode
from satchel.tasks.proof.checkers import checker
from satchel.tasks.proof.checking import check_proof
from satchel.tasks.proof.proving import DEFAULT_SOLVER, prove, proving_backend

_UNKNOWN: Final = "unknown"


def model_certificate(problem: Problem, literals: Sequence[int], folder: Path) -> Certificate:
    """A model, once it satisfies each clause of the file and is a solution of the puzzle."""
    output = SolverOutput("sat", tuple(literals))
    read = read_dimacs(problem.file.read_bytes(), file=str(problem.file))
    try:
        decode(map_of(problem), output, read)
    except (CheckError, InputError) as error:
        return Certificate(_UNKNOWN, fault=f"its model is none: {error}")
    file = folder / f"{problem.name}.model.xz"
    with whole_file(str(file)) as stream:
        stream.write(f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n".encode())
    return Certificate("sat", "a model, checked on the file and by the puzzle's rules", file)


def renamed_model(
    certificate: Path, copy: Problem, table: Mapping[int, int], folder: Path
) -> Certificate:
    """A model's certificate for a copy, whose literals `table` has."""
    literals = read_output(read_text(str(certificate))).literals
    return model_certificate(copy, sorted((table[x] for x in literals), key=abs), folder)


def proof_certificate(problem: Problem, solver: str, bench: Bench, folder: Path) -> Certificate:
    """A proof by the solver, or by another where it gives none, once a checker has accepted it."""
    try:
        name = checker().name
    except InputError as error:
        return Certificate(_UNKNOWN, note=str(error), lasting=False)
    prover, limits = _prover(solver), bench.limits
    proof = bench.scratch / f"{problem.name}.drat.xz"
    proved = prove(problem.file, proof, solver=prover, timeout=limits.seconds, memory=limits.memory)
    if proved.status == "sat":
        return Certificate(_UNKNOWN, fault=f"says unsat, but {prover} has found a model")
    if proved.status == "unknown":
        return Certificate(_UNKNOWN, note=f"no proof by {prover}: {proved.reason}")
    return _checked(problem, proof, f"a DRAT proof by {prover}, accepted by {name}", bench, folder)


def renamed_proof(
    certificate: Path, by: str, copy: Problem, table: Mapping[int, int], bench: Bench, folder: Path
) -> Certificate:
    """A proof's certificate for a copy, whose literals `table` has: checked again, on the copy."""
    proof = bench.scratch / f"{copy.name}.drat.xz"
    words = {b"%d" % old: b"%d" % new for old, new in table.items()}
    with whole_file(str(proof)) as stream:
        stream.writelines(_renamed(read_bytes(str(certificate)).splitlines(), words))
    return _checked(copy, proof, by, bench, folder)


def _renamed(lines: Iterable[bytes], words: Mapping[bytes, bytes]) -> Iterable[bytes]:
    """The steps under other names; variables that only the proof has keep theirs."""
    for line in lines:
        yield b" ".join([words.get(word, word) for word in line.split()]) + b"\n"


def _prover(solver: str) -> str:
    try:
        proving_backend(solver)
    except InputError:
        return DEFAULT_SOLVER
    return solver


def _checked(problem: Problem, proof: Path, by: str, bench: Bench, folder: Path) -> Certificate:
    """Put the proof in its place if it is accepted."""
    limits = bench.limits
    verdict = check_proof(problem.file, proof, timeout=limits.seconds, memory=limits.memory)
    if not verdict.accepted:
        said = "rejects the proof" if verdict.accepted is False else "has not decided"
        return Certificate(_UNKNOWN, note=f"{verdict.checker} {said}: {verdict.why}")
    file = folder / proof.name
    proof.replace(file)
    return Certificate("unsat", by, file)
