"""Modulo k-totalizer: a tree of adders of numbers in two unary digits, quotient and remainder.

With p about the root of the greatest count of interest k, a node counts in multiples of p, cut off
above k, and what is left, below p. Size: O(n log2(k)) variables, O(n sqrt(k)) clauses a side.
Propagation: none promised for one bound, as carries stay open; with both, a complete assignment is
seen through. Auxiliaries are one-sided where one bound bites, unless asked for otherwise. Source:
Ogawa, Liu, Hasegawa, Koshimura and Fujita 2013; the cut-off, Morgado, Ignatiev and Marques-Silva
2014.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import isqrt

from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal

DETERMINED = "never"
PROPAGATES = {"<=": "none", ">=": "none", "==": "total"}

Unary = list[Literal]
"""The i-th literal, from zero, says "at least i + 1"."""


def encode(out: Clauses, literals: Sequence[Literal], lo: int, hi: int) -> None:
    """Between `lo` and `hi` of the literals."""
    upper, lower = hi < len(literals), lo > 0
    most = hi if upper else lo
    base = isqrt(most) + 1
    up, down = upper or out.two_sided, lower or out.two_sided
    adder = _Adder(out, base, most // base + 1, up, down)
    total = adder.sum([_Digits([], [literal]) for literal in literals])
    if upper:
        adder.at_most(total, hi)
    if lower:
        adder.at_least(total, lo)


@dataclass(frozen=True, slots=True)
class _Digits:
    """A number: `quotient` times the base, and `remainder`."""

    quotient: Unary
    remainder: Unary


@dataclass(frozen=True, slots=True)
class _Adder:
    """Adds numbers of a base, with quotients up to a cap, and compares them with bounds.

    `up` makes sums no less than they are, `down` no more.
    """

    out: Clauses
    base: int
    cap: int
    up: bool
    down: bool

    def sum(self, numbers: list[_Digits]) -> _Digits:
        """The sum, by a balanced tree."""
        while len(numbers) > 1:
            pairs = zip(numbers[::2], numbers[1::2], strict=False)
            rest = numbers[len(numbers) // 2 * 2 :]
            numbers = [self._add(left, right) for left, right in pairs] + rest
        return numbers[0]

    def at_most(self, number: _Digits, bound: int) -> None:
        """Demand a number up to the bound."""
        quotient, remainder = divmod(bound, self.base)
        self.out.require(-_reaches(number.quotient, quotient + 1))
        self.out.require(
            -_reaches(number.quotient, quotient), -_reaches(number.remainder, remainder + 1)
        )

    def at_least(self, number: _Digits, bound: int) -> None:
        """Demand a number from the bound on."""
        quotient, remainder = divmod(bound, self.base)
        self.out.require(_reaches(number.quotient, quotient))
        self.out.require(
            _reaches(number.quotient, quotient + 1), _reaches(number.remainder, remainder)
        )

    def _add(self, left: _Digits, right: _Digits) -> _Digits:
        remainder, carry = self._remainder(left.remainder, right.remainder)
        return _Digits(self._quotient(left.quotient, right.quotient, carry), remainder)

    def _quotient(self, left: Unary, right: Unary, carry: Unary) -> Unary:
        """The sum of three unary numbers, up to the cap."""
        size = min(len(left) + len(right) + len(carry), self.cap)
        total = [self.out.new() for _ in range(size)]
        for reached, known, open_ in _sums(left, right, carry):
            if self.up and 0 < reached <= size:
                self.out.define(*known, total[reached - 1])
            if self.down and reached < size:
                self.out.define(*open_, -total[reached])
        return total

    def _remainder(self, left: Unary, right: Unary) -> tuple[Unary, Unary]:
        """The sum of two numbers below the base, modulo the base, and whether it reaches it."""
        most = len(left) + len(right)
        carry = [self.out.new()] if most >= self.base else []
        total = [self.out.new() for _ in range(min(most, self.base - 1))]
        for reached, known, open_ in _sums(left, right):
            if self.up and reached > 0:
                self._at_least(reached, known, total, carry)
            if self.down and reached < most:
                self._no_more(reached, open_, total, carry)
        if self.down and carry:
            for digit in total[most - self.base :]:
                self.out.define(-carry[0], -digit)
        return total, carry

    def _at_least(self, sum_: int, known: list[Literal], total: Unary, carry: Unary) -> None:
        """Known to reach the sum: the digit is there, or the carry."""
        if sum_ > self.base:
            self.out.define(*known, total[sum_ - self.base - 1])
        else:
            self.out.define(*known, *total[sum_ - 1 : sum_], *carry)

    def _no_more(self, sum_: int, open_: list[Literal], total: Unary, carry: Unary) -> None:
        """Known not to be beyond the sum: the next digit is not there, nor is the carry."""
        if sum_ < self.base - 1:
            self.out.define(*open_, -total[sum_])
        elif sum_ == self.base - 1:
            self.out.define(*open_, -carry[0])
        else:
            self.out.define(*open_, -carry[0], -total[sum_ - self.base])


def _sums(*numbers: Unary) -> Iterator[tuple[int, list[Literal], list[Literal]]]:
    """For each choice of a value of every number, the sum, the start of the clause "if all reach
    their values", and that of "if none is greater than its value".
    """
    for values in product(*(range(len(number) + 1) for number in numbers)):
        chosen = list(zip(numbers, values, strict=True))
        known = [-number[value - 1] for number, value in chosen if value]
        open_ = [number[value] for number, value in chosen if value < len(number)]
        yield sum(values), known, open_


def _reaches(number: Unary, value: int) -> Literal:
    """The literal of "at least `value`"."""
    if value == 0:
        return TRUE
    return number[value - 1] if value <= len(number) else FALSE
