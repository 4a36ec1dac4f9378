"""What an encoding may cost before it refuses, so that nobody waits for one that explodes."""

from __future__ import annotations

from dataclasses import dataclass, field

from satchel.errors import SizeError

MOST = 1_000_000
"""Clauses of one linear constraint."""


@dataclass
class Budget:
    """What is left for one constraint, of `MOST` clauses or so."""

    encoding: str
    left: int = field(default_factory=lambda: MOST)

    def spend(self, clauses: int) -> None:
        """SizeError if these are too many; called before they are made."""
        self.left -= clauses
        if self.left < 0:
            raise SizeError(
                f"a linear constraint needs more than {MOST} clauses by {self.encoding}; "
                "--set linear=adder, whose size is logarithmic, fits"
            )
