"""Direct encoding: a literal per value, `[x = v]`, exactly one of which holds.

Size: d variables, one long clause and an at-most-one over d literals for d values. Determined
always. Propagation: holes of x are exact. Thresholds, once asked for, are a chain of their own that
every value fixes from both sides. Two values share one variable. Source: de Kleer 1989; Walsh 2000.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from satchel.cnf.integer.base import Integer
from satchel.cnf.sink import Clauses, Literal
from satchel.cnf.varmap import Weighted
from satchel.ir import Domain


class Direct(Integer):
    """An integer with values as native literals; `at_most_one` writes that for many literals."""

    native = "direct"

    def __init__(
        self, domain: Domain, out: Clauses, at_most_one: Callable[[list[Literal]], None]
    ) -> None:
        super().__init__(domain, out)
        self._at_most_one = at_most_one

    def _eq(self, value: int) -> Literal:
        if self.domain.size == 2:
            high = self._native()
            self._equals = {self.domain.lo: -high, self.domain.hi: high}
        else:
            self._equals[value] = self._native()
        return self._equals[value]

    def _ge(self, value: int) -> Literal:
        if self.domain.size == 2:
            return self.eq(self.domain.hi)
        with self.charge():
            self._channel()
        return self._thresholds[value]

    def _channel(self) -> None:
        """Define all thresholds from all values."""
        self.tell_apart()
        values = list(self.each())
        self._thresholds = {value: self.out.new() for value in values[1:]}
        for low, high in pairwise(values):
            self.out.define(-self._equals[low], -self._thresholds[high])
            self.out.define(-self._equals[high], self._thresholds[high])
        for low, high in pairwise(values[1:]):
            self.out.define(-self._thresholds[high], self._thresholds[low])

    def unless(self, value: int) -> list[Literal]:
        return [-self.eq(value)]

    def tell_apart(self) -> None:
        for value in self.each():
            self.eq(value)

    def finish(self) -> None:
        if len(self._equals) < 2 or self.domain.size == 2:
            return
        literals = list(self._equals.values())
        if len(literals) == self.domain.size:
            self.out.define(*literals)
        self._at_most_one(literals)

    def reader(self) -> Weighted:
        rest = next((value for value in self.domain if value not in self._equals), None)
        base = self.domain.lo if rest is None else rest
        terms = tuple((v - base, a) for v, a in self._equals.items() if v != base)
        return Weighted(base, terms, "direct")
