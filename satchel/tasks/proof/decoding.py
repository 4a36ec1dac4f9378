"""The proof that came with a solver's answer, wherever it was run."""

from __future__ import annotations

from dataclasses import replace

from satchel.errors import InputError
from satchel.tasks.files.decode import Decoded
from satchel.tasks.files.formulamap import FormulaMap
from satchel.tasks.files.mapfile import AnyMap
from satchel.tasks.proof.checking import certificate, check_proof


def certified(
    decoded: Decoded, loaded: AnyMap, cnf: str, proof: str, memory: int | None = None
) -> Decoded:
    """The answer that there is no solution, with a proof of the map's formula that was accepted.

    `cnf` and `proof` are files, `memory` the checker's, in bytes. InputError where the answer is
    another one, and where the proof is not about the whole problem; raises what `certificate` does.
    """
    if decoded.status != "unsat":
        raise InputError(f"a proof is given, but the answer is {decoded.status}", file=proof)
    if type(loaded) is not FormulaMap:
        raise InputError("a proof is given, but the map is not for a DIMACS file", file=proof)
    if loaded.options.break_symmetry:
        raise InputError("the formula has symmetry broken: a proof of it is none of the problem")
    verdict = check_proof(cnf, proof, memory=memory)
    if verdict.sha256 not in (None, loaded.sha256):
        raise InputError("the proof was checked for another formula", file=cnf)
    return replace(decoded, certificate=certificate(verdict, "the solver"))
