"""Chinese remainder: each vertex's place on the tour, modulo a few coprime numbers.

Along an arc each remainder grows by one. A cycle that misses the root would have to be as long as
the product of the moduli, which are chosen with the least sum so that it cannot be. Where the arcs
that do not lead back to the root go between two colours, colours are remainders modulo two. Size:
for n vertices moduli of sum s (19 for n up to 420), s variables a vertex and s clauses an arc.
Propagation: by complete assignments. Auxiliaries are determined under the constraint. Source:
Heule 2021.
"""

from __future__ import annotations

from satchel.cnf.circuit import arcs
from satchel.cnf.circuit._remainders import count_along, moduli
from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import Circuit, HamiltonianCycle

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Circuit | HamiltonianCycle) -> None:
    """One closed tour through all vertices."""
    graph = arcs(context, out, constraint)
    count_along(context, out, graph, moduli(graph.size))
