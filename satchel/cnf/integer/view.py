"""Affine views `scale * x + offset`: the literals of x by other names; no variable, no clause."""

from __future__ import annotations

from dataclasses import dataclass

from satchel.cnf.integer.base import Integer
from satchel.cnf.sink import FALSE, TRUE, Literal
from satchel.cnf.varmap import Weighted
from satchel.ir import Domain


@dataclass(frozen=True, slots=True)
class View:
    """`scale * base + offset`; a constant where there is no base."""

    scale: int
    base: Integer | None
    offset: int

    @property
    def domain(self) -> Domain:
        """The values the view can take."""
        if self.base is None:
            return Domain.range(self.offset, self.offset)
        return self.base.domain.affine(self.scale, self.offset)

    def eq(self, value: int) -> Literal:
        """The literal of `view == value`."""
        if self.base is None:
            return TRUE if value == self.offset else FALSE
        quotient, rest = divmod(value - self.offset, self.scale)
        return FALSE if rest else self.base.eq(quotient)

    def ge(self, value: int) -> Literal:
        """The literal of `view >= value`."""
        if self.base is None:
            return TRUE if self.offset >= value else FALSE
        if self.scale > 0:
            return self.base.ge(-((self.offset - value) // self.scale))
        return self.base.le((self.offset - value) // -self.scale)

    def le(self, value: int) -> Literal:
        """The literal of `view <= value`."""
        return -self.ge(value + 1)

    def reader(self) -> Weighted:
        """How to read the view's value; after the base is finished."""
        if self.base is None:
            return Weighted(self.offset)
        base = self.base.reader()
        terms = tuple((self.scale * weight, atom) for weight, atom in base.terms)
        return Weighted(self.scale * base.constant + self.offset, terms, base.shape)
