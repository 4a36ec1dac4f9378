"""Totalizer: a balanced tree of unary adders, cut off above the greatest count of interest.

Size: at most n log2(n) variables, O(n * hi) clauses at each level. Propagation: complete.
Auxiliaries are one-sided where one bound bites, unless asked for otherwise. Source: Bailleux and
Boufkhad 2003; the cut-off, Buettner and Rintanen 2005.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.sink import TRUE, Clauses, Literal

DETERMINED = "never"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal], lo: int, hi: int) -> None:
    """Between `lo` and `hi` of the literals."""
    upper, lower = hi < len(literals), lo > 0
    cap = max(hi + 1 if upper else 0, lo)
    layer = [[literal] for literal in literals]
    while len(layer) > 1:
        pairs = zip(layer[::2], layer[1::2], strict=False)
        rest = layer[len(layer) // 2 * 2 :]
        layer = [_merge(out, left, right, cap, upper, lower) for left, right in pairs] + rest
    if upper:
        out.require(-layer[0][hi])
    if lower:
        out.require(layer[0][lo - 1])


def _merge(
    out: Clauses, left: list[Literal], right: list[Literal], cap: int, upper: bool, lower: bool
) -> list[Literal]:
    """Unary numbers left and right to their unary sum: the i-th output is "at least i + 1"."""
    outputs = [out.new() for _ in range(min(len(left) + len(right), cap))]
    for i in range(len(left) + 1):
        for j in range(min(len(right), len(outputs) - i) + 1):
            if (upper or out.two_sided) and i + j > 0:
                reached = [-left[i - 1]] * (i > 0) + [-right[j - 1]] * (j > 0)
                out.define(*reached, outputs[i + j - 1])
            if (lower or out.two_sided) and i + j < len(outputs):
                more = [_at(left, i), _at(right, j)]
                out.define(-outputs[i + j], *more)
    return outputs


def _at(unary: list[Literal], place: int) -> Literal:
    """The literal of "more than `place`"."""
    return unary[place] if place < len(unary) else -TRUE
