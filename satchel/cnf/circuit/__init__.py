"""Circuit, directed or not: `encode(context, out, constraint)`, one file an encoding.

The encodings that number the vertices along the tour share what is here: the arcs as literals, and
the two-factor, by which one arc leads into each vertex and one out of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from satchel.cnf.context import Context
from satchel.cnf.places import require_place
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.ir import Circuit, Domain, HamiltonianCycle


@dataclass(frozen=True, slots=True)
class Arcs:
    """A directed graph on the vertices 0..size-1, a literal for each possible arc."""

    size: int
    literals: dict[tuple[int, int], Literal]

    def leaving(self) -> list[list[tuple[int, Literal]]]:
        """For each vertex, the heads of its arcs with their literals."""
        found: list[list[tuple[int, Literal]]] = [[] for _ in range(self.size)]
        for (tail, head), literal in self.literals.items():
            found[tail].append((head, literal))
        return found

    def root(self) -> int:
        """Where to begin: where an arc certainly leads, else where the fewest arcs do."""
        certain = [head for (_, head), literal in self.literals.items() if literal == TRUE]
        if certain:
            return certain[0]
        degrees = [0] * self.size
        for _, head in self.literals:
            degrees[head] += 1
        return degrees.index(min(degrees))

    def without(self, head: int) -> dict[tuple[int, int], Literal]:
        """The arcs that do not lead back to the root `head`."""
        return {arc: literal for arc, literal in self.literals.items() if arc[1] != head}


def arcs(context: Context, out: Clauses, constraint: Circuit | HamiltonianCycle) -> Arcs:
    """The constraint's arcs, one of which leads into each vertex and one out, no two back and
    forth."""
    if isinstance(constraint, Circuit):
        graph = _of_successors(context, out, constraint)
    else:
        graph = _of_edges(context, out, constraint)
    for vertex in range(graph.size):
        outward = [x for (tail, _), x in graph.literals.items() if tail == vertex]
        inward = [x for (_, head), x in graph.literals.items() if head == vertex]
        for literals in (outward, inward):
            out.require(*literals)
            context.at_most_one(out, literals)
    if graph.size > 2:
        for (tail, head), literal in graph.literals.items():
            if tail < head and (head, tail) in graph.literals:
                out.require(-literal, -graph.literals[head, tail])
    return graph


def _of_successors(context: Context, out: Clauses, constraint: Circuit) -> Arcs:
    size = len(constraint.args)
    literals: dict[tuple[int, int], Literal] = {}
    for tail, successor in enumerate(constraint.args):
        view = context.view(successor)
        require_place(out, view, size)
        for head in view.domain & Domain.range(0, size - 1):
            literal = view.eq(head)
            if head != tail or size == 1:
                if literal != FALSE:
                    literals[tail, head] = literal
            else:
                out.require(-literal)
    return Arcs(size, literals)


def _of_edges(context: Context, out: Clauses, constraint: HamiltonianCycle) -> Arcs:
    """Each edge as two arcs; a certain edge goes one way, else the tour is given a direction."""
    edges = {
        edge: context.literal_of(arg)
        for edge, arg in zip(constraint.edges, constraint.args, strict=True)
    }
    if constraint.size < 3:
        out.require()
    literals: dict[tuple[int, int], Literal] = {}
    certain = next((edge for edge, literal in edges.items() if literal == TRUE), None)
    for (u, v), literal in edges.items():
        if literal == FALSE:
            continue
        if (u, v) == certain:
            literals[v, u] = TRUE
            continue
        there, back = literals[u, v], literals[v, u] = out.new(), out.new()
        out.require(-there, literal)
        out.require(-back, literal)
        out.require(-literal, there, back)
        settle(out, [there, back])
    graph = Arcs(constraint.size, literals)
    if certain is None and literals:
        _direct(out, graph)
    return graph


def _direct(out: Clauses, graph: Arcs) -> None:
    """Of the two directions, that in which the root is left to the earlier of its neighbours."""
    root = graph.root()
    near = [(head, literal) for head, literal in graph.leaving()[root]]
    for place, (_, leave) in enumerate(near):
        later = (graph.literals[head, root] for head, _ in near[place + 1 :])
        out.require(-leave, *later)


def along(
    out: Clauses,
    graph: Arcs,
    root: int,
    numbers: Sequence[Sequence[Literal]],
    following: Sequence[Sequence[Literal]],
) -> None:
    """Along each arc that does not lead back to the root the number becomes the following one.

    Numbers are the vertices' own, as digits.
    """
    for (tail, head), arc in graph.without(root).items():
        for before, after in zip(following[tail], numbers[head], strict=True):
            out.require(-arc, -before, after)
            out.require(-arc, before, -after)


def settle(out: Clauses, auxiliaries: list[Literal]) -> None:
    """For counting: false where the condition is, since only requirements fix them."""
    if out.two_sided:
        for released in out.guard:
            for auxiliary in auxiliaries:
                out.define(-released, -auxiliary)


def colours(size: int, pairs: dict[tuple[int, int], Literal]) -> list[int] | None:
    """0 or 1 for each vertex so that every pair has both; None if there is no such colouring."""
    near: list[list[int]] = [[] for _ in range(size)]
    for u, v in pairs:
        near[u].append(v)
        near[v].append(u)
    colour = [-1] * size
    for start in range(size):
        if colour[start] < 0:
            colour[start] = 0
            queue = deque([start])
            while queue:
                u = queue.popleft()
                for v in near[u]:
                    if colour[v] < 0:
                        colour[v] = 1 - colour[u]
                        queue.append(v)
                    elif colour[v] == colour[u]:
                        return None
    return colour


def distances(size: int, pairs: list[tuple[int, int]], start: int) -> list[int]:
    """The least number of arcs from `start` to each vertex; `size` where there is no way."""
    leaving: list[list[int]] = [[] for _ in range(size)]
    for u, v in pairs:
        leaving[u].append(v)
    found = [size] * size
    found[start] = 0
    queue = deque([start])
    while queue:
        u = queue.popleft()
        for v in leaving[u]:
            if found[v] == size and v != start:
                found[v] = found[u] + 1
                queue.append(v)
    return found
