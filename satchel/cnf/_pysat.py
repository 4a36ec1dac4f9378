"""PySAT's encoders as peers of those here, so that both can be compared in one formula.

Their clauses come without a word on which ones define and which demand. So under a condition all
of them are conditional, and whoever wants auxiliaries fixed from both sides is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from satchel.cnf.sink import Clauses, Literal
from satchel.errors import InputError


def peer(encoding: str) -> Callable[..., None]:
    """The `encode` function that has PySAT's encoding of that name do the work."""

    def encode(out: Clauses, literals: Sequence[Literal], lo: int = 0, hi: int = 1) -> None:
        """Between `lo` and `hi` of the literals; InputError where counts must be kept."""
        if out.two_sided:
            raise InputError(f"PySAT's {encoding} cannot be count-safe")
        from pysat.card import CardEnc, EncType

        places = range(1, len(literals) + 1)
        number = getattr(EncType, encoding)
        if hi < len(literals):
            _write(out, literals, CardEnc.atmost(places, hi, encoding=number).clauses)
        if lo > 0:
            _write(out, literals, CardEnc.atleast(places, lo, encoding=number).clauses)

    return encode


def _write(out: Clauses, literals: Sequence[Literal], clauses: list[list[int]]) -> None:
    """Clauses over the places of the literals, from one, and over auxiliaries after them."""
    numbers = dict(enumerate(literals, 1))
    for clause in clauses:
        for number in map(abs, clause):
            if number not in numbers:
                numbers[number] = out.new()
        out.require(*(numbers[x] if x > 0 else -numbers[-x] for x in clause))
