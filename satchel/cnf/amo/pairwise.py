"""Pairwise: no two literals together.

Size: no variables, n(n-1)/2 clauses. Propagation: complete. No auxiliaries. The best for up to six
or so. Source: folklore ("binomial" in Frisch and Giannaros 2010).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from satchel.cnf.sink import Clauses, Literal

DETERMINED = "always"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal]) -> None:
    """At most one of the literals."""
    negated = array("i", (-literal for literal in literals))
    for place, literal in enumerate(negated[:-1], 1):
        out.require_columns(literal, negated[place:])
