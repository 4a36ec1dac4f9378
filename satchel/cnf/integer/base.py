"""What every integer encoding offers: `x == v` and `x >= v` as literals, made when asked for.

An encoding keeps its *native* literals and defines the others from them, from both sides, when
somebody asks; so several encodings of one variable live side by side, and are channelled only
where both are used. Values that nobody asks about are not told apart: reading the variable then
gives one of the values that fit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.cnf.varmap import Weighted
from satchel.ir import Domain


class Integer(ABC):
    """One integer variable in the formula."""

    native: ClassVar[str]
    """The name of the encoding: direct, order or binary."""

    def __init__(self, domain: Domain, out: Clauses) -> None:
        self.domain = domain
        self.out = out
        self._bits: list[Literal] | None = None

    def eq(self, value: int) -> Literal:
        """The literal of `x == value`."""
        if value not in self.domain:
            return FALSE
        return TRUE if self.domain.size == 1 else self._eq(value)

    def ge(self, value: int) -> Literal:
        """The literal of `x >= value`."""
        if value <= self.domain.lo:
            return TRUE
        return FALSE if value > self.domain.hi else self._ge(self.domain.next(value))

    def le(self, value: int) -> Literal:
        """The literal of `x <= value`."""
        return -self.ge(value + 1)

    def bits(self) -> list[Literal]:
        """Literals of the binary digits of `x - domain.lo`, least significant first."""
        if self._bits is None:
            self._bits = self._make_bits()
        return self._bits

    def _make_bits(self) -> list[Literal]:
        """Digits defined from the literals of each value: channelling, once binary is used too."""
        bits = [self.out.new() for _ in range((self.domain.hi - self.domain.lo).bit_length())]
        for value in self.domain:
            away = self.unless(value)
            for place, bit in enumerate(bits):
                digit = (value - self.domain.lo) >> place & 1
                self.out.define(*away, bit if digit else -bit)
        return bits

    @abstractmethod
    def _eq(self, value: int) -> Literal:
        """`x == value`, for one of several values of the domain."""

    @abstractmethod
    def _ge(self, value: int) -> Literal:
        """`x >= value`, for a value of the domain above its least."""

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
