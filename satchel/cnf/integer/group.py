"""Literals of which at most one is true, as one integer: the value that belongs to the true one.

Size: the literals are there already. For d values of n literals, thresholds are d - 1 variables and
about 2n + 2d clauses, a value of several literals is one variable; each only if asked for.
Determined always. Propagation: literals and thresholds fix each other completely. Source: Bofill,
Coll, Nightingale, Suy, Ulrich-Oltean and Villaret 2022 (at-most-one groups in sums).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from satchel.cnf.integer.base import Integer
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.cnf.varmap import Weighted
from satchel.ir import Domain


class Group(Integer):
    """The sum of weighted literals, one of which is true at most, or exactly; no weight is zero."""

    native = "group"

    def __init__(self, weighted: Sequence[tuple[int, Literal]], exactly: bool, out: Clauses):
        weights = {weight for weight, _ in weighted}
        super().__init__(Domain.of(weights if exactly else weights | {0}), out)
        self._weighted = weighted
        self._of: dict[int, list[Literal]] = {value: [] for value in self.domain}
        for weight, literal in weighted:
            self._of[weight].append(literal)

    def _eq(self, value: int) -> Literal:
        some = self._of[value]
        if len(some) == 1:
            return some[0]
        if value not in self._equals:
            equal = self._equals[value] = self.out.new()
            # Nothing has the value zero: it is that of none of the literals.
            some, one = (some, equal) if some else ([x for _, x in self._weighted], -equal)
            for literal in some:
                self.out.define(-literal, one)
            self.out.define(-one, *some)
        return self._equals[value]

    def _ge(self, value: int) -> Literal:
        if not self._thresholds:
            self._channel()
        return self._thresholds[value]

    def _channel(self) -> None:
        """Define all thresholds from the literals, so that either fix the other."""
        values = list(self.domain)
        self._thresholds = {value: self.out.new() for value in values[1:]}
        ladder = [TRUE, *self._thresholds.values(), FALSE]
        for value, (low, high) in zip(values, pairwise(ladder), strict=True):
            self.out.define(-high, low)
            for literal in self._of[value]:
                self.out.define(-literal, low)
                self.out.define(-literal, -high)
            if self._of[value]:
                self.out.define(-low, high, *self._of[value])

    def unless(self, value: int) -> list[Literal]:
        return [-self._eq(value)] if self._of[value] else [x for _, x in self._weighted]

    def tell_apart(self) -> None:
        pass

    def finish(self) -> None:
        pass

    def reader(self) -> Weighted:
        return Weighted(0, tuple(self._weighted))
