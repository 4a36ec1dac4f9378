"""Native: the constraint itself, for solvers that take sums of literals.

Size: no variables, no clauses; a pseudo-Boolean constraint for each bound that bites, one for two
equal bounds without a condition. Propagation: complete. No auxiliaries. Source: opbdp (Barth 1995)
for the constraint; MiniCard (Liffiton and Maglalang 2012) for a SAT solver that propagates it.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.sink import Clauses, Literal

DETERMINED = "always"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal], lo: int, hi: int) -> None:
    """Between `lo` and `hi` of the literals."""
    terms = [(1, literal) for literal in literals]
    if lo == hi:
        out.require_equal(terms, lo)
    else:
        out.require_at_least(terms, lo)
        out.require_at_most(terms, hi)
