"""Position: a literal for each vertex and each time at which the tour can reach it.

Times are pruned by the distance from the root and back to it and, where the arcs that do not lead
back to the root go between two colours, by parity: half of all. Size: up to n*n variables and two
clauses for each arc and time. Propagation: by complete assignments. Auxiliaries are determined
under the constraint. Source: folklore; the pruning, Hertel, Hertel and Urquhart 2007, Zhou 2020.
"""

from __future__ import annotations

from satchel.cnf.circuit import Arcs, arcs, colours, distances, settle
from satchel.cnf.context import Context
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.ir import Circuit, HamiltonianCycle

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Circuit | HamiltonianCycle) -> None:
    """One closed tour through all vertices."""
    graph = arcs(context, out, constraint)
    if graph.size == 0:
        return
    root = graph.root()
    times = _times(graph, root)
    at: list[dict[int, Literal]] = [{t: out.new() for t in allowed} for allowed in times]
    at[root] = {0: TRUE}
    settle(out, [x for vertex, place in enumerate(at) if vertex != root for x in place.values()])
    for time in range(graph.size):
        visited = [place[time] for place in at if time in place]
        out.require(*visited)
        context.at_most_one(out, visited)
    for place in at:
        out.require(*place.values())
        context.at_most_one(out, list(place.values()))
    for (tail, head), arc in graph.literals.items():
        if head == root:
            out.require(-arc, at[tail].get(graph.size - 1, FALSE))
            continue
        for time, here in at[tail].items():
            out.require(-arc, -here, at[head].get(time + 1, FALSE))
        for time, there in at[head].items():
            out.require(-arc, -there, at[tail].get(time - 1, FALSE))


def _times(graph: Arcs, root: int) -> list[list[int]]:
    """For each vertex, the times 0..n-1 that distance and parity leave it; 0 for the root."""
    onward = graph.without(root)
    colour = colours(graph.size, onward)
    after = distances(graph.size, list(onward), root)
    before = distances(graph.size, [(head, tail) for tail, head in graph.literals], root)
    return [
        [
            time
            for time in range(1, graph.size)
            if after[v] <= time <= graph.size - before[v]
            and (colour is None or (time + colour[v] + colour[root]) % 2 == 0)
        ]
        if v != root
        else [0]
        for v in range(graph.size)
    ]
