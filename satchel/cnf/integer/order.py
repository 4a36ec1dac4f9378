"""Order encoding: a literal per threshold, `[x >= v]`, in one chain.

Size: d - 1 variables and d - 2 clauses for d values. Determined always. Propagation: bounds of x
are exact. `[x = v]` is defined from two neighbouring thresholds by three clauses, digits from the
thresholds of blocks by 2d clauses in all. Source: Crawford and Baker 1994; Tamura et al. 2006.
"""

from __future__ import annotations

from itertools import pairwise

from satchel.cnf.integer.base import Integer
from satchel.cnf.sink import FALSE, TRUE, Literal
from satchel.cnf.varmap import Weighted


class Order(Integer):
    """An integer with thresholds as native literals."""

    native = "order"

    def _ge(self, value: int) -> Literal:
        self._thresholds[value] = self._native()
        return self._thresholds[value]

    def _eq(self, value: int) -> Literal:
        low, high = self.ge(value), self.ge(value + 1)
        if low == TRUE:
            equal = -high
        elif high == FALSE:
            equal = low
        else:
            with self.charge():
                equal = self.out.new()
                self.out.define(-equal, low)
                self.out.define(-equal, -high)
                self.out.define(equal, -low, high)
        self._equals[value] = equal
        return equal

    def _make_bits(self) -> list[Literal]:
        """A digit is that of the aligned block in which the value is, between two thresholds."""
        lo = self.domain.lo
        bits = [self.out.new() for _ in range((self.domain.hi - lo).bit_length())]
        blocks = dict.fromkeys(value - lo for value in self.each())
        for place, bit in enumerate(bits):
            for block in blocks:
                start = lo + (block << place)
                away = -self.ge(start), self.ge(start + (1 << place))
                self.out.define(*away, bit if block % 2 else -bit)
            blocks = dict.fromkeys(block >> 1 for block in blocks)
        return bits

    def unless(self, value: int) -> list[Literal]:
        return [-self.ge(value), self.ge(value + 1)]

    def tell_apart(self) -> None:
        for value in self.each():
            self.ge(value)

    def finish(self) -> None:
        for low, high in pairwise(sorted(self._thresholds)):
            self.out.define(-self._thresholds[high], self._thresholds[low])

    def reader(self) -> Weighted:
        values = [self.domain.lo, *sorted(self._thresholds)]
        terms = tuple((high - low, self._thresholds[high]) for low, high in pairwise(values))
        return Weighted(self.domain.lo, terms, "order")
