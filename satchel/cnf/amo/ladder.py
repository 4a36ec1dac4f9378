"""Ladder: order literals, s_i for "the true one, if any, is among the first i", both directions.

The literals and the order literals say the same: a rung without its reason, and a literal without
its step, are refused by unit propagation, too. Size: n - 1 variables, 4n - 5 clauses. Propagation:
complete. Auxiliaries are determined always. Source: Gent and Nightingale 2004.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from satchel.cnf.amo import sequential
from satchel.cnf.sink import Clauses, Literal

DETERMINED = "always"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal]) -> None:
    """At most one of the literals."""
    sequential.encode(replace(out, two_sided=True), literals)
