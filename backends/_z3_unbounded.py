"""Numbers as z3's unbounded integers: nothing can overflow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from satchel.backends._z3_counts import Term, z3
from satchel.ir import IntVar


class Unbounded:
    """Integer variables as constants of the sort Int."""

    def __init__(self) -> None:
        self.axioms: list[Term] = []
        self._terms: dict[IntVar, Term] = {}

    def variable(self, x: IntVar) -> Term:
        """The variable, its domain asserted."""
        if x not in self._terms:
            term = self._terms[x] = z3.Int(f"i {x.name}")
            self.axioms += [term >= x.domain.lo, term <= x.domain.hi]
            self.axioms += [
                z3.Or(term <= hi, term >= lo) for (_, hi), (lo, _) in pairwise(x.domain.intervals)
            ]
        return self._terms[x]

    def cases(self, x: IntVar, literals: dict[int, Term]) -> Term:
        """The sum of the values, each where its literal is true."""
        return z3.Sum([z3.If(lit, z3.IntVal(v), z3.IntVal(0)) for v, lit in literals.items()])

    def bit(self, literal: Term) -> Term:
        """1 or 0."""
        return z3.If(literal, z3.IntVal(1), z3.IntVal(0))

    def compare(self, terms: Sequence[tuple[int, Term]], op: str, bound: int) -> Term:
        """z3's own comparison."""
        total = _sum(terms)
        match op:
            case "<=":
                return total <= bound
            case ">=":
                return total >= bound
            case "==":
                return total == bound
            case _:
                return total != bound

    def comparable(self, sums: Sequence[tuple[Sequence[tuple[int, Term]], int]]) -> list[Term]:
        """The sums themselves."""
        return [_sum(terms) + constant for terms, constant in sums]

    def value(self, x: IntVar, model: Any) -> int:
        """The variable's value in z3's model; its least one where the model has none."""
        value = model[self._terms[x]] if x in self._terms else None
        return x.domain.lo if value is None else int(value.as_long())


def _sum(terms: Sequence[tuple[int, Term]]) -> Term:
    return z3.Sum([z3.IntVal(0), *(c * term if c != 1 else term for c, term in terms)])
