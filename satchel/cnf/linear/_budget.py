"""What an encoding may cost before it refuses, so that nobody waits for one that explodes."""

from __future__ import annotations

from typing import NoReturn

from satchel.cnf.sink import Clauses
from satchel.errors import SizeError

MOST = 1_000_000
"""Clauses of one linear constraint."""


class Budget:
    """What is left for one constraint: of `MOST` clauses or so, and of what the formula may have.

    What is only looked at counts against `MOST`, clauses that are certain to come against both.
    """

    def __init__(self, encoding: str, out: Clauses) -> None:
        self._encoding = encoding
        self._sink = out.sink
        self.looks = MOST
        self.clauses = MOST if self._sink.left is None else min(MOST, self._sink.left)

    def look(self, values: int) -> None:
        """SizeError if these are too many to look at; called before they are looked at."""
        self.looks -= values
        if self.looks < 0:
            self._refuse()

    def spend(self, clauses: int) -> None:
        """SizeError if these are too many; called before they are written."""
        self.clauses -= clauses
        self.looks -= clauses
        if self.clauses < 0 or self.looks < 0:
            self.refuse()

    def refuse(self) -> NoReturn:
        """The SizeError of too many clauses, by the formula's own limit where that is closer."""
        if self._sink.left is not None and self._sink.left < MOST:
            raise self._sink.too_large()
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise SizeError(
            f"a linear constraint needs more than {MOST} clauses by {self._encoding}; "
            "--set linear=adder, whose size is logarithmic, fits"
        )
