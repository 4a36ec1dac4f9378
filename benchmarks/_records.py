"""What `portfolio.py` measures, and the file of JSON lines that keeps it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from statistics import fmean, median
from typing import TypeAlias

Key: TypeAlias = tuple[str, str, str, float]
"""What the permutations of a cell share: row, digest of the formula, solver, limit."""


@dataclass(frozen=True)
class Written:
    """A row's formula in the default order; `refused` says why there is none."""

    row: str
    encoding: str
    words: str
    status: str | None = None
    clauses: int = 0
    variables: int = 0
    encode: float = 0.0
    """CPU seconds from the model to the clauses."""
    digest: str = ""
    uses: Sequence[str] = ()
    """The encodings of the row's kind in it, the one for most constraints first."""
    refused: str = ""


@dataclass(frozen=True)
class Run:
    """One solver on one permutation of a formula.

    `status` is `sat`, `unsat`, `timeout`, `failed`, or `stopped` where `auto` was so much quicker
    that the encoding cannot be the best on this permutation; a solution has been checked. `encode`
    and `solve` are CPU seconds, the limit is one on their sum.
    """

    row: str
    digest: str
    solver: str
    limit: float
    permutation: int
    status: str
    encode: float
    solve: float

    @property
    def is_solved(self) -> bool:
        """Whether the solver came to a verdict."""
        return self.status in ("sat", "unsat")

    @property
    def time(self) -> float:
        """CPU seconds to encode and solve; infinite without a verdict."""
        return self.encode + self.solve if self.is_solved else inf

    @property
    def score(self) -> float:
        """What PAR-2 counts: the time, or twice the limit without a verdict; of a run that was
        stopped the time until then, which is less than it deserves."""
        if self.status in ("timeout", "failed"):
            return 2 * self.limit
        return self.encode + self.solve


@dataclass(frozen=True)
class Cell:
    """One solver on the permutations of one formula, as far as run."""

    runs: Sequence[Run]
    limit: float

    @property
    def is_given_up(self) -> bool:
        """Whether a run reached the limit, so that the later permutations are left out."""
        return any(run.status in ("timeout", "failed") for run in self.runs)

    @property
    def par2(self) -> float:
        """The mean score of the runs; twice the limit where there is none."""
        return fmean(run.score for run in self.runs) if self.runs else 2 * self.limit

    @property
    def median(self) -> float:
        """The median time; infinite where it belongs to a run without a verdict."""
        return inf if self.is_given_up or not self.runs else median(run.time for run in self.runs)

    @property
    def verdicts(self) -> set[str]:
        """What the solver said, where it said anything."""
        return {run.status for run in self.runs if run.is_solved}


class Store:
    """Records in memory and, where there is a file, appended to it at once."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._written: dict[tuple[str, str, str], Written] = {}
        self._runs: dict[tuple[Key, int], Run] = {}
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

    def run(self, key: Key, permutation: int) -> Run | None:
        """A cell's run of that permutation, if there was one."""
        return self._runs.get((key, permutation))

    def cell(self, key: Key, permutations: int) -> Cell:
        """What is there of a cell."""
        runs = [self.run(key, seed) for seed in range(1, permutations + 1)]
        return Cell([run for run in runs if run], key[3])

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
            self._runs[key, found.permutation] = found


def _record(line: str) -> Written | Run:
    data = json.loads(line)
    return Written(**data) if data.pop("record") == "formula" else Run(**data)
