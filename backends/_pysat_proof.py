"""Proofs by PySAT's solvers, from the file into which they trace them.

`Solver.get_proof` gives the proof as a list of strings, ten times as large as the proof and, for
CaDiCaL, translated byte by byte. Here it is read from the same file a piece at a time.

Two are not offered, because checkers reject them: MapleSAT's proofs name every variable by the
number below, and MapleCM's often end before the empty clause. The MiniSat line, MiniCard, MergeSat,
CryptoMiniSat and PySAT's Kissat trace none.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from satchel.cnf.drat import from_binary

if TYPE_CHECKING:
    from satchel.cnf.formula import Formula

WITHOUT: Final = ("maplesat", "maplecm", "minisat", "minicard", "mergesat", "cryptosat", "kissat")
"""How the names of solvers begin that give no proof, or none that a checker accepts."""

_BINARY: Final = "cadical"
"""How the names of solvers begin that trace in the binary form."""


def prove(solver: str, formula: Formula, proof: Path) -> list[int] | None:
    """A model of the clauses, as literals; None where there is none, with the proof as a file."""
    from pysat.solvers import Solver, SolverNames

    with Solver(name=getattr(SolverNames, solver)[-1], with_proof=True) as running:
        if not formula.clauses:
            running.add_clause([1, -1])  # some solvers crash without clauses
        running.append_formula(formula.iterate())
        if running.solve():
            return list(running.get_model() or ())
        _write(running.solver, proof, binary=solver.startswith(_BINARY))
    return None


def _write(inner: Any, proof: Path, *, binary: bool) -> None:
    import pysolvers

    pysolvers.flushpr(inner.prfp)
    inner.prfile.seek(0)
    with proof.open("wb") as file:
        if binary:
            file.writelines(from_binary(inner.prfile))
        else:
            shutil.copyfileobj(inner.prfile, file)
