"""Circuit and Hamiltonian cycle: one closed tour through all vertices of a graph.

`Circuit` is directed and speaks of successors, `HamiltonianCycle` is undirected and speaks of
edges: where moves go both ways, an edge says all there is to say. `Path` is a circuit through one
more vertex. Both decompose by vertex elimination: take a vertex away, joining each way in with each
way out; a vertex joined to itself while others remain is a cycle that misses them (Rankooh and
Rintanen 2022).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from satchel.errors import ModelError
from satchel.ir.bounds import values
from satchel.ir.cardinality import Exactly, ExactlyOne
from satchel.ir.core import (
    And,
    BoolConst,
    BoolExpr,
    BoolLike,
    Expr,
    IntLike,
    Linear,
    LinearExpr,
    Not,
    Or,
    boolean,
    integers,
)
from satchel.ir.domain import Domain
from satchel.ir.given import as_integer, integer, records, sequence
from satchel.ir.protocols import GlobalConstraint


class Circuit(GlobalConstraint):
    """Following `successors` from any vertex 0..n-1 visits all n and comes back."""

    __slots__ = ("args",)
    kind = "circuit"

    def __init__(self, *successors: IntLike | Iterable[IntLike]) -> None:
        self.args: tuple[LinearExpr, ...] = _one_list(successors)

    def children(self) -> tuple[Expr, ...]:
        return self.args

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(list(children))

    def holds(self, values: Sequence[int]) -> bool:
        here, seen = 0, set[int]()
        while here not in seen and 0 <= here < len(values):
            seen.add(here)
            here = values[here]
        return here == 0 and len(seen) == len(values)

    def decompose(self) -> BoolExpr:
        size = len(self.args)
        arcs: dict[tuple[int, int], BoolExpr] = {}
        for tail, successor in enumerate(self.args):
            for head in values(successor) & Domain.range(0, size - 1):
                if head != tail or size == 1:
                    equal = Linear(successor.terms, "==", head - successor.constant)
                    arcs[tail, head] = equal
        rules: list[BoolExpr] = []
        for vertex in range(size):
            rules.append(Or(arc for (tail, _), arc in arcs.items() if tail == vertex))
            rules.append(ExactlyOne(arc for (_, head), arc in arcs.items() if head == vertex))
        return And(*rules, *_no_smaller_circuit(size, arcs))

    def negation(self) -> BoolExpr:
        """The negation of the decomposition."""
        return Not(self.decompose())


def _one_list(given: tuple[Any, ...]) -> tuple[LinearExpr, ...]:
    """The successors, given one by one or as one list."""
    if len(given) == 1 and not isinstance(given[0], Expr) and as_integer(given[0]) is None:
        given = given[0]
    return integers(given, "the successors of a Circuit")


def _edge(one: object, other: object, literal: object) -> tuple[int, int, BoolExpr]:
    """An edge with its smaller vertex first."""
    u, v = integer(one, "the vertex of an edge"), integer(other, "the vertex of an edge")
    return min(u, v), max(u, v), boolean(literal)


def Path(successors: Iterable[IntLike], start: IntLike) -> Circuit:  # noqa: N802 - like a node
    """From `start` through all n vertices, each `successors[v]` the next one, n after the last.

    A circuit through a vertex n, which the last vertex leads to and which leads to the first.
    """
    return Circuit([*sequence(successors, "the successors of a Path"), start])


class HamiltonianCycle(GlobalConstraint):
    """The edges whose literals are true form one cycle through the vertices 0..n-1; n is 3 or more.

    `edges` are (vertex, other vertex, literal), at most one for any two vertices.
    """

    __slots__ = ("args", "edges", "size")
    kind = "hamiltonian_cycle"

    def __init__(self, size: int, edges: Iterable[tuple[int, int, BoolLike]]) -> None:
        rows = records(edges, "the edges of a HamiltonianCycle", "vertex", "other", "literal")
        given = [_edge(*row) for row in rows]
        self.size = size = integer(size, "the size of a HamiltonianCycle")
        self.edges: tuple[tuple[int, int], ...] = tuple((u, v) for u, v, _ in given)
        self.args: tuple[BoolExpr, ...] = tuple(literal for _, _, literal in given)
        if any(not 0 <= u < v < size for u, v in self.edges):
            raise ModelError(f"an edge joins two of the vertices 0..{size - 1}")
        if len(set(self.edges)) < len(self.edges):
            raise ModelError("two edges join the same vertices")

    @property
    def family(self) -> str:
        return "circuit"

    def children(self) -> tuple[Expr, ...]:
        return self.args

    def data(self) -> tuple[Any, ...]:
        return (self.size, self.edges)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        size, edges = data
        return cls(size, ((u, v, c) for (u, v), c in zip(edges, children, strict=True)))

    def holds(self, values: Sequence[int]) -> bool:
        joined: dict[int, list[int]] = {}
        for (u, v), value in zip(self.edges, values, strict=True):
            if value:
                joined.setdefault(u, []).append(v)
                joined.setdefault(v, []).append(u)
        if self.size < 3 or any(len(joined.get(v, ())) != 2 for v in range(self.size)):
            return False
        before, here, seen = -1, 0, 0
        while seen == 0 or here != 0:
            left, right = joined[here]
            before, here = here, right if left == before else left
            seen += 1
        return seen == self.size

    def decompose(self) -> BoolExpr:
        if self.size < 3:
            return BoolConst(False)
        edges = dict(zip(self.edges, self.args, strict=True))
        degrees = [
            Exactly([literal for edge, literal in edges.items() if vertex in edge], 2)
            for vertex in range(self.size)
        ]
        return And(*degrees, *_no_smaller_cycle(self.size, edges))

    def negation(self) -> BoolExpr:
        """The negation of the decomposition."""
        return Not(self.decompose())


def _no_smaller_circuit(size: int, arcs: dict[tuple[int, int], BoolExpr]) -> list[BoolExpr]:
    """No circuit misses a vertex, given that one arc leads into each vertex and one out."""
    leaving: list[dict[int, BoolExpr]] = [{} for _ in range(size)]
    entering: list[dict[int, BoolExpr]] = [{} for _ in range(size)]
    for (tail, head), arc in arcs.items():
        leaving[tail][head] = entering[head][tail] = arc
    rules: list[BoolExpr] = []
    left = set(range(size))
    while len(left) > 2:
        vertex = min(left, key=lambda v: (len(leaving[v]) * len(entering[v]), v))
        left.remove(vertex)
        for tail, way_in in entering[vertex].items():
            del leaving[tail][vertex]
            for head, way_out in leaving[vertex].items():
                through = way_in & way_out
                if tail == head:
                    rules.append(~through)
                    continue
                known = leaving[tail].get(head)
                joined = through if known is None else Or(known, through)
                leaving[tail][head] = entering[head][tail] = joined
        for head in leaving[vertex]:
            del entering[head][vertex]
    return rules


def _no_smaller_cycle(size: int, edges: dict[tuple[int, int], BoolExpr]) -> list[BoolExpr]:
    """No cycle misses a vertex, given that each vertex has two edges."""
    near: list[dict[int, BoolExpr]] = [{} for _ in range(size)]
    for (u, v), literal in edges.items():
        near[u][v] = near[v][u] = literal
    rules: list[BoolExpr] = []
    left = set(range(size))
    while len(left) > 3:
        vertex = min(left, key=lambda v: (len(near[v]), v))
        left.remove(vertex)
        around = list(near[vertex].items())
        for place, (u, one) in enumerate(around):
            del near[u][vertex]
            for w, other in around[place + 1 :]:
                through = one & other
                known = near[u].get(w)
                if known is not None:
                    rules.append(~(known & through))
                near[u][w] = near[w][u] = through if known is None else Or(known, through)
    return rules
