"""What reads a file, and says what it has found there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

Kind: TypeAlias = Literal["cnf", "wcnf", "mc", "opb", "smt2"]
"""What a file is read as; `mc` is a CNF file with the lines that model counters look for."""

Numbers: TypeAlias = Mapping[str, int]
"""How many `variables`, `clauses`, ... a program says that it has read, as far as it says so."""


class Reader(Protocol):
    """A program or a library of others."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def unpacks(self) -> bool:
        """Whether it reads compressed files itself."""
        ...

    def refusal(self) -> str | None:
        """What is missing, and how to get it."""
        ...

    def read(self, file: Path) -> Numbers:
        """Read the whole file and stop before any search; to be called in a worker process.

        Raises BackendError with the complaint, a warning being one.
        """
        ...
