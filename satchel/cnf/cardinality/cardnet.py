"""Cardinality network: a sorting network that makes no output beyond the bound, at any merge.

Size: O(n log2(k)^2) variables and clauses, where k is the greatest count of interest: hi + 1, or lo
where only that bites. Propagation: complete. Auxiliaries are one-sided where one bound bites,
unless asked for otherwise. Source: Asin, Nieuwenhuis, Oliveras and Rodriguez-Carbonell 2011; for
numbers that are no powers of two, Abio, Nieuwenhuis, Oliveras and Rodriguez-Carbonell 2013.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.cardinality import _network
from satchel.cnf.sink import Clauses, Literal

DETERMINED = "never"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal], lo: int, hi: int) -> None:
    """Between `lo` and `hi` of the literals."""
    _network.between(out, literals, lo, hi, hi + 1 if hi < len(literals) else lo)
