"""WCNF: each clause begins with `h` or with its weight, and there is no header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from satchel.cnf.sink import MAX_VARIABLE
from satchel.cnf.wcnf import MAX_TOTAL
from satchel.linter import clauses as found
from satchel.linter.cnf import CnfScanner, check_contents
from satchel.linter.fault import Faults, shown
from satchel.linter.rules import clauses as rules
from satchel.linter.rules import maxsat
from satchel.linter.words import is_number

_LONGEST = 20
"""Digits of a number that is read at all: 2^63 has 19."""


class WcnfScanner(CnfScanner):
    """Reads a file of weighted clauses."""

    COMMENT: ClassVar[re.Pattern[bytes]] = re.compile(rb"c([^0-9A-Za-z]|$)")
    """The heads that the MaxSAT Evaluations write stand between `c{` and `c}`, above `c-----`."""

    GOOD: ClassVar[re.Pattern[bytes]] = re.compile(
        rb"(?:(?:h|[1-9][0-9]{0,14}) (?:-?[1-9][0-9]{0,8} )*0\n)*"
    )
    """Lines that are one clause each, in normal form."""

    def __init__(self, data: bytes, faults: Faults) -> None:
        super().__init__(data, faults)
        self._weight = found.HARD
        self._total = 0
        self._top: int | None = None

    def block(self, text: bytes, line: int) -> None:
        """Take well-formed lines."""
        numbers = np.fromstring(text.replace(b"h", b"%d" % found.HARD), dtype=np.int64, sep=" ")
        first = np.concatenate(([0], np.flatnonzero(numbers == 0)[:-1] + 1))
        weights, literals = numbers[first], np.delete(numbers, first)
        if self._top is not None or np.abs(literals).max() > MAX_VARIABLE:
            self.one_by_one(text, line)
            return
        self.clauses.add_block(literals.astype(np.int32), line, weights)
        for number, weight in enumerate(weights.tolist(), line):
            if weight != found.HARD:
                self._pay(weight, number)

    def missing_header(self, line: int) -> None:
        """There is none, and none is missing."""

    def take_header(self, words: list[bytes], line: int) -> None:
        """Take a header of the form before 2022: weights from its last number on are hard."""
        expected = "expected none, and hard clauses that begin with h"
        form = shown(b" ".join(words))
        self.faults.add(maxsat.OLD_HEADER, line, f"a header {form}: {expected}")
        if len(words) == 5 and words[4].isdigit() and len(words[4]) <= _LONGEST:
            self._top = int(words[4])

    def weight(self, word: bytes, line: int) -> bool:
        """Take `h` or a weight; where it is none the clause cannot be read."""
        self._weight = found.HARD
        if word == b"h":
            return True
        if not is_number(word):
            words = f"a clause begins with {shown(word)}: expected h or a weight"
            self.faults.add(maxsat.WEIGHT_WORD, line, words)
            self.doubt()
            return True
        digits = word.lstrip(b"+-").lstrip(b"0")
        if word.startswith(b"-") or not digits:
            words = f"weight {shown(word)}: expected 1 or more"
            self.faults.add(maxsat.WEIGHT_ZERO, line, words)
            self.doubt()
        elif self._top is not None and len(digits) <= _LONGEST and int(digits) >= self._top:
            pass  # hard
        elif len(digits) > _LONGEST or int(digits) > MAX_TOTAL:
            self.faults.add(maxsat.WEIGHT_LARGE, line, f"weight {shown(word)} is beyond 2^63 - 1")
            self.doubt()
        else:
            self._weight = int(digits)
            self._pay(self._weight, line)
        if digits and word != digits and not word.startswith(b"-"):
            rule = rules.PLUS if word.startswith(b"+") else rules.LEADING_ZERO
            self.faults.add(rule, line, f"weight {shown(word)}: expected digits only")
        return True

    def keep(self, literals: Sequence[int], line: int) -> None:
        """Take a clause that can be read."""
        self.clauses.add(literals, line, self._weight)

    def _pay(self, weight: int, line: int) -> None:
        before, self._total = self._total, self._total + weight
        if before <= MAX_TOTAL < self._total:
            words = "up to here the weights add up to more than 2^63 - 1"
            self.faults.add(maxsat.WEIGHT_SUM, line, words)


def lint_wcnf(data: bytes, faults: Faults) -> None:
    """All faults of a WCNF file."""
    scanner = WcnfScanner(data, faults)
    scanner.scan()
    chunks = scanner.clauses.chunks()
    check_contents(chunks, faults)
    hard = sum(int(np.count_nonzero(chunk.weights == found.HARD)) for chunk in chunks)
    soft = sum(len(chunk.weights) for chunk in chunks) - hard
    if not (hard or soft or scanner.unread):
        faults.add(rules.EMPTY_FORMULA, 1, "there is no clause")
    elif not (soft or scanner.unread):
        faults.add(maxsat.NO_SOFT, 1, "all clauses are hard: there is nothing to optimise")
    elif not (hard or scanner.unread):
        faults.add(maxsat.NO_HARD, 1, "all clauses are soft")
