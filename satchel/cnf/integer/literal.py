"""A literal as an integer that is 0 or 1, so that sums need not tell the two apart."""

from __future__ import annotations

from satchel.cnf.integer.base import Integer
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.cnf.varmap import Weighted
from satchel.ir import Domain


class ZeroOne(Integer):
    """A literal, 0 or 1; every encoding of it is the literal itself."""

    native = "order"

    def __init__(self, literal: Literal, out: Clauses) -> None:
        super().__init__(Domain.range(0, 1), out)
        self._literal = literal

    def _make_bits(self) -> list[Literal]:
        return [self._literal]

    def eq(self, value: int) -> Literal:
        if value not in (0, 1):
            return FALSE
        return self._literal if value else -self._literal

    def ge(self, value: int) -> Literal:
        if value != 1:
            return TRUE if value < 1 else FALSE
        return self._literal

    _eq, _ge = eq, ge

    def unless(self, value: int) -> list[Literal]:
        return [-self.eq(value)]

    def tell_apart(self) -> None:
        pass

    def finish(self) -> None:
        pass

    def reader(self) -> Weighted:
        return Weighted(0, ((1, self._literal),))
