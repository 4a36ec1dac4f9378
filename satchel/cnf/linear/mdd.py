"""Decision diagram: a node per (place, what is left of the bound), equal nodes merged.

`==` is two diagrams, `<=` and `>=`; `!=` is "less or more". Nodes follow thresholds where integers
have them, else values. Size: a variable and up to d clauses a node; the number of nodes depends on
the coefficients, at most the product of the domain sizes; refused with a SizeError beyond 1,000,000
branches. Propagation: over thresholds complete for `<=` and `!=`, for `==` bounds of each `<=`;
over values weaker. Nodes are one-sided unless asked for otherwise. Source: Abio, Nieuwenhuis,
Oliveras, Rodriguez-Carbonell and Mayer-Eichberger 2012 (intervals), Abio and Stuckey 2014 (MDDs).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from satchel.cnf.integer.base import Integer
from satchel.cnf.linear import Terms
from satchel.cnf.linear._budget import Budget
from satchel.cnf.linear._diagram import ALWAYS, Diagram, Node, diagram, in_order
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal

DETERMINED = "never"
PROPAGATES = {"<=": "all", "==": "total", "!=": "all"}
NEEDS = "ge"


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    opposite = [(-c, x) for c, x in terms]
    if op == "!=":
        less = _Written(out, terms, bound - 1).literal()
        more = _Written(out, opposite, -bound - 1).literal()
        out.require(less, more)
        return
    _Written(out, terms, bound).require()
    if op == "==":
        _Written(out, opposite, -bound).require()


class _Branches(NamedTuple):
    """A node of the diagram over literals: values in order of the effort that they cost, and where
    each leads to."""

    coefficient: int
    x: Integer
    values: Sequence[int]
    below: Sequence[Literal]

    def at_least(self, place: int) -> Literal:
        """The literal of "the effort is at least that of the value at `place`"."""
        if place == len(self.values):
            return FALSE
        value = self.values[place]
        return self.x.ge(value) if self.coefficient > 0 else self.x.le(value)

    def known(self) -> Literal | None:
        """A literal that there is already for "only the first values", if that is the node."""
        good, bad = self.below.count(TRUE), self.below.count(FALSE)
        if good + bad < len(self.below):
            return None
        if self.x.native != "direct":
            return -self.at_least(good)
        if bad == 1:
            return -self.x.eq(self.values[-1])
        return self.x.eq(self.values[0]) if good == 1 else None

    def downward(self) -> Iterator[list[Literal]]:
        """Clauses that a true node puts on what is below it."""
        last = TRUE
        for place, (value, literal) in enumerate(zip(self.values, self.below, strict=True)):
            if self.x.native == "direct":
                if literal != TRUE:
                    yield [-self.x.eq(value), literal]
            elif literal != last:
                yield [-self.at_least(place), literal]
            last = literal

    def upward(self) -> Iterator[list[Literal]]:
        """Clauses that make the node true where what is below it is."""
        for place, (value, literal) in enumerate(zip(self.values, self.below, strict=True)):
            if literal == FALSE:
                continue
            if self.x.native == "direct":
                yield [-self.x.eq(value), -literal]
            elif place + 1 == len(self.below) or self.below[place + 1] != literal:
                yield [self.at_least(place + 1), -literal]


class _Written:
    """The diagram of `sum of terms <= bound`, its nodes as literals."""

    def __init__(self, out: Clauses, terms: Terms, bound: int) -> None:
        self._out = out
        self._terms = sorted(terms, key=lambda term: in_order(term[0], term[1].domain))
        self._diagram = _made(out, self._terms, bound)
        self._values = [list(x.domain)[:: 1 if c > 0 else -1] for c, x in self._terms]
        self._literals = [FALSE, TRUE]

    def require(self) -> None:
        """Demand the root, without a variable of its own."""
        nodes, root = self._diagram.nodes, self._diagram.root
        if root <= ALWAYS or nodes[root - 2].term > 0:
            self._out.require(self.literal())
            return
        self._define(nodes[:-1])
        for clause in self._branches(nodes[-1]).downward():
            self._out.require(*clause)

    def literal(self) -> Literal:
        """A literal that implies the root (and is implied by it, if asked for)."""
        self._define(self._diagram.nodes)
        return self._literals[self._diagram.root]

    def _define(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            branches = self._branches(node)
            known = branches.known()
            self._literals.append(self._defined(branches) if known is None else known)

    def _branches(self, node: Node) -> _Branches:
        c, x = self._terms[node.term]
        return _Branches(
            c, x, self._values[node.term], [self._literals[number] for number in node.children]
        )

    def _defined(self, branches: _Branches) -> Literal:
        literal = self._out.new()
        for clause in branches.downward():
            self._out.define(-literal, *clause)
        if self._out.two_sided:
            for clause in branches.upward():
                self._out.define(literal, *clause)
        return literal


def _made(out: Clauses, terms: Terms, bound: int) -> Diagram:
    """The diagram, or the SizeError of one that has too many branches."""
    budget = Budget("mdd", out)
    made = diagram(tuple((c, x.domain) for c, x in terms), bound, budget.looks, budget.clauses)
    if made is None:
        budget.refuse()
    return made
