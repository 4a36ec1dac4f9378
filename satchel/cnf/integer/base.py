"""What every integer encoding offers: `x == v` and `x >= v` as literals, made when asked for.

An encoding keeps its *native* literals and defines the others from them, from both sides, when
somebody asks; so several encodings of one variable live side by side, and are channelled only
where both are used. Values that nobody asks about are not told apart: reading the variable then
gives one of the values that fit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import ClassVar

from satchel.cnf.costs import Native
from satchel.cnf.limits import refuse_many
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.cnf.varmap import Weighted
from satchel.ir import Domain


def _nobody() -> None:
    """Nobody keeps accounts."""


class Integer(ABC):
    """One integer variable in the formula."""

    native: ClassVar[Native]
    """The name of the encoding: direct, order or binary; or group."""

    def __init__(self, domain: Domain, out: Clauses) -> None:
        self.domain = domain
        self.out = out
        self.charge: Callable[[], AbstractContextManager[None]] = nullcontext
        """What is written inside goes to the variable's account, whoever asks for it first."""
        self.claim: Callable[[], None] = _nobody
        """One more native literal goes to the variable's account."""
        self._equals: dict[int, Literal] = {}
        self._thresholds: dict[int, Literal] = {}
        self._bits: list[Literal] | None = None

    def eq(self, value: int) -> Literal:
        """The literal of `x == value`."""
        known = self._equals.get(value)
        if known is not None:
            return known
        if value not in self.domain:
            return FALSE
        if self.domain.size == 1:
            return TRUE
        return self._eq(value)

    def ge(self, value: int) -> Literal:
        """The literal of `x >= value`."""
        if value <= self.domain.lo:
            return TRUE
        if value > self.domain.hi:
            return FALSE
        value = self.domain.next(value)
        known = self._thresholds.get(value)
        if known is not None:
            return known
        return self._ge(value)

    def le(self, value: int) -> Literal:
        """The literal of `x <= value`."""
        return -self.ge(value + 1)

    def each(self) -> Domain:
        """The values, to be looked at one by one; SizeError where they are too many for that."""
        what = f"an integer by the {self.native} encoding"
        refuse_many(self.domain.size, what, "--encoding binary")
        return self.domain

    def _native(self) -> Literal:
        """A new literal of the encoding's own."""
        self.claim()
        return self.out.new()

    def bits(self) -> list[Literal]:
        """Literals of the binary digits of `x - domain.lo`, least significant first."""
        if self._bits is None:
            with self.charge():
                self._bits = self._make_bits()
        return self._bits

    def digits_of(self, value: int) -> list[Literal]:
        """Of each digit the literal that is true of a value of the domain; those that are there."""
        above = value - self.domain.lo
        return [x if above >> place & 1 else -x for place, x in enumerate(self._bits or ())]

    def _make_bits(self) -> list[Literal]:
        """Digits defined from the literals of each value: channelling, once binary is used too."""
        bits = [self.out.new() for _ in range((self.domain.hi - self.domain.lo).bit_length())]
        for value in self.each():
            away = self.unless(value)
            for place, bit in enumerate(bits):
                digit = (value - self.domain.lo) >> place & 1
                self.out.define(*away, bit if digit else -bit)
        return bits

    @abstractmethod
    def _eq(self, value: int) -> Literal:
        """`x == value`, new, for one of several values of the domain; kept in `_equals`."""

    @abstractmethod
    def _ge(self, value: int) -> Literal:
        """`x >= value`, new, for a value of the domain above its least; kept in `_thresholds`."""

    @abstractmethod
    def unless(self, value: int) -> list[Literal]:
        """A clause that says `x != value`, in native literals."""

    @abstractmethod
    def finish(self) -> None:
        """Write what ties the native literals together, once all have been asked for."""

    @abstractmethod
    def tell_apart(self) -> None:
        """Ask for enough literals to tell all values apart, as what is shown needs."""

    @abstractmethod
    def reader(self) -> Weighted:
        """How to read the value; after `finish`, or once all values are told apart."""
