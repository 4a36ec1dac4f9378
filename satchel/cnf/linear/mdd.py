"""Decision diagram: a node per (place, what is left of the bound), equal nodes merged.

`==` is two diagrams, `<=` and `>=`; `!=` is "less or more". Nodes follow thresholds where integers
have them, else values. Size: a variable and up to d clauses a node; the number of nodes depends on
the coefficients, at most the product of the domain sizes; refused with a SizeError beyond 1,000,000
branches. Propagation: over thresholds complete for `<=` and `!=`, for `==` bounds of each `<=`;
over values weaker. Nodes are one-sided unless asked for otherwise. Source: Abio, Nieuwenhuis,
Oliveras, Rodriguez-Carbonell and Mayer-Eichberger 2012 (intervals), 2014 (MDDs).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from satchel.cnf.linear import Terms
from satchel.cnf.linear._budget import Budget
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal

DETERMINED = "never"
PROPAGATES = {"<=": "all", "==": "total", "!=": "all"}
NEEDS = "ge"


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    opposite = [(-c, x) for c, x in terms]
    if op == "!=":
        less = _Diagram(out, terms, bound - 1).literal()
        more = _Diagram(out, opposite, -bound - 1).literal()
        out.require(less, more)
        return
    _Diagram(out, terms, bound).require()
    if op == "==":
        _Diagram(out, opposite, -bound).require()


@dataclass(frozen=True, slots=True)
class _Node:
    """A literal that stands for `sum from here on <= r`, the same for all r in `lo..hi`."""

    lo: int
    hi: int
    literal: Literal


@dataclass(frozen=True, slots=True)
class _Branches:
    """Values in order of the effort c*v they cost, and the node that each leads to."""

    term: int
    values: list[int]
    nodes: list[_Node]


@dataclass
class _Level:
    starts: list[int] = field(default_factory=list)
    nodes: list[_Node] = field(default_factory=list)

    def find(self, r: int) -> _Node | None:
        place = bisect_right(self.starts, r) - 1
        return self.nodes[place] if place >= 0 and r <= self.nodes[place].hi else None

    def insert(self, node: _Node) -> None:
        place = bisect_right(self.starts, node.lo)
        self.starts.insert(place, node.lo)
        self.nodes.insert(place, node)


class _Diagram:
    """The diagram of `sum of terms <= bound`."""

    def __init__(self, out: Clauses, terms: Terms, bound: int) -> None:
        self.out = out
        self.terms = sorted(terms, key=lambda t: -abs(t[0]) * (t[1].domain.hi - t[1].domain.lo))
        self.bound = bound
        self.budget = Budget("mdd")
        self.budget.spend(sum(x.domain.size for _, x in terms))
        # Beyond every remainder; not a float's infinity, which cannot be added to a large integer.
        span = sum(abs(c) * max(abs(x.domain.lo), abs(x.domain.hi)) for c, x in terms)
        self.far = 2 * (span + abs(bound)) + 1
        self.levels = self._ends()

    def _ends(self) -> list[_Level]:
        """Levels with their two ends: true from the greatest sum on, false below the least."""
        lo = hi = 0
        levels = [_Level([-self.far, 0], [self._never(0), self._always(0)])]
        for c, x in reversed(self.terms):
            ends = c * x.domain.lo, c * x.domain.hi
            lo, hi = lo + min(ends), hi + max(ends)
            levels.append(_Level([-self.far, hi], [self._never(lo), self._always(hi)]))
        return levels[::-1]

    def _never(self, least: int) -> _Node:
        return _Node(-self.far, least - 1, FALSE)

    def _always(self, greatest: int) -> _Node:
        return _Node(greatest, self.far, TRUE)

    def require(self) -> None:
        """Demand the root, without a variable of its own."""
        branches = self._root()
        if isinstance(branches, _Node):
            self.out.require(branches.literal)
            return
        for clause in self._downward(branches):
            self.out.require(*clause)

    def literal(self) -> Literal:
        """A literal that implies the root (and is implied by it, if asked for)."""
        branches = self._root()
        return branches.literal if isinstance(branches, _Node) else self._defined(branches)

    def _root(self) -> _Node | _Branches:
        """Make all nodes below the root, deepest first, without recursion."""
        found = self.levels[0].find(self.bound)
        if found:
            return found
        stack = [(0, self.bound)]
        while True:
            place, r = stack[-1]
            if self.levels[place].find(r):
                stack.pop()
                continue
            c, x = self.terms[place]
            values = list(x.domain) if c > 0 else list(x.domain)[::-1]
            nodes = [self.levels[place + 1].find(r - c * value) for value in values]
            missing = [
                (place + 1, r - c * v) for v, node in zip(values, nodes, strict=True) if not node
            ]
            if missing:
                stack += missing
                continue
            branches = _Branches(place, values, [node for node in nodes if node])
            if len(stack) == 1:
                return branches
            self._insert(branches)
            stack.pop()

    def _insert(self, branches: _Branches) -> None:
        self.budget.spend(len(branches.nodes))
        c, _ = self.terms[branches.term]
        efforts = [c * value for value in branches.values]
        pairs = list(zip(branches.nodes, efforts, strict=True))
        lo = max(node.lo + effort for node, effort in pairs)
        hi = min(node.hi + effort for node, effort in pairs)
        self.levels[branches.term].insert(_Node(lo, hi, self._known(branches)))

    def _known(self, branches: _Branches) -> Literal:
        """A literal for the node: one that exists already if there is one."""
        literals = [node.literal for node in branches.nodes]
        if len(set(literals)) == 1:
            return literals[0]
        if set(literals) == {TRUE, FALSE}:
            _, x = self.terms[branches.term]
            good, bad = literals.count(TRUE), literals.count(FALSE)
            if x.native != "direct":
                return -self._from(branches, good)
            if bad == 1:
                return -x.eq(branches.values[-1])
            if good == 1:
                return x.eq(branches.values[0])
        return self._defined(branches)

    def _defined(self, branches: _Branches) -> Literal:
        literal = self.out.new()
        for clause in self._downward(branches):
            self.out.define(-literal, *clause)
        if self.out.two_sided:
            for clause in self._upward(branches):
                self.out.define(literal, *clause)
        return literal

    def _from(self, branches: _Branches, place: int) -> Literal:
        """The literal of "the effort is at least that of the value at `place`"."""
        c, x = self.terms[branches.term]
        if place == len(branches.values):
            return FALSE
        value = branches.values[place]
        return x.ge(value) if c > 0 else x.le(value)

    def _downward(self, branches: _Branches) -> list[list[Literal]]:
        """Clauses that a true node puts on what is below it."""
        _, x = self.terms[branches.term]
        clauses = []
        last = TRUE
        for place, (value, node) in enumerate(zip(branches.values, branches.nodes, strict=True)):
            if x.native == "direct":
                if node.literal != TRUE:
                    clauses.append([-x.eq(value), node.literal])
            elif node.literal != last:
                clauses.append([-self._from(branches, place), node.literal])
            last = node.literal
        return clauses

    def _upward(self, branches: _Branches) -> list[list[Literal]]:
        """Clauses that make the node true where what is below it is."""
        _, x = self.terms[branches.term]
        clauses = []
        for place, (value, node) in enumerate(zip(branches.values, branches.nodes, strict=True)):
            if node.literal == FALSE:
                continue
            if x.native == "direct":
                clauses.append([-x.eq(value), -node.literal])
            elif place + 1 == len(branches.nodes) or branches.nodes[place + 1] is not node:
                clauses.append([self._from(branches, place + 1), -node.literal])
        return clauses
