"""Sequential counter: s_ij for "at least j of the first i literals".

Size: for at most k of n, v = k(2n - k - 1)/2 variables and 2v + n - 2k clauses. Propagation:
complete. Auxiliaries are one-sided where one bound bites, unless asked for otherwise; with both,
determined. Source: Sinz 2005.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from satchel.cnf.sink import Clauses, Literal

DETERMINED = "never"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal], lo: int, hi: int) -> None:
    """Between `lo` and `hi` of the literals."""
    upper, lower = hi < len(literals), lo > 0
    depth = hi if upper else lo
    counts: list[Literal] = []
    for place, literal in enumerate(literals):
        left = len(literals) - place
        if upper and len(counts) == hi:
            out.require(-literal, *(-c for c in counts[hi - 1 :]))
        if left == 1 and not lower:
            break
        before = counts
        counts = [out.new() for _ in range(min(place + 1, depth))]
        if upper or out.two_sided:
            _count_up(out, before, literal, counts)
        if lower or out.two_sided:
            _count_down(out, before, literal, counts)
    if lower:
        out.require(counts[lo - 1])


def _count_up(out: Clauses, before: list[Literal], literal: Literal, counts: list[Literal]) -> None:
    """What was reached stays reached, and the literal lifts the count by one."""
    negated = array("i", (-c for c in before))
    if before:
        out.define_columns(negated, array("i", counts[: len(before)]))
    out.define(-literal, counts[0])
    if len(counts) > 1:
        out.define_columns(-literal, negated[: len(counts) - 1], array("i", counts[1:]))


def _count_down(
    out: Clauses, before: list[Literal], literal: Literal, counts: list[Literal]
) -> None:
    """A count is reached only if it was, or if the literal lifted the one below."""
    for place, count in enumerate(counts):
        out.define(-count, literal, *before[place : place + 1])
        if place:
            out.define(-count, before[place - 1])
