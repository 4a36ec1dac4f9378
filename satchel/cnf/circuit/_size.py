"""What circuits would come to by elimination and by positions, without writing either."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from satchel.ir import Circuit, Domain, HamiltonianCycle
from satchel.ir.bounds import values


def of_elimination(constraint: Circuit | HamiltonianCycle, most: int) -> int | None:
    """About three clauses for each two ways that are joined; None beyond `most` clauses."""
    _, near = _graph(constraint)
    joined = _joined(near, most // 3)
    return 3 * joined if joined <= most // 3 else None


def of_position(constraint: Circuit | HamiltonianCycle) -> int:
    """About two clauses an arc and time, half the times being pruned by parity."""
    size, near = _graph(constraint)
    return sum(map(len, near)) * size


def _graph(constraint: Circuit | HamiltonianCycle) -> tuple[int, list[set[int]]]:
    """The vertices that may be next to each vertex, whatever the direction."""
    if isinstance(constraint, HamiltonianCycle):
        pairs = list(constraint.edges)
        size = constraint.size
    else:
        size = len(constraint.args)
        pairs = [
            (tail, head)
            for tail, successor in enumerate(constraint.args)
            for head in values(successor) & Domain.range(0, size - 1)
        ]
    near: list[set[int]] = [set() for _ in range(size)]
    for u, v in pairs:
        if u != v:
            near[u].add(v)
            near[v].add(u)
    return size, near


def _joined(near: list[set[int]], limit: int) -> int:
    """How many ways elimination by least degree joins; beyond `limit` it stops counting."""
    total = 0
    queue = [(len(around), vertex) for vertex, around in enumerate(near)]
    heapify(queue)
    gone: set[int] = set()
    while queue and total <= limit:
        degree, vertex = heappop(queue)
        around = near[vertex]
        if vertex in gone or degree != len(around):
            continue
        gone.add(vertex)
        total += degree * (degree - 1) // 2
        for u in around:
            near[u] |= around
            near[u] -= {u, vertex}
            heappush(queue, (len(near[u]), u))
    return total
