"""Sorting network: the literals are sorted by odd-even merges, and two outputs say what is asked.

Size: a side three clauses a comparator, and one for the bound; two variables a comparator. Of
n = 2^k literals there are (k^2 - k + 4) 2^(k-2) - 1 comparators. Propagation: complete. Auxiliaries
are one-sided where one bound bites, unless asked for otherwise. Source: Batcher 1968; as clauses,
Een and Sorensson 2006.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.cardinality import _network
from satchel.cnf.sink import Clauses, Literal

DETERMINED = "never"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal], lo: int, hi: int) -> None:
    """Between `lo` and `hi` of the literals."""
    _network.between(out, literals, lo, hi, len(literals))
