"""Programs that check proofs: who is there, and what each says.

None of them shares code with a solver. What they say is read, never how they end: `drat-trim` ends
with 0 also where its time is over.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from satchel.backends._process import OUT_OF_MEMORY, run
from satchel.cnf.sink import split
from satchel.dimacs.reader import read_dimacs
from satchel.errors import BackendError
from satchel.tasks.proof.backward import refute
from satchel.version import VERSION

DRAT_TRIM: Final = "drat-trim"
_SAID: Final = re.compile(rb"(?:^|\r)s [^\r\n]*", re.MULTILINE)
_FOREVER: Final = 1_000_000_000
"""Seconds: it has a limit of its own, some hours, unless it is given another one."""
_ROOM: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Checker:
    """One that works here: `check` gets a formula's and a proof's file, both plain text.

    It returns None for a proof that it accepts, else what is wrong with it; BackendError where it
    fails.
    """

    name: str
    check: Callable[[Path, Path], str | None]


def checker() -> Checker:
    """The program drat-trim, where it is in PATH; else what is written here."""
    program = shutil.which(DRAT_TRIM)
    if program is not None:
        return Checker(DRAT_TRIM, lambda cnf, proof: _drat_trim(program, cnf, proof))
    return Checker(f"satchel {VERSION}'s own checker", _own)


def _drat_trim(program: str, cnf: Path, proof: Path) -> str | None:
    command = [program, str(cnf), str(proof), "-t", str(_FOREVER)]
    finished = run(command, wanted=_SAID, limit=_ROOM)
    if OUT_OF_MEMORY.search(finished.errors):
        raise MemoryError(finished.errors)
    if finished.code < 0:
        raise BackendError(f"{DRAT_TRIM} was killed by signal {-finished.code}")
    said = {line.strip() for line in finished.answer.decode(errors="replace").splitlines()} - {""}
    if said == {"s VERIFIED"}:
        return None
    if said == {"s NOT VERIFIED"}:
        return "not verified"
    raise BackendError(f"{DRAT_TRIM} says {', '.join(sorted(said)) or 'nothing'}")


def _own(cnf: Path, proof: Path) -> str | None:
    clauses = split(read_dimacs(cnf.read_bytes()).chunks)
    with proof.open("rb") as lines:
        return refute(clauses, [_step(line) for line in lines])


def _step(line: bytes) -> tuple[bool, list[int]]:
    """A step in the one layout: whether its clause is deleted, and the clause."""
    *literals, _ = map(int, line.removeprefix(b"d ").split())
    return line.startswith(b"d"), literals
