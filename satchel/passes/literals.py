"""Literals of a model by number, as in a formula: a Boolean node's, negated for its negation."""

from __future__ import annotations

from satchel.ir import BoolExpr, Not


class Literals:
    """Numbers the atoms, any Boolean nodes but negations, as they are met."""

    def __init__(self) -> None:
        self._numbers: dict[BoolExpr, int] = {}
        self._atoms: list[BoolExpr] = []

    def number(self, literal: BoolExpr) -> int:
        """The number of a literal."""
        if isinstance(literal, Not):
            return -self.number(literal.arg)
        known = self._numbers.get(literal)
        if known is None:
            self._atoms.append(literal)
            known = self._numbers[literal] = len(self._atoms)
        return known

    def expression(self, number: int) -> BoolExpr:
        """The literal that has this number."""
        atom = self._atoms[abs(number) - 1]
        return atom if number > 0 else Not(atom)
