"""Odd-even merge sort as clauses, cut off after the greatest outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from satchel.cnf.sink import Clauses, Literal


def between(out: Clauses, literals: Sequence[Literal], lo: int, hi: int, outputs: int) -> None:
    """Between `lo` and `hi` of the literals, read off the first `outputs` of them sorted."""
    upper, lower = hi < len(literals), lo > 0
    network = _Network(out, up=upper or out.two_sided, down=lower or out.two_sided)
    greatest = network.sort(literals, outputs)
    if upper:
        out.require(-greatest[hi])
    if lower:
        out.require(greatest[lo - 1])


@dataclass(frozen=True, slots=True)
class _Network:
    """Comparators: `up` makes outputs true where inputs are, `down` false where inputs are."""

    out: Clauses
    up: bool
    down: bool

    def sort(self, literals: Sequence[Literal], wanted: int) -> list[Literal]:
        """The first `wanted` outputs of the sorted literals, true ones first."""
        if len(literals) < 2:
            return list(literals[:wanted])
        middle = (len(literals) + 1) // 2
        left, right = self.sort(literals[:middle], wanted), self.sort(literals[middle:], wanted)
        return self._merge(left, right, wanted)

    def _merge(self, left: list[Literal], right: list[Literal], wanted: int) -> list[Literal]:
        """The first `wanted` outputs of two sorted sequences."""
        left, right = left[:wanted], right[:wanted]
        if not left or not right:
            return left + right
        if len(left) == len(right) == 1:
            odd, even = left, right
            outputs = []
        else:
            odd = self._merge(left[::2], right[::2], wanted // 2 + 1)
            even = self._merge(left[1::2], right[1::2], wanted // 2)
            outputs, odd = odd[:1], odd[1:]
        for high, low in zip_longest(odd, even):
            if high is None or low is None:
                outputs += [x for x in (high, low) if x is not None]
                continue
            outputs.append(self._either(high, low))
            if len(outputs) < wanted:
                outputs.append(self._both(high, low))
        return outputs

    def _either(self, a: Literal, b: Literal) -> Literal:
        """The greater output of a comparator."""
        either = self.out.new()
        if self.up:
            self.out.define(-a, either)
            self.out.define(-b, either)
        if self.down:
            self.out.define(a, b, -either)
        return either

    def _both(self, a: Literal, b: Literal) -> Literal:
        """The smaller output of a comparator."""
        both = self.out.new()
        if self.up:
            self.out.define(-a, -b, both)
        if self.down:
            self.out.define(a, -both)
            self.out.define(b, -both)
        return both
