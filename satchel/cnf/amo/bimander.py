"""Bimander: pairs, within them pairwise, between them the binary number of the pair.

Size: with m = ceil(n/2) pairs, ceil(log2 m) variables, floor(n/2) + n * ceil(log2 m) clauses.
Propagation: complete. Auxiliaries are determined under exactly-one. Source: Hoelldobler and Nguyen
2013, with groups of two.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.amo import binary, pairwise
from satchel.cnf.sink import Clauses, Literal

DETERMINED = "under exactly-one"
PROPAGATES = "all"

GROUP = 2


def encode(out: Clauses, literals: Sequence[Literal]) -> None:
    """At most one of the literals."""
    groups = [literals[start : start + GROUP] for start in range(0, len(literals), GROUP)]
    for group in groups:
        pairwise.encode(out, group)
    binary.in_one_group(out, groups)
