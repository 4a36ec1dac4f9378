"""Vertex elimination: the constraint's own decomposition into joined ways.

Size: a variable and two clauses for each joined way; small where the graph is thin (a board of few
rows), cubic in its width. Propagation: cycles are seen at once, the rest by complete assignments.
Auxiliaries are one-sided unless asked for otherwise. Source: Rankooh and Rintanen 2022; Zhou 2024.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import Circuit, HamiltonianCycle

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Circuit | HamiltonianCycle) -> None:
    """One closed tour through all vertices."""
    context.require(constraint.decompose(), out)
