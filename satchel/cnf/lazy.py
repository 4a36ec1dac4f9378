"""Constraints that are added while solving: one look at a model, then more clauses, or none.

A formula that has some is a relaxation: its models may be no solutions, its UNSAT stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from satchel.cnf.sink import TRUE, Literal


@dataclass(frozen=True, slots=True)
class Refinement:
    """What a look at a model gave: nothing where it is a single tour, a repair, or cuts."""

    turned: tuple[Literal, ...]
    """Literals that have the opposite value in a repaired model, which is a single tour."""
    cuts: tuple[tuple[Literal, ...], ...]
    """Clauses that the model breaks and every tour keeps."""


@dataclass(frozen=True, slots=True)
class LazyCycle:
    """The edges (or arcs: tail, head, literal) chosen on 0..size-1 are to form a single cycle.

    The formula sees to the degrees. Cycles are merged where two of their edges can be exchanged for
    two others (2-opt); those that are left are cut, each by a clause that an edge leaves it.
    """

    size: int
    edges: tuple[tuple[int, int, Literal], ...]
    directed: bool

    def renamed(self, rename: Callable[[Literal], Literal | None]) -> LazyCycle:
        """The constraint after the formula's literals were renamed."""
        edges = tuple((u, v, x if abs(x) == TRUE else rename(x) or -TRUE) for u, v, x in self.edges)
        return LazyCycle(self.size, edges, self.directed)

    def refine(self, truth: Sequence[int]) -> Refinement:
        """Look at the model with these truth values (index 0 unused)."""
        return _Tours(self, truth).refinement()

    def cuts(self, truth: Sequence[int]) -> tuple[tuple[Literal, ...], ...]:
        """Cuts of the model's own cycles, none of them merged."""
        return tuple(_Tours(self, truth).cuts())


def _true(literal: Literal, truth: Sequence[int]) -> bool:
    if abs(literal) == TRUE:
        return literal == TRUE
    return bool(truth[literal]) if literal > 0 else not truth[-literal]


class _Tours:
    """The cycles of one model, in sets that grow as cycles are merged."""

    def __init__(self, cycle: LazyCycle, truth: Sequence[int]) -> None:
        self._cycle = cycle
        self._literal: dict[tuple[int, int], Literal] = {}
        self._near: list[list[int]] = [[] for _ in range(cycle.size)]
        self._next: list[list[int]] = [[] for _ in range(cycle.size)]
        # Without directions, where a tour goes to is also where it comes from.
        self._last = [[] for _ in range(cycle.size)] if cycle.directed else self._next
        self._parent = list(range(cycle.size))
        self._sets = cycle.size
        for u, v, literal in cycle.edges:
            self._literal[u, v] = literal
            self._near[u].append(v)
            if not cycle.directed:
                self._literal[v, u] = literal
                self._near[v].append(u)
            if _true(literal, truth):
                self._next[u].append(v)
                self._last[v].append(u)
                self._join(u, v)

    def refinement(self) -> Refinement:
        """Nothing, a repair that makes a single tour, or the cuts."""
        if self._sets == 1:
            return Refinement((), ())
        before = [set(ways) for ways in self._next]
        while self._merge_some():
            pass
        cuts = tuple(self.cuts())
        return Refinement(() if cuts else tuple(self._turned(before)), cuts)

    def _find(self, vertex: int) -> int:
        parent = self._parent
        while parent[vertex] != vertex:
            parent[vertex] = parent[parent[vertex]]
            vertex = parent[vertex]
        return vertex

    def _join(self, u: int, v: int) -> None:
        one, other = self._find(u), self._find(v)
        if one != other:
            self._parent[one] = other
            self._sets -= 1

    def _merge_some(self) -> bool:
        """One pass over all vertices; whether any two cycles became one."""
        sets = self._sets
        for u in range(self._cycle.size):
            for w in self._near[u]:
                if self._sets > 1 and self._find(u) != self._find(w):
                    self._exchange(u, w)
        return self._sets < sets

    def _exchange(self, u: int, w: int) -> None:
        """Let u - v and z - w be u - w and z - v instead, if both can be."""
        for v in self._next[u]:
            for z in self._last[w]:
                new = self._literal[u, w], self._literal.get((z, v), -TRUE)
                old = self._literal[u, v], self._literal[z, w]
                if -TRUE not in new and TRUE not in old:
                    for tail, head, other in ((u, v, w), (z, w, v)):
                        _replace(self._next[tail], head, other)
                    for head, tail, other in ((v, u, z), (w, z, u)):
                        _replace(self._last[head], tail, other)
                    self._join(u, w)
                    return

    def _turned(self, before: list[set[int]]) -> Iterator[Literal]:
        """The literals whose edges are gone, or new."""
        for u, ways in enumerate(self._next):
            for v in before[u] ^ set(ways):
                if self._cycle.directed or u < v:
                    yield self._literal[u, v]

    def cuts(self) -> Iterator[tuple[Literal, ...]]:
        """For each set of vertices that is not all: some edge leaves it, some arc enters it."""
        if self._sets == 1:
            return
        leaving: dict[int, list[Literal]] = {}
        entering: dict[int, list[Literal]] = leaving if not self._cycle.directed else {}
        for u, v, literal in self._cycle.edges:
            one, other = self._find(u), self._find(v)
            if one != other and literal != -TRUE:
                leaving.setdefault(one, []).append(literal)
                entering.setdefault(other, []).append(literal)
        for root in {self._find(v): None for v in range(self._cycle.size)}:
            yield tuple(leaving.get(root, ()))
            if self._cycle.directed:
                yield tuple(entering.get(root, ()))


def _replace(ways: list[int], old: int, new: int) -> None:
    ways[ways.index(old)] = new
