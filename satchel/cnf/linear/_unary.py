"""Sums in unary: for each value that a sum can have, the literal of "at least that".

An integer in order encoding is one as it stands, and so is each node of a generalised totalizer:
two of them are added by clauses, a pair of values at a time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from satchel.cnf.linear import Terms
from satchel.cnf.linear._budget import Budget
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal

Step: TypeAlias = tuple[int, Literal, Literal]
"""A value of a sum, with the literals of "at least that" and of "more"."""


Merge: TypeAlias = "Callable[[Unary, Unary], Unary]"
"""What adds two sums."""


@dataclass(frozen=True, slots=True)
class Unary:
    """A sum that is 0 at least: its other values, ascending, and "at least" for each of them."""

    weights: list[int]
    literals: list[Literal]

    @property
    def greatest(self) -> int:
        """The greatest value."""
        return self.weights[-1] if self.weights else 0

    def at_least(self, weight: int) -> Literal:
        """The literal of `sum >= weight`."""
        if weight <= 0:
            return TRUE
        place = bisect_left(self.weights, weight)
        return self.literals[place] if place < len(self.weights) else FALSE

    def steps(self) -> list[Step]:
        """All values, 0 included."""
        more = [*self.literals, FALSE]
        return list(zip([0, *self.weights], [TRUE, *self.literals], more, strict=True))


def leaves(terms: Terms, bound: int, budget: Budget) -> tuple[list[Unary], int]:
    """Each `coefficient * integer` above its least value, and the bound less what that leaves."""
    found = []
    for c, x in terms:
        budget.look(x.domain.size)
        least, *values = list(x.domain)[:: 1 if c > 0 else -1]
        literals = [x.ge(value) if c > 0 else x.le(value) for value in values]
        found.append(Unary([c * (value - least) for value in values], literals))
        bound -= c * least
    return found, bound


def sums(left: Unary, right: Unary, cap: int, budget: Budget) -> list[int]:
    """What two sums add up to, besides 0, if they saturate at the cap."""
    found: set[int] = set()
    for a in (0, *left.weights):
        # Beyond the first sum that reaches the cap, the chain of the right sum tells the rest.
        few = bisect_left(right.weights, cap - a)
        added = [min(a, cap), *(a + b for b in right.weights[:few])]
        if few < len(right.weights) and a < cap:
            added.append(cap)
        budget.spend(len(added) - (not a))
        found.update(added)
    return sorted(found - {0})


def balanced(merge: Merge, parts: Sequence[Unary], until: int = 1) -> list[Unary]:
    """Neighbours are added, layer by layer, while more than `until` are left."""
    layer = list(parts)
    while len(layer) > until:
        pairs = min(len(layer) // 2, len(layer) - until)
        merged = [merge(layer[2 * i], layer[2 * i + 1]) for i in range(pairs)]
        layer = merged + layer[2 * pairs :]
    return layer


@dataclass
class Merger:
    """Adds sums in unary; they saturate at `cap`.

    Upward clauses make a sum reach what its parts reach; with `down`, downward ones make it reach
    no more. With `one_top`, one literal says of all sums made that some of them reaches the cap:
    a constant where nothing conditions it, since then none may.
    """

    out: Clauses
    cap: int
    budget: Budget
    down: bool
    one_top: bool = False
    _top: Literal | None = field(default=None, init=False)

    def merge(self, left: Unary, right: Unary) -> Unary:
        """The sum of two."""
        if not left.weights or not right.weights:
            return left if left.weights else right
        weights = sums(left, right, self.cap, self.budget)
        lefts, rights = left.steps(), right.steps()
        total = Unary(weights, [self._literal(weight) for weight in weights])
        self._chain(total)
        self._upward(lefts, rights, dict(zip(weights, total.literals, strict=True)))
        if self.down:
            self._downward(lefts, rights, total)
        return total

    def _literal(self, weight: int) -> Literal:
        if weight < self.cap or not self.one_top:
            return self.out.new()
        if self._top is None:
            self._top = self.out.new() if self.out.guard else FALSE
        return self._top

    def _chain(self, total: Unary) -> None:
        for low, high in pairwise(total.literals):
            if high != self._top:
                self.out.define(-high, low)

    def _upward(self, lefts: list[Step], rights: list[Step], total: dict[int, Literal]) -> None:
        for a, left, _ in lefts:
            for b, right, _ in rights:
                weight = min(a + b, self.cap)
                if weight:
                    self.out.define(-left, -right, total[weight])
                if weight == self.cap:
                    break  # the chain of the right sum tells the rest

    def _downward(self, lefts: list[Step], rights: list[Step], total: Unary) -> None:
        for a, _, more_left in lefts:
            for b, _, more_right in rights:
                if a + b < self.cap:
                    self.out.define(more_left, more_right, -total.at_least(a + b + 1))


def merged(
    out: Clauses,
    op: str,
    bound: int,
    encoding: str,
    shape: Callable[[Merge], list[Unary]],
) -> list[Unary]:
    """The sums that a shape of additions leaves, where `op bound` is demanded of their sum.

    SizeError if that takes too many clauses, before any of them is written.
    """
    cap, budget = bound + 1, Budget(encoding, out)
    shape(lambda left, right: Unary(sums(left, right, cap, budget), []))
    down = op != "<=" or out.two_sided
    # Nothing asks which of the sums pass the bound in a plain "at most": one literal says it for
    # all of them.
    return shape(Merger(out, cap, Budget(encoding, out), down, one_top=not down).merge)


def demand(out: Clauses, total: Unary, op: str, bound: int) -> None:
    """`total op bound`."""
    reached, passed = total.at_least(bound), total.at_least(bound + 1)
    match op:
        case "<=":
            out.require(-passed)
        case "==":
            out.require(reached)
            out.require(-passed)
        case _:
            out.require(-reached, passed)
