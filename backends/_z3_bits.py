"""Numbers as bit-vectors, as wide as the bounds of every subterm ask for, so that none can wrap.

An integer is its least value plus a *natural*: a bit-vector read without sign, together with the
greatest value it can take. Products, partial sums and comparisons are of naturals only, each
computed at the width of its own greatest value: terms with negative coefficients go to the other
side of a comparison, and so does a negative bound. No operator needs a sign, and none can wrap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count, pairwise
from typing import Any, Final

from satchel.backends._z3_script import Script, Term, disjunction, z3
from satchel.ir import IntVar


def width(greatest: int) -> int:
    """The number of bits that hold 0..greatest; SMT-LIB knows no bit-vector without bits."""
    return max(greatest.bit_length(), 1)


@dataclass(frozen=True, slots=True)
class Natural:
    """A bit-vector of `width(greatest)` bits, whose value without sign is at most `greatest`."""

    term: Term
    greatest: int


def constant(value: int) -> Natural:
    """A number from 0 on."""
    return Natural(f"(_ bv{value} {width(value)})", value)


def product(factor: int, number: Natural) -> Natural:
    """`factor * number` for a positive factor."""
    if factor == 1 or not number.greatest:
        return number
    greatest = factor * number.greatest
    bits = width(greatest)
    return Natural(f"(bvmul {extended(number, bits)} (_ bv{factor} {bits}))", greatest)


def multiplied(one: Natural, other: Natural) -> Natural:
    """The product of two."""
    greatest = one.greatest * other.greatest
    if not greatest:
        return constant(0)
    bits = width(greatest)
    return Natural(f"(bvmul {extended(one, bits)} {extended(other, bits)})", greatest)


def plus(one: Natural, other: Natural) -> Natural:
    """The sum."""
    greatest = one.greatest + other.greatest
    bits = width(greatest)
    return Natural(f"(bvadd {extended(one, bits)} {extended(other, bits)})", greatest)


def complement(number: Natural) -> Natural:
    """`greatest - number`."""
    return Natural(f"(bvsub {constant(number.greatest).term} {number.term})", number.greatest)


def compared(left: Natural, op: str, right: Natural) -> Term:
    """`left op right`, at the width of the wider one."""
    bits = width(max(left.greatest, right.greatest))
    return f"({_OPERATORS[op]} {extended(left, bits)} {extended(right, bits)})"


_OPERATORS: Final = {"<=": "bvule", ">=": "bvuge", "==": "=", "!=": "distinct"}


def extended(number: Natural, bits: int) -> Term:
    """The number's term with leading zeros, `bits` in all."""
    missing = bits - width(number.greatest)
    return f"((_ zero_extend {missing}) {number.term})" if missing else number.term


def total(numbers: Iterable[Natural]) -> Natural:
    """The sum of all, small ones first, so that most of the additions are narrow."""
    tie = count()
    heap = [(number.greatest, next(tie), number) for number in numbers if number.greatest]
    if not heap:
        return constant(0)
    heapify(heap)
    while len(heap) > 1:
        joined = plus(heappop(heap)[2], heappop(heap)[2])
        heappush(heap, (joined.greatest, next(tie), joined))
    return heap[0][2]


@dataclass(frozen=True, slots=True)
class Shifted:
    """An integer: its least value, and the natural by which it exceeds that."""

    least: int
    excess: Natural


class Bits:
    """Integer variables as constants of bit-vector sorts."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._numbers: dict[IntVar, Shifted] = {}
        self._constants: dict[IntVar, Any] = {}

    def variable(self, x: IntVar) -> Shifted:
        """The variable, its domain asserted."""
        if x not in self._numbers:
            least, greatest = x.domain.lo, x.domain.hi - x.domain.lo
            excess = Natural(self._script.constant(_sort(width(greatest))), greatest)
            self._numbers[x] = Shifted(least, excess)
            self._constants[x] = z3.BitVec(excess.term, width(greatest))
            self._script.require(compared(excess, "<=", constant(greatest)))
            for (_, before), (after, _) in pairwise(x.domain.intervals):
                below = compared(excess, "<=", constant(before - least))
                above = compared(excess, ">=", constant(after - least))
                self._script.require(disjunction([below, above]))
        return self._numbers[x]

    def cases(self, x: IntVar, literals: dict[int, Term]) -> Shifted:
        """Each bit is true where the literal of a value with that bit is."""
        if x not in self._numbers:
            least, greatest = x.domain.lo, x.domain.hi - x.domain.lo
            places = reversed(range(width(greatest)))
            vectors = [
                self.bit(
                    disjunction([lit for v, lit in literals.items() if (v - least) >> place & 1])
                ).excess.term
                for place in places
            ]
            term = f"(concat {' '.join(vectors)})" if len(vectors) > 1 else vectors[0]
            named = self._script.named(term, _sort(width(greatest)))
            self._numbers[x] = Shifted(least, Natural(named, greatest))
        return self._numbers[x]

    def bit(self, literal: Term) -> Shifted:
        """A vector of one bit."""
        return Shifted(0, Natural(f"(ite {literal} #b1 #b0)", 1))

    def compare(self, terms: Sequence[tuple[int, Shifted]], op: str, bound: int) -> Term:
        """Terms with positive coefficients against those with negative ones and the bound."""
        rest = bound - sum(c * number.least for c, number in terms)
        left = [product(c, number.excess) for c, number in terms if c > 0]
        right = [product(-c, number.excess) for c, number in terms if c < 0]
        (right if rest > 0 else left).append(constant(abs(rest)))
        return compared(total(left), op, total(right))

    def comparable(self, sums: Sequence[tuple[Sequence[tuple[int, Shifted]], int]]) -> list[Term]:
        """Naturals of one width, all less by the least value that any of the sums can have."""
        shifted = [_sum(terms, shift) for terms, shift in sums]
        least = min((number.least for number in shifted), default=0)
        naturals = [total([n.excess, constant(n.least - least)]) for n in shifted]
        bits = max((width(natural.greatest) for natural in naturals), default=1)
        return [extended(natural, bits) for natural in naturals]

    def times(self, one: Shifted, other: Shifted) -> list[tuple[int, Shifted]]:
        """The excesses multiplied, and each taken as often as the other one's least value says."""
        return [
            (1, Shifted(one.least * other.least, multiplied(one.excess, other.excess))),
            (one.least, Shifted(0, other.excess)),
            (other.least, Shifted(0, one.excess)),
        ]

    def value(self, x: IntVar, model: Any) -> int:
        """The variable's value in z3's model; its least one where the model has none."""
        value = model[self._constants[x]] if x in self._constants else None
        return x.domain.lo if value is None else x.domain.lo + int(value.as_long())


def _sort(bits: int) -> str:
    return f"(_ BitVec {bits})"


def _sum(terms: Sequence[tuple[int, Shifted]], shift: int) -> Shifted:
    """The sum as one integer; what is subtracted counts down from its greatest value."""
    parts: list[Natural] = []
    for c, number in terms:
        excess = number.excess if c > 0 else complement(number.excess)
        shift += c * number.least if c > 0 else c * (number.least + excess.greatest)
        parts.append(product(abs(c), excess))
    return Shifted(shift, total(parts))
