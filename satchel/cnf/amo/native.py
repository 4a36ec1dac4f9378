"""Native: the constraint itself, for solvers that take sums of literals.

Size: no variables, no clauses; one pseudo-Boolean constraint, or one clause for two literals.
Propagation: complete. No auxiliaries. Source: opbdp (Barth 1995) for the constraint; MiniCard
(Liffiton and Maglalang 2012) for a SAT solver that propagates it.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.sink import Clauses, Literal

DETERMINED = "always"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal]) -> None:
    """At most one of the literals."""
    out.require_at_most([(1, literal) for literal in literals], 1)
