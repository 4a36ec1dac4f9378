"""Cut-3: three literals are cut off, and one that is true where one of them is takes their place.

Size: up to four literals pairwise; else floor((n - 3) / 2) variables, 3n - 6 clauses. Propagation:
complete. Auxiliaries are determined under exactly-one. Source: Knuth 2015 (The Art of Computer
Programming 7.2.2.2), who credits Heule.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.amo import pairwise
from satchel.cnf.sink import Clauses, Literal

DETERMINED = "under exactly-one"
PROPAGATES = "all"

CUT = 3


def encode(out: Clauses, literals: Sequence[Literal]) -> None:
    """At most one of the literals."""
    head, place = list(literals[:CUT]), CUT
    while len(literals) - place > 1:
        one = out.new()
        pairwise.encode(out, head)
        for literal in head:
            out.define(-literal, one)
        if out.two_sided:
            out.define(-one, *head)
        head, place = [one, *literals[place : place + CUT - 1]], place + CUT - 1
    pairwise.encode(out, [*head, *literals[place:]])
