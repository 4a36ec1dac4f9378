"""Chinese remainder, relaxed: places modulo 3 and 4 only; longer cycles are cut when seen.

A lazy encoding: what is written is a relaxation, in which cycles that miss the root have a length
that 12 divides; the solving session cuts those (see `satchel.cnf.lazy`). Size: seven variables a
vertex and seven clauses an arc. Propagation: none promised. Auxiliaries are determined under the
constraint. Source: Heule 2021.
"""

from __future__ import annotations

from satchel.cnf.circuit import arcs
from satchel.cnf.circuit._remainders import count_along
from satchel.cnf.context import Context
from satchel.cnf.lazy import LazyCycle
from satchel.cnf.sink import Clauses
from satchel.errors import ModelError
from satchel.ir import Circuit, HamiltonianCycle

DETERMINED = "never"
PROPAGATES = "none"
LAZY = True
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Circuit | HamiltonianCycle) -> None:
    """One closed tour through all vertices, but for cuts still to come."""
    if out.guard:
        words = "circuit=crt_relaxed is completed while solving and cannot stand under a condition"
        raise ModelError(words)
    graph = arcs(context, out, constraint)
    count_along(context, out, graph, (3, 4))
    edges = tuple((tail, head, x) for (tail, head), x in graph.literals.items())
    context.postpone(LazyCycle(graph.size, edges, directed=True))
