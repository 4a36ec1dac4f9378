"""What `portfolio.py` measures, and the file of JSON lines that keeps it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from statistics import median
from typing import TypeAlias

GIVEN_UP = 2
"""After so many shuffles that did not end, a cell is not run any more."""

Key: TypeAlias = tuple[str, str, str, float]
"""What the numberings of a cell share: row, digest of the formula, solver, limit."""


@dataclass(frozen=True)
class Written:
    """A row's formula in the natural numbering; `refused` says why there is none."""

    row: str
    encoding: str
    words: str
    status: str | None = None
    clauses: int = 0
    variables: int = 0
    seconds: float = 0.0
    digest: str = ""
    uses: Sequence[str] = ()
    """The encodings of the row's kind in it, the one for most constraints first."""
    refused: str = ""


@dataclass(frozen=True)
class Run:
    """One solver on one formula in one numbering (None: the natural one).

    `status` is `sat`, `unsat`, `timeout` or `failed`; a solution has been checked.
    """

    row: str
    digest: str
    solver: str
    limit: float
    numbering: int | None
    status: str
    seconds: float

    @property
    def time(self) -> float:
        """Seconds; infinite where there was no verdict."""
        return self.seconds if self.status in ("sat", "unsat") else inf


@dataclass(frozen=True)
class Cell:
    """One solver on one formula: the natural numbering, and the shuffled ones as far as run."""

    natural: Run | None
    shuffled: Sequence[Run]
    limit: float

    @property
    def given_up(self) -> bool:
        """Whether so many shuffles did not end that the others are left out."""
        return sum(run.time == inf for run in self.shuffled) >= GIVEN_UP

    @property
    def median(self) -> float:
        """Of the shuffles; infinite for a cell that was given up."""
        times = [run.time for run in self.shuffled]
        return inf if self.given_up or not times else median(times)

    @property
    def verdicts(self) -> set[str]:
        """What the solver said, where it said anything."""
        runs = [*self.shuffled, *([self.natural] if self.natural else [])]
        return {run.status for run in runs if run.time < inf}


class Store:
    """Records in memory and, where there is a file, appended to it at once."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._written: dict[tuple[str, str, str], Written] = {}
        self._runs: dict[tuple[Key, int | None], Run] = {}
        if file is not None and file.exists():
            for line in file.read_text().splitlines():
                self._keep(_record(line))

    def first(self, formula: Written) -> Written:
        """The formula as it was first written, if it is the same; else it is kept now."""
        known = self._written.get((formula.row, formula.encoding, formula.digest))
        if known is None:
            self._add("formula", formula)
        return known or formula

    def refused(self, words: str, encoding: str) -> Written | None:
        """The refusal of an encoding for a problem: that alone can take long to find out."""
        for formula in self._written.values():
            if formula.refused and (formula.words, formula.encoding) == (words, encoding):
                return formula
        return None

    def add(self, run: Run) -> None:
        """Keep a run."""
        self._add("run", run)

    def run(self, key: Key, numbering: int | None) -> Run | None:
        """A cell's run in that numbering, if there was one."""
        return self._runs.get((key, numbering))

    def cell(self, key: Key, shuffles: int) -> Cell:
        """What is there of a cell."""
        runs = [self.run(key, seed) for seed in range(1, shuffles + 1)]
        return Cell(self.run(key, None), [run for run in runs if run], key[3])

    def _add(self, record: str, found: Written | Run) -> None:
        self._keep(found)
        if self._file is not None:
            with self._file.open("a") as out:
                out.write(json.dumps({"record": record, **asdict(found)}) + "\n")

    def _keep(self, found: Written | Run) -> None:
        if isinstance(found, Written):
            self._written[found.row, found.encoding, found.digest] = found
        else:
            key = (found.row, found.digest, found.solver, found.limit)
            self._runs[key, found.numbering] = found


def _record(line: str) -> Written | Run:
    data = json.loads(line)
    return Written(**data) if data.pop("record") == "formula" else Run(**data)
