"""Pairwise (binomial): no hi + 1 literals together, and one of every n - lo + 1.

Size: no variables, C(n, hi+1) + C(n, lo-1) clauses: for tiny bounds only. Propagation: complete.
No auxiliaries. Source: folklore.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from satchel.cnf.sink import Clauses, Literal

DETERMINED = "always"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal], lo: int, hi: int) -> None:
    """Between `lo` and `hi` of the literals."""
    if hi < len(literals):
        for some in combinations([-literal for literal in literals], hi + 1):
            out.require(*some)
    if lo > 0:
        for some in combinations(literals, len(literals) - lo + 1):
            out.require(*some)
