"""SMT-LIB text on its way into one of z3's solvers.

Expressions are made as text and read by z3's own parser: making them one by one through z3py takes
seven to fourteen times as long, through z3's C interface about four (`benchmarks/z3_building.py`).
A parser context keeps what was declared and defined before, so that a session can go on for ever.
Names are numbers: a model's own names may hold what SMT-LIB cannot quote.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, TypeAlias

z3: Any = import_module("z3")
"""Untyped: z3's own annotations are unions so wide that nothing checks against them."""

Term: TypeAlias = str
"""An expression in SMT-LIB."""

TRUE: Final = "true"
FALSE: Final = "false"
BOOL: Final = "Bool"
INT: Final = "Int"

_LONG: Final = 60
"""Longer text gets a name, so that shared expressions stay shared and nesting stays flat."""


class Script:
    """Declarations, definitions and assertions; `flush` hands them to the solver."""

    def __init__(self, solver: Any) -> None:
        self._solver = solver
        self._parser = z3.ParserContext(solver.ctx)
        self._lines: list[str] = []
        self._names = 0

    @property
    def context(self) -> Any:
        """The solver's own, to which all its expressions belong."""
        return self._solver.ctx

    def constant(self, sort: str) -> Term:
        """A new constant."""
        name = self._new_name()
        self._lines.append(f"(declare-fun {name} () {sort})")
        return name

    def named(self, term: Term, sort: str) -> Term:
        """The term, or a name for it where it is long."""
        if len(term) <= _LONG:
            return term
        name = self._new_name()
        self._lines.append(f"(define-fun {name} () {sort} {term})")
        return name

    def require(self, term: Term) -> None:
        """Assert that the term is true."""
        self._lines.append(f"(assert {term})")

    def flush(self) -> None:
        """Assert in the solver what has been required since the last time."""
        if self._lines:
            for assertion in self._parser.from_string("\n".join(self._lines)):
                self._solver.add(assertion)
            self._lines.clear()

    def read(self, terms: Sequence[Term]) -> list[Any]:
        """The terms as z3's expressions, without asserting any."""
        self.flush()
        return list(self._parser.from_string("\n".join(f"(assert {term})" for term in terms)))

    def _new_name(self) -> str:
        self._names += 1
        return f"k{self._names}"


def negated(term: Term) -> Term:
    return f"(not {term})"


def conjunction(terms: Sequence[Term]) -> Term:
    """True without terms."""
    return applied("and", terms) if terms else TRUE


def disjunction(terms: Sequence[Term]) -> Term:
    """False without terms."""
    return applied("or", terms) if terms else FALSE


def parity(terms: Sequence[Term]) -> Term:
    """Whether an odd number of the terms is true."""
    return applied("xor", terms) if terms else FALSE


def applied(operator: str, terms: Sequence[Term]) -> Term:
    """An associative operator on one term or more."""
    return f"({operator} {' '.join(terms)})" if len(terms) > 1 else terms[0]


def compared(left: Term, op: str, right: Term) -> Term:
    """`=`, `<=` and `>=` as SMT-LIB writes them; `!=` is what `distinct` says of two."""
    return f"({_OPERATORS[op]} {left} {right})"


_OPERATORS: Final = {"<=": "<=", ">=": ">=", "==": "=", "!=": "distinct"}
