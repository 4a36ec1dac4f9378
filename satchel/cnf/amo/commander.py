"""Commander: groups of three, and at most one of their commanders, which are encoded the same way.

A commander is true where one of its group is. Size: up to six literals pairwise; else with
g = floor(n/3) groups of three and perhaps one of two, 7g (+ 4) clauses and a variable a group, plus
what ceil(n/3) literals need: about n/2 variables, 3.5n clauses. A group of one is its own
commander. Propagation: complete. Auxiliaries are determined always. Source: Klieber and Kwon 2007.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.amo import pairwise
from satchel.cnf.sink import Clauses, Literal

DETERMINED = "always"
PROPAGATES = "all"

GROUP = 3
SMALL = 6
"""Up to so many literals, pairwise needs no more clauses than commanders."""


def encode(out: Clauses, literals: Sequence[Literal]) -> None:
    """At most one of the literals."""
    while len(literals) > SMALL:
        groups = [literals[start : start + GROUP] for start in range(0, len(literals), GROUP)]
        literals = [_commander(out, group) for group in groups]
    pairwise.encode(out, literals)


def _commander(out: Clauses, group: Sequence[Literal]) -> Literal:
    """The literal of "one of the group", of which at most one may be true."""
    if len(group) == 1:
        return group[0]
    pairwise.encode(out, group)
    commander = out.new()
    for literal in group:
        out.define(-literal, commander)
    out.define(-commander, *group)
    return commander
