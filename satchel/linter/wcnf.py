"""WCNF: each clause begins with `h` or with its weight, and there is no header."""

from __future__ import annotations

import re

import numpy as np

from satchel.cnf.sink import MAX_VARIABLE
from satchel.cnf.wcnf import MAX_TOTAL
from satchel.linter import clauses as found
from satchel.linter.cnf import CnfScanner, check_clauses
from satchel.linter.fault import Faults, shown
from satchel.linter.rules import clauses as rules
from satchel.linter.rules import maxsat

_WEIGHT = re.compile(rb"[+-]?[0-9]+")


class WcnfScanner(CnfScanner):
    """Reads a file of weighted clauses."""

    GOOD = re.compile(rb"(?:(?:h|[1-9][0-9]{0,14}) (?:-?[1-9][0-9]{0,8} )*+0\n)*+")
    """Lines that are one clause each, in normal form."""

    def __init__(self, data: bytes, faults: Faults) -> None:
        super().__init__(data, faults)
        self.total = 0
        self._weight = found.HARD
        self._over = False
        self._top: int | None = None

    def block(self, text: bytes, line: int) -> None:
        """Take a block of well-formed lines."""
        numbers = np.fromstring(text.replace(b"h", b"-1"), dtype=np.int64, sep=" ")
        first = np.concatenate(([0], np.flatnonzero(numbers == 0)[:-1] + 1))
        weights = numbers[first]
        literals = np.delete(numbers, first)
        if np.abs(literals).max() > MAX_VARIABLE or self._top is not None:
            for number, row in enumerate(text.splitlines(), line):
                self._line(row, number)
            return
        self.clauses.add_block(literals.astype(np.int32), line, weights)
        for number, weight in enumerate(weights.tolist(), line):
            self._pay(weight, number)

    def missing_header(self, line: int) -> None:
        """There is none, and none is missing."""

    def _header(self, words: list[bytes], line: int) -> None:
        self.header_line = line
        expected = "expected none, and hard clauses that begin with h"
        self.faults.add(maxsat.OLD_HEADER, line, f"a header {shown(b' '.join(words))}: {expected}")
        if len(words) == 5 and words[4].isdigit() and len(words[4]) <= 20:
            self._top = int(words[4])

    def weight(self, word: bytes, line: int) -> bool:
        """Whether the word is `h` or a weight; a clause without is hard."""
        self._weight = found.HARD
        if word == b"h":
            return True
        if not _WEIGHT.fullmatch(word):
            words = f"a clause begins with {shown(word)}: expected h or a weight"
            self.faults.add(maxsat.WEIGHT_WORD, line, words)
            return True
        digits = word.lstrip(b"+-0")
        if word.startswith(b"-") or not digits:
            words = f"weight {shown(word)}: expected 1 or more"
            self.faults.add(maxsat.WEIGHT_ZERO, line, words)
        elif word.startswith((b"+", b"0")):
            rule = rules.PLUS if word.startswith(b"+") else rules.LEADING_ZERO
            self.faults.add(rule, line, f"weight {shown(word)}: expected digits only")
        if self._top is not None and len(digits) <= 20 and int(digits or b"0") >= self._top:
            return True
        if len(digits) > 19 or int(digits or b"0") > MAX_TOTAL:
            self.faults.add(maxsat.WEIGHT_LARGE, line, f"weight {shown(word)} is beyond 2^63 - 1")
            self._weight = 1
            return True
        self._weight = int(digits or b"0")
        self._pay(self._weight, line)
        return True

    def close(self) -> None:
        """The clause is complete."""
        self.clauses.add(self._clause or [], self._start, self._weight)
        self._clause = None

    def _pay(self, weight: int, line: int) -> None:
        if weight != found.HARD:
            self.total += weight
        if self.total > MAX_TOTAL and not self._over:
            self._over = True
            words = "up to here the weights add up to more than 2^63 - 1"
            self.faults.add(maxsat.WEIGHT_SUM, line, words)


def lint_wcnf(data: bytes, faults: Faults) -> None:
    """All faults of a WCNF file."""
    scanner = WcnfScanner(data, faults)
    scanner.scan()
    chunks = scanner.clauses.chunks()
    sizes = found.sizes(chunks)
    check_clauses(chunks, sizes, 1, faults)
    hard = sum(int(np.count_nonzero(chunk.weights == found.HARD)) for chunk in chunks)
    if sizes.clauses and hard == sizes.clauses:
        faults.add(maxsat.NO_SOFT, 1, "all clauses are hard: there is nothing to optimise")
    if sizes.clauses and not hard:
        faults.add(maxsat.NO_HARD, 1, "all clauses are soft")
