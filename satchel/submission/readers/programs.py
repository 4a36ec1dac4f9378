"""Solver programs that are asked to read a file and to give up before they search.

None is believed by its exit code: each has something to say once the whole file is read, and that
is waited for.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from satchel.backends import _process
from satchel.backends.kissat import FAMILY as KISSAT
from satchel.errors import BackendError
from satchel.extras import pip_install
from satchel.submission.readers.protocol import Numbers

_LIMIT: Final = 1 << 20
_SAID: Final = 200
"""So much of a complaint is told."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program: how it is called, and what its lines mean."""

    name: str
    find: Callable[[], str | None]
    install: str
    arguments: tuple[str, ...]
    """What comes before the file."""
    lines: bytes
    """A pattern, without groups, for the lines that tell anything."""
    complaint: str
    """A pattern for what it says of a file that it does not like."""
    end: str
    """What it says when the file is read; the named groups are numbers."""
    unpacks: bool = False
    """None is let: some have a shell unpack a file, which breaks a name at its blanks."""

    def refusal(self) -> str | None:
        """How to get it, where it is not found."""
        return None if self.find() else f"{self.name} is not found: {self.install}"

    def read(self, file: Path) -> Numbers:
        """Run the program on the file."""
        command = [self.find() or self.name, *self.arguments, str(file)]
        wanted = re.compile(rb"^[^\n]*(?:%b)[^\n]*$" % self.lines, re.MULTILINE)
        finished = _process.run(command, wanted=wanted, limit=_LIMIT)
        said = f"{finished.errors}\n{finished.answer.decode(errors='replace')}"
        complaint = re.search(self.complaint, said)
        if complaint:
            raise BackendError(complaint[0].replace(str(file), file.name)[:_SAID].strip())
        end = re.search(self.end, said)
        if end is None:
            raise BackendError(f"stopped before the end of the file, exit code {finished.code}")
        return {name: int(number) for name, number in end.groupdict().items() if number}


def _kissat() -> str | None:
    backend = KISSAT.find("kissat")
    return None if backend is None else backend.command[0]


def _in_path(name: str) -> Callable[[], str | None]:
    return lambda: shutil.which(name)


KISSAT_READER: Final = Program(
    name="kissat",
    find=_kissat,
    install=pip_install("kissat"),
    arguments=("--conflicts=0",),
    lines=rb"parsed 'p |finished parsing",
    complaint=r"(?:error|warning): .*",
    end=r"parsed 'p cnf (?P<variables>\d+) (?P<clauses>\d+)'(?:.*\n)+?.*finished parsing",
)
CADICAL: Final = Program(
    name="cadical",
    find=_in_path("cadical"),
    install="apt install cadical",
    arguments=("-c", "0"),
    lines=rb"found 'p |parsed \d+ clauses",
    complaint=r"(?:error|warning): .*",
    end=r"found 'p cnf (?P<variables>\d+) \d+'(?:.*\n)+?.*parsed (?P<clauses>\d+) clauses",
)
MINISAT: Final = Program(
    name="minisat",
    find=_in_path("minisat"),
    install="apt install minisat",
    # It writes what it has read, in place of solving it; of clauses it counts no units.
    arguments=("-no-pre", "-dimacs=/dev/null"),
    lines=rb"ERROR|WARNING!|Number of variables|Parse time",
    complaint=r"(?:PARSE ERROR|WARNING|ERROR)!.*",
    end=r"Number of variables: +(?P<variables>\d+)(?:.*\n)+?.*Parse time",
)
CLASP: Final = Program(
    name="clasp",
    find=_in_path("clasp"),
    install="apt install clasp",
    arguments=("--outf=0", "--stats=1", "--quiet=2", "--solve-limit=0", "--sat-prepro=0"),
    lines=rb"\*\*\*|Solving|Variables",
    complaint=r"\*\*\* (?:ERROR|Warn).*",
    end=r"Solving(?:.*\n)+?.*Variables +: (?P<variables>\d+)",
)
MINISAT_PLUS: Final = Program(
    name="minisat+",
    find=_in_path("minisat+"),
    install="apt install minisat+",
    # It writes clauses, in place of solving them, unless it sees at once that there is no solution.
    arguments=("-a", "-cnf=/dev/null"),
    lines=rb"ERROR|Exporting CNF|s UNSATISFIABLE",
    complaint=r"(?:PARSE )?ERROR!.*",
    end=r"Exporting CNF|s UNSATISFIABLE",
)
