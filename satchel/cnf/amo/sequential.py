"""Sequential: a chain of auxiliaries, s_i for "one of the first i literals".

Size: n - 1 variables, 3n - 4 clauses. Propagation: complete. Auxiliaries are determined under
exactly-one. Source: Sinz 2005.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from satchel.cnf.sink import Clauses, Literal

DETERMINED = "under exactly-one"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal]) -> None:
    """At most one of the literals."""
    negated = array("i", (-literal for literal in literals))
    seen = array("i", (out.new() for _ in literals[1:]))
    unseen = array("i", (-s for s in seen))
    out.define_columns(negated[:-1], seen)
    out.define_columns(unseen[:-1], seen[1:])
    if out.two_sided:
        out.define(-seen[0], literals[0])
        for place in range(1, len(seen)):
            out.define(-seen[place], seen[place - 1], literals[place])
    out.require_columns(negated[1:], unseen)
