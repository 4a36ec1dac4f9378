"""Cuts: two edges (or an arc in and an arc out) at each vertex; smaller tours are cut when seen.

A lazy encoding: what is written is a relaxation, and the solving session adds, for each tour that
misses a vertex, that some edge leaves it (see `satchel.cnf.lazy`). Size: the degrees only, by plain
clauses where there are edges: no three of them and, of all but one, one. Propagation: that of each
degree for itself. No auxiliaries for edges. Source: Dantzig, Fulkerson and Johnson 1954 (cuts); in
SAT, Soh et al. 2014; merging by 2-opt was reported on the FHCP graphs at the SAT conference of
2025.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from itertools import combinations

from satchel.cnf.circuit import arcs
from satchel.cnf.context import Context
from satchel.cnf.lazy import LazyCycle
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.errors import ModelError
from satchel.ir import Circuit, HamiltonianCycle

DETERMINED = "always"
PROPAGATES = "total"
LAZY = True
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Circuit | HamiltonianCycle) -> None:
    """One closed tour through all vertices, but for cuts still to come."""
    if out.guard:
        raise ModelError("circuit=cuts is added while solving and cannot stand under a condition")
    if isinstance(constraint, Circuit):
        graph = arcs(context, out, constraint)
        edges = tuple((tail, head, x) for (tail, head), x in graph.literals.items())
        context.postpone(LazyCycle(graph.size, edges, directed=True))
        return
    if constraint.size < 3:
        out.require()
    literals = map(context.literal_of, constraint.args)
    edges = tuple((u, v, x) for (u, v), x in zip(constraint.edges, literals, strict=True))
    _degrees(out, constraint.size, edges)
    context.postpone(LazyCycle(constraint.size, edges, directed=False))


def _degrees(out: Clauses, size: int, edges: tuple[tuple[int, int, Literal], ...]) -> None:
    """Two edges at each vertex; vertices of one degree share their clauses' shape."""
    around: list[list[Literal]] = [[] for _ in range(size)]
    for u, v, literal in edges:
        around[u].append(literal)
        around[v].append(literal)
    alike: dict[int, list[list[Literal]]] = defaultdict(list)
    for literals in around:
        plain = TRUE not in literals and FALSE not in literals
        alike[len(literals) if plain else -1].append(literals)
    for degree, vertices in alike.items():
        if degree < 2:
            for literals in vertices:
                _two_of(out, literals)
            continue
        columns = [array("i", column) for column in zip(*vertices, strict=True)]
        negated = [array("i", (-x for x in column)) for column in columns]
        for three in combinations(negated, 3):
            out.require_columns(*three)
        for some in combinations(columns, degree - 1):
            out.require_columns(*some)


def _two_of(out: Clauses, literals: list[Literal]) -> None:
    """Exactly two of a few literals, constants among them; none at all is a contradiction."""
    if not literals:
        out.require()
        return
    for three in combinations(literals, 3):
        out.require(*(-x for x in three))
    for some in combinations(literals, len(literals) - 1):
        out.require(*some)
