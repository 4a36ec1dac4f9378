"""Comparisons of one sum with constants, as intervals and holes: which implies which."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import inf

from satchel.ir import BoolExpr, Linear, Not


@dataclass(frozen=True, slots=True)
class Values:
    """The sums between `lo` and `hi`, or all but `hole`."""

    lo: float
    hi: float
    hole: int | None = None

    def within(self, other: Values) -> bool:
        """Whether each of these values is one of the others."""
        if other.hole is not None:
            return self.hole == other.hole or not self.lo <= other.hole <= self.hi
        return self.hole is None and other.lo <= self.lo and self.hi <= other.hi


def implied(exprs: Sequence[BoolExpr]) -> set[int]:
    """The places of comparisons that follow from another one of the same sum."""
    sums: dict[Hashable, list[tuple[int, Values]]] = {}
    for place, expr in enumerate(exprs):
        bare = expr.arg if isinstance(expr, Not) else expr
        if isinstance(bare, Linear):
            sums.setdefault(frozenset(bare.terms), []).append((place, _values(bare, bare is expr)))
    gone: set[int] = set()
    for found in sums.values():
        for place, mine in found:
            others = (values for source, values in found if source not in gone | {place})
            if any(values.within(mine) for values in others):
                gone.add(place)
    return gone


def _values(expr: Linear, holds: bool) -> Values:
    """What a comparison in normal form, `<=` or `==`, or its negation leaves of the sum."""
    match expr.op, holds:
        case "<=", True:
            return Values(-inf, expr.bound)
        case "<=", False:
            return Values(expr.bound + 1, inf)
        case "==", True:
            return Values(expr.bound, expr.bound)
        case _:
            return Values(-inf, inf, hole=expr.bound)
