"""What a checker says of a proof."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a proof shows that a formula is unsatisfiable.

    `accepted` is None where that was not found out; `why` then is `timeout`, `memory` or
    `checker error: ...`, of a rejected proof what is wrong with it, of an accepted one empty.
    `checker` is who says so, with its release. `sha256` is the formula's hash, as the one in a
    map; None where the work did not get so far. `trivial` is whether the formula has the empty
    clause, so that whatever made it has seen the contradiction, and every proof will do.
    """

    accepted: bool | None
    checker: str
    why: str = ""
    sha256: str | None = None
    trivial: bool = False

    @property
    def certificate(self) -> str | None:
        """What vouches for the formula being unsatisfiable; None where this does not."""
        if not self.accepted:
            return None
        which = ", which has the empty clause from the start," if self.trivial else ","
        return (
            f"DRAT proof of the formula with SHA-256 {self.sha256}{which} checked by {self.checker}"
        )
