"""Integer variables in z3: a Boolean for each value, or a number of some kind.

*Direct*: a variable that occurs only where values are compared for equality (one variable against a
constant, two against each other, AllDifferent, Table, Element) becomes a Boolean per value, exactly
one of them true. z3 is far better at these than at numbers: `Distinct` over `Int` is hopeless for
50 queens, `AtMost` over Booleans solves 100 in a quarter of a second.

*Numbers*: what a number is, each backend says by a class of its own: z3's unbounded integers
(`_z3_unbounded.py`) or bit-vectors (`_z3_bits.py`).

Which variable becomes what is a matter of speed only: every construct accepts both.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from satchel.backends._z3_counts import count
from satchel.backends._z3_model import Truth
from satchel.backends._z3_script import (
    BOOL,
    FALSE,
    Script,
    Term,
    conjunction,
    disjunction,
    negated,
    z3,
)
from satchel.ir import IntVar

Atom: TypeAlias = IntVar | Term
"""An integer variable, or z3's expression for a Boolean, which counts as 0 or 1."""

Terms: TypeAlias = Sequence[tuple[int, Atom]]
"""A sum: coefficients and atoms."""


class Numbers(Protocol):
    """One way to have numbers in z3; a *number* is whatever the class makes of an atom."""

    def variable(self, x: IntVar) -> Any:
        """The variable as a number."""
        ...

    def cases(self, x: IntVar, literals: dict[int, Term]) -> Any:
        """The number that a variable is, given the literal of each of its values."""
        ...

    def bit(self, literal: Term) -> Any:
        """1 where the literal is true, else 0."""
        ...

    def compare(self, terms: Sequence[tuple[int, Any]], op: str, bound: int) -> Term:
        """`sum of coefficient * number  op  bound`."""
        ...

    def comparable(self, sums: Sequence[tuple[Sequence[tuple[int, Any]], int]]) -> list[Term]:
        """Sums, each with a constant, as terms of one sort that are equal where the sums are."""
        ...

    def times(self, one: Any, other: Any) -> Sequence[tuple[int, Any]]:
        """The product of two numbers, as coefficients and numbers to be added up."""
        ...

    def value(self, x: IntVar, model: Any) -> int:
        """A variable's value in z3's model; where it has none, any of the domain will do."""
        ...


class Integers:
    """Integer variables, some as numbers, the others direct."""

    def __init__(self, script: Script, numbers: Numbers, as_numbers: Container[IntVar]) -> None:
        self._script = script
        self._numbers = numbers
        self._as_numbers = as_numbers
        self._literals: dict[IntVar, dict[int, Term]] = {}
        self._declarations: dict[IntVar, dict[int, Any]] = {}  # their declarations, once asked for

    def literals(self, x: IntVar) -> dict[int, Term] | None:
        """The literal of each value of a direct variable, exactly one of them true."""
        return None if x in self._as_numbers else self._direct(x)

    def compare(self, terms: Terms, op: str, bound: int) -> Term:
        """`sum of coefficient * atom  op  bound`; every atom once, no coefficient zero."""
        direct = [
            (c, atom)
            for c, atom in terms
            if isinstance(atom, IntVar) and atom not in self._as_numbers
        ]
        if len(direct) == len(terms) == 1:
            return self._membership(*direct[0], op, bound)
        if len(direct) == len(terms) == 2 and op in ("==", "!="):
            return self._two(direct, op, bound)
        return self._numbers.compare(self._as_sum(terms), op, bound)

    def comparable(self, sums: Iterable[tuple[Terms, int]]) -> list[Term]:
        """Sums, each with a constant, as terms of one sort that are equal where the sums are."""
        return self._numbers.comparable([(self._as_sum(terms), k) for terms, k in sums])

    def product(
        self, left: tuple[Terms, int], right: tuple[Terms, int], value: tuple[Terms, int]
    ) -> Term:
        """`left * right == value` of sums, each with a constant."""
        (one, first), (other, second), (result, last) = (
            (self._as_sum(terms), constant) for terms, constant in (left, right, value)
        )
        parts = [(second * c, x) for c, x in one] + [(first * c, y) for c, y in other]
        parts += [(-c, z) for c, z in result]
        for c, x in one:
            for d, y in other:
                parts += [(c * d * k, part) for k, part in self._numbers.times(x, y)]
        return self._numbers.compare(parts, "==", last - first * second)

    def value(self, x: IntVar, model: Any, holds: Truth) -> int:
        """The variable's value in z3's model; where it has none, any will do."""
        if x in self._as_numbers:
            return self._numbers.value(x, model)
        if x not in self._declarations and x in self._literals:
            literals, context = self._literals[x].items(), self._script.context
            self._declarations[x] = {v: z3.Bool(lit, context).decl() for v, lit in literals}
        cases = self._declarations.get(x, {})
        return next((v for v, case in cases.items() if holds(case)), x.domain.lo)

    def _as_sum(self, terms: Terms) -> list[tuple[int, Any]]:
        return [(c, self._number(atom)) for c, atom in terms]

    def _number(self, atom: Atom) -> Any:
        if not isinstance(atom, IntVar):
            return self._numbers.bit(atom)
        if atom in self._as_numbers:
            return self._numbers.variable(atom)
        return self._numbers.cases(atom, self._direct(atom))

    def _membership(self, scale: int, x: IntVar, op: str, bound: int) -> Term:
        """`scale * x op bound`."""
        literals = self._direct(x)
        chosen = [lit for v, lit in literals.items() if _holds(scale * v, op, bound)]
        if 2 * len(chosen) <= len(literals):
            return disjunction(chosen)
        others = [lit for v, lit in literals.items() if not _holds(scale * v, op, bound)]
        return negated(disjunction(others))

    def _two(self, terms: Sequence[tuple[int, IntVar]], op: str, bound: int) -> Term:
        """`a*x + b*y == bound` or `!=`, value by value."""
        (a, x), (b, y) = terms
        right = self._direct(y)
        parts = []
        for value, literal in self._direct(x).items():
            quotient, remainder = divmod(bound - a * value, b)
            partner = None if remainder else right.get(quotient)
            if op == "!=":
                parts += [] if partner is None else [negated(f"(and {literal} {partner})")]
            else:
                implied = FALSE if partner is None else partner
                parts.append(f"(=> {literal} {implied})")
        return conjunction(parts)

    def _direct(self, x: IntVar) -> dict[int, Term]:
        if x not in self._literals:
            literals = {value: self._script.constant(BOOL) for value in x.domain}
            self._literals[x] = literals
            self._script.require(count([(lit, 1) for lit in literals.values()], 1, 1))
        return self._literals[x]


def _holds(value: int, op: str, bound: int) -> bool:
    match op:
        case "<=":
            return value <= bound
        case ">=":
            return value >= bound
        case "==":
            return value == bound
        case _:
            return value != bound
