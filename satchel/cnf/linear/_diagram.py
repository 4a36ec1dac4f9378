"""Decision diagrams of `sum <= bound` before they have literals: to be counted, and to be written.

A node is a (place, what is left of the bound); equal nodes are merged, and so are all remainders
between which no sum lies (the intervals of Abio et al. 2012). Sums of the same coefficients,
domains and bound share one diagram.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from satchel.ir import Domain

COUNTED: Final = 50_000
"""Branches that are counted in order to choose; a diagram that has no more is made only once."""

NEVER, ALWAYS = 0, 1
"""The two ends, as numbers of nodes."""

Shapes: TypeAlias = tuple[tuple[int, Domain], ...]
"""Coefficients with domains, those of the widest effort first."""


def in_order(coefficient: int, domain: Domain) -> int:
    """The key by which terms are put in the order that diagrams have."""
    return -abs(coefficient) * (domain.hi - domain.lo)


@dataclass(frozen=True, slots=True)
class Node:
    """For each value of a term, in order of its effort, the node that it leads to."""

    term: int
    children: tuple[int, ...]

    def clauses(self) -> int:
        """Over thresholds: one for each change of the node that values lead to, beginning with the
        end that is true; none where the node is a threshold itself."""
        children = self.children
        if children[0] == ALWAYS and children[-1] == NEVER and len(set(children)) == 2:
            return 0
        return (children[0] != ALWAYS) + sum(one != other for one, other in pairwise(children))


@dataclass(frozen=True, slots=True)
class Diagram:
    """The nodes from number 2 on, each after those that it leads to, and the number of the root."""

    nodes: tuple[Node, ...]
    root: int

    def clauses(self) -> int:
        """Over thresholds, where the root is demanded."""
        return max(1, sum(node.clauses() for node in self.nodes))


def diagram(
    shapes: Shapes, bound: int, most: int = COUNTED, clauses: int = COUNTED
) -> Diagram | None:
    """The diagram of `sum of coefficient * value <= bound`; None beyond so many branches or
    clauses, `COUNTED` of them at least."""
    found = _diagram(shapes, bound, COUNTED, COUNTED)
    return found if found or most <= COUNTED else _diagram(shapes, bound, most, clauses)


@lru_cache(maxsize=128)
def _diagram(shapes: Shapes, bound: int, most: int, clauses: int) -> Diagram | None:
    if sum(domain.size for _, domain in shapes) > most:
        return None
    return _Making(shapes, most, clauses).diagram(bound)


@dataclass
class _Level:
    """The remainders that are known at a place: intervals, by their beginnings."""

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def insert(self, lo: int, hi: int, number: int) -> None:
        place = bisect_right(self.starts, lo)
        self.starts.insert(place, lo)
        self.ends.insert(place, hi)
        self.numbers.insert(place, number)


class _Making:
    def __init__(self, shapes: Shapes, most: int, clauses: int) -> None:
        self._branches, self._clauses = most, clauses
        self._efforts = [
            [c * value for value in (domain if c > 0 else reversed(list(domain)))]
            for c, domain in shapes
        ]
        # Beyond every remainder; not a float's infinity, which cannot be added to a large integer.
        self._far = 2 * sum(max(abs(e[0]), abs(e[-1])) for e in self._efforts) + 1
        self._nodes: list[Node] = []
        self._levels = self._ends()

    def _ends(self) -> list[_Level]:
        """Levels with their two ends: true from the greatest sum on, false below the least."""
        lo = hi = 0
        levels = []
        for efforts in [[0], *reversed(self._efforts)]:
            lo, hi = lo + efforts[0], hi + efforts[-1]
            levels.append(_Level([-self._far, hi], [lo - 1, self._far], [NEVER, ALWAYS]))
        return levels[::-1]

    def diagram(self, bound: int) -> Diagram | None:
        """Make all nodes below the root, deepest first, without recursion."""
        bound = max(min(bound, self._far), -self._far)
        stack = [(0, bound)]
        while stack:
            place, r = stack[-1]
            if self._find(place, r) is not None or self._make(place, r, stack):
                stack.pop()
            if self._branches < 0 or self._clauses < 0:
                return None
        root = self._find(0, bound)
        assert root is not None
        return Diagram(tuple(self._nodes), root)

    def _find(self, place: int, r: int) -> int | None:
        level = self._levels[place]
        at = bisect_right(level.starts, r) - 1
        return level.numbers[at] if r <= level.ends[at] else None

    def _make(self, place: int, r: int, stack: list[tuple[int, int]]) -> bool:
        """Make a node; where some below it are missing, put them on the stack instead."""
        below = self._levels[place + 1]
        starts, ends, numbers = below.starts, below.ends, below.numbers
        children: list[int] = []
        lo, hi = -self._far, self._far
        missing = len(stack)
        for effort in self._efforts[place]:
            rest = r - effort
            at = bisect_right(starts, rest) - 1
            if rest > ends[at]:
                stack.append((place + 1, rest))
                continue
            children.append(numbers[at])
            lo, hi = max(lo, starts[at] + effort), min(hi, ends[at] + effort)
        if len(stack) > missing:
            return False
        self._branches -= len(children)
        self._levels[place].insert(lo, hi, self._number(place, children))
        return True

    def _number(self, place: int, children: list[int]) -> int:
        """The only node that all values lead to, or else a new one."""
        if children[0] == children[-1]:
            return children[0]
        node = Node(place, tuple(children))
        self._nodes.append(node)
        self._clauses -= node.clauses()
        return len(self._nodes) + 1
