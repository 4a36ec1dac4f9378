"""Numbers as z3's unbounded integers: nothing can overflow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from satchel.backends._z3_script import INT, Script, Term, applied, compared, disjunction, z3
from satchel.ir import IntVar


class Unbounded:
    """Integer variables as constants of the sort Int."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._terms: dict[IntVar, Term] = {}
        self._constants: dict[IntVar, Any] = {}

    def variable(self, x: IntVar) -> Term:
        """The variable, its domain asserted."""
        if x not in self._terms:
            term = self._terms[x] = self._script.constant(INT)
            self._constants[x] = z3.Int(term, self._script.context)
            self._script.require(compared(term, ">=", _numeral(x.domain.lo)))
            self._script.require(compared(term, "<=", _numeral(x.domain.hi)))
            for (_, before), (after, _) in pairwise(x.domain.intervals):
                sides = (
                    compared(term, "<=", _numeral(before)),
                    compared(term, ">=", _numeral(after)),
                )
                self._script.require(disjunction(sides))
        return self._terms[x]

    def cases(self, x: IntVar, literals: dict[int, Term]) -> Term:
        """The sum of the values, each where its literal is true."""
        if x not in self._terms:
            values = [f"(ite {lit} {_numeral(v)} 0)" for v, lit in literals.items()]
            self._terms[x] = self._script.named(applied("+", values), INT)
        return self._terms[x]

    def bit(self, literal: Term) -> Term:
        """1 or 0."""
        return f"(ite {literal} 1 0)"

    def compare(self, terms: Sequence[tuple[int, Term]], op: str, bound: int) -> Term:
        """z3's own comparison."""
        return compared(_sum(terms, 0), op, _numeral(bound))

    def comparable(self, sums: Sequence[tuple[Sequence[tuple[int, Term]], int]]) -> list[Term]:
        """The sums themselves."""
        return [_sum(terms, constant) for terms, constant in sums]

    def times(self, one: Term, other: Term) -> list[tuple[int, Term]]:
        """z3's own product."""
        return [(1, f"(* {one} {other})")]

    def value(self, x: IntVar, model: Any) -> int:
        """The variable's value in z3's model; its least one where the model has none."""
        value = model[self._constants[x]] if x in self._constants else None
        return x.domain.lo if value is None else int(value.as_long())


def _numeral(value: int) -> Term:
    return str(value) if value >= 0 else f"(- {-value})"


def _sum(terms: Sequence[tuple[int, Term]], constant: int) -> Term:
    parts = [term if c == 1 else f"(* {_numeral(c)} {term})" for c, term in terms]
    if constant or not parts:
        parts.append(_numeral(constant))
    return applied("+", parts)
