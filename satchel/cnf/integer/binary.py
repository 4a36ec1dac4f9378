"""Binary encoding: the digits of `x - lo`, least significant first.

Size: ceil(log2 d) variables; a clause per aligned block of values outside the domain. Determined
always. Propagation: weak; a bound or a hole is seen only through single digits. `[x = v]` and
`[x >= v]` are defined from the digits by at most two clauses per digit. Source: Iwama and Miyazaki
1994 (log encoding); the blocks are the prefixes of a binary trie.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from satchel.cnf.integer.base import Integer
from satchel.cnf.sink import Literal
from satchel.cnf.varmap import Weighted


def blocks(lo: int, hi: int) -> Iterator[tuple[int, int]]:
    """The range `lo..hi` cut into (start, k): blocks of 2**k numbers, start a multiple of 2**k."""
    while lo <= hi:
        size = (lo & -lo).bit_length() - 1 if lo else (hi + 1).bit_length()
        while lo + (1 << size) - 1 > hi:
            size -= 1
        yield lo, size
        lo += 1 << size


def outside(bits: list[Literal], start: int, size: int) -> list[Literal]:
    """A clause: the number with these digits is not in the block."""
    return [-bit if start >> place & 1 else bit for place, bit in enumerate(bits) if place >= size]


class Binary(Integer):
    """An integer with digits as native literals."""

    native = "binary"

    def _make_bits(self) -> list[Literal]:
        lo = self.domain.lo
        bits = [self.out.new() for _ in range((self.domain.hi - lo).bit_length())]
        ends = [*self.domain.intervals, ((1 << len(bits)) + lo, 0)]
        for (_, before), (after, _) in pairwise(ends):
            for start, size in blocks(before + 1 - lo, after - 1 - lo):
                self.out.define(*outside(bits, start, size))
        return bits

    def _eq(self, value: int) -> Literal:
        with self.charge():
            equal = self._equals[value] = self.out.new()
            away = self.unless(value)
            self.out.define(equal, *away)
            for literal in away:
                self.out.define(-equal, -literal)
        return equal

    def _ge(self, value: int) -> Literal:
        bits = self.bits()
        first = value - self.domain.lo
        with self.charge():
            above = self._thresholds[value] = self.out.new()
            for start, size in blocks(first, (1 << len(bits)) - 1):
                self.out.define(above, *outside(bits, start, size))
            for start, size in blocks(0, first - 1):
                self.out.define(-above, *outside(bits, start, size))
        return above

    def unless(self, value: int) -> list[Literal]:
        return outside(self.bits(), value - self.domain.lo, 0)

    def tell_apart(self) -> None:
        self.bits()

    def finish(self) -> None:
        pass

    def reader(self) -> Weighted:
        terms = tuple((1 << place, bit) for place, bit in enumerate(self._bits or ()))
        return Weighted(self.domain.lo, terms)
