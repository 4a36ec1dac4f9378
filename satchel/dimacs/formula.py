"""A formula as it was read from a DIMACS file."""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from satchel.dimacs.counting import Question
from satchel.dimacs.falsified import Falsified
from satchel.dimacs.writer import formula_hash
from satchel.errors import InputWarning


@dataclass(frozen=True)
class Dimacs:
    """A formula as read: zero-terminated clauses in chunks, and the line of each clause.

    `departure` is the first thing that strict reading refuses, with its line; `changes` says what
    relaxed reading has changed. `question` is what the comments for model counters ask.
    """

    variables: int
    clauses: int
    chunks: tuple[array[int], ...]
    lines: Sequence[int]
    question: Question = field(default_factory=Question)
    changes: tuple[str, ...] = ()
    departure: tuple[int, str] | None = None

    def warn(self, file: str) -> None:
        """Warn (InputWarning) of the first departure, where there is one."""
        if self.departure is not None:
            line, words = self.departure
            warnings.warn(InputWarning(words, file, line), stacklevel=3)

    def hash(self) -> str:
        """The hash that writing these clauses gives, whatever the layout they were read from."""
        return formula_hash(self.variables, self.clauses, self.chunks)

    def falsified(self, literals: Iterable[int]) -> Falsified | None:
        """The first clause that has none of these literals."""
        true = set(literals)
        index, satisfied = 0, False
        for chunk in self.chunks:
            start = 0
            for place, literal in enumerate(chunk):
                if literal == 0:
                    if not satisfied:
                        where = f"clause {index + 1} (line {self.lines[index]})"
                        return Falsified(where, chunk[start:place])
                    index, satisfied, start = index + 1, False, place + 1
                elif literal in true:
                    satisfied = True
        return None
