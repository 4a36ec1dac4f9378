"""What a checker says of a proof."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a proof shows that a formula is unsatisfiable.

    `accepted` is None where that was not found out; `why` then is `timeout`, `memory` or
    `checker error: ...`, of a rejected proof what is wrong with it, of an accepted one empty.
    `checker` is who says so, with its release. `sha256` is the formula's hash, as the one in a
    map; None where the work did not get so far.
    """

    accepted: bool | None
    checker: str
    why: str = ""
    sha256: str | None = None

    @property
    def certificate(self) -> str | None:
        """What vouches for the formula being unsatisfiable; None where this does not."""
        if not self.accepted:
            return None
        return f"DRAT proof of the formula with SHA-256 {self.sha256}, checked by {self.checker}"
