"""Totalizer: the cardinality encoding of that name with bound one.

Size: about n log2(n) clauses, at most two variables a node. Propagation: complete. Auxiliaries are
one-sided unless asked for otherwise. Source: Bailleux and Boufkhad 2003.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.cardinality import totalizer
from satchel.cnf.sink import Clauses, Literal

DETERMINED = "never"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal]) -> None:
    """At most one of the literals."""
    totalizer.encode(out, literals, 0, 1)
