"""A model in the terms of OR-Tools CP-SAT.

CP-SAT takes any constraint under *enforcement literals*: it holds where they are true. So a Boolean
expression that needs a literal of its own gets a variable, and its two directions are posted under
that variable and under its negation, each when it is first needed. What CP-SAT knows of global
constraints is in `_ortools_forms.py`; the others are decomposed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias

from satchel.backends._ortools_forms import FORMS
from satchel.errors import BackendError
from satchel.ir import (
    And,
    BoolConst,
    BoolExpr,
    BoolVar,
    Iff,
    Implies,
    IntExpr,
    IntVar,
    Linear,
    Not,
    Or,
    Xor,
)
from satchel.ir.bounds import allowed, terms_hull
from satchel.ir.cardinality import Cardinality
from satchel.ir.conditional import IfThenElse
from satchel.ir.core import Expr, linear
from satchel.ir.negation import negation
from satchel.ir.protocols import GlobalConstraint

cp_model: Any = import_module("ortools.sat.python.cp_model")
"""Untyped: an extra, absent where types are checked."""

Term: TypeAlias = Any
"""A literal, an integer variable, a sum or a constraint of CP-SAT's."""

POSITIVE, NEGATIVE, BOTH = 1, 2, 3
"""In which direction a literal stands for its expression: literal -> expression, or the reverse."""

_LIMIT: Final = 2**61
"""CP-SAT wants domains, and sums with their bounds, well inside 64 bits."""


class Terms:
    """Posts statements to a CP-SAT model, and knows what its variables have become."""

    def __init__(self) -> None:
        self.target = cp_model.CpModel()
        self._true = self.target.new_constant(1)
        self._integers: dict[str, Term] = {}
        self._named: dict[str, Term] = {}
        self._literals: dict[Expr, Term] = {}
        self._directions: dict[Expr, int] = {}
        self._queue: deque[tuple[BoolExpr, Term | None]] = deque()
        self._hinted: set[int] = set()

    def post(self, statement: BoolExpr) -> None:
        """Add a statement; BackendError where its numbers are beyond 64 bits."""
        self._post(statement, None)

    def assumption(self, expr: BoolExpr) -> Term:
        """A new literal that implies the expression."""
        literal = self.target.new_bool_var("")
        self._post(expr, literal)
        return literal

    def hint(self, literal: BoolExpr) -> None:
        """Suggest the value that a literal leaves its variable, where it is one value."""
        inner = literal.arg if isinstance(literal, Not) else literal
        if isinstance(inner, BoolVar):
            self._suggest(self.literal(inner), int(inner is literal))
        elif (known := allowed(inner)) is not None:
            variable, values = known
            wanted = values if inner is literal else variable.domain - values
            if wanted.size == 1 and variable.name in self._integers:
                self._suggest(self._variable(variable), wanted.lo)

    def _suggest(self, term: Term, value: int) -> None:
        """A hint for a variable that has none: CP-SAT refuses a model with two for one."""
        if term.index not in self._hinted:
            self._hinted.add(term.index)
            self.target.add_hint(term, value)

    def aim(self, sense: Literal["minimize", "maximize"], expr: IntExpr) -> None:
        """Set the objective; BackendError where its numbers are beyond 64 bits."""
        total = self.integer(expr)
        self._post_queued()
        getattr(self.target, sense)(total)

    def value(self, solver: Any, variable: BoolVar | IntVar) -> int:
        """The variable's value in the solver's answer; if nobody spoke of it, its least one."""
        if isinstance(variable, BoolVar):
            literal = self._named.get(variable.name)
            return literal is not None and bool(solver.boolean_value(literal))
        known = self._integers.get(variable.name)
        return variable.domain.lo if known is None else int(solver.value(known))

    def _post(self, expr: BoolExpr, condition: Term | None) -> None:
        """Post the expression and all that it needs; nesting has no limit."""
        self._queue.append((expr, condition))
        self._post_queued()

    def _post_queued(self) -> None:
        while self._queue:
            expr, condition = self._queue.popleft()
            for constraint in self._constraints(expr, condition):
                if condition is not None:
                    constraint.only_enforce_if(condition)

    def _constraints(self, expr: BoolExpr, condition: Term | None) -> Iterable[Term]:
        """What says that the expression holds; parts that are statements themselves are queued."""
        match expr:
            case Not() if not isinstance(negation(expr.arg), Not):
                self._queue.append((negation(expr.arg), condition))
                return []
            case And():
                self._queue.extend((arg, condition) for arg in expr.args)
                return []
            case Or():
                return [self.clause(expr.args)]
            case Implies():
                return [self.clause((~expr.left, expr.right))]
            case Iff():
                left, right = self.literals((expr.left, expr.right))
                return [self.target.add_bool_xor([left, right, self._true])]
            case Xor():
                return [self.target.add_bool_xor(self.literals(expr.args))]
            case IfThenElse():
                return [
                    self.clause((~expr.condition, expr.then)),
                    self.clause((expr.condition, expr.otherwise)),
                ]
            case Cardinality():
                return [self._cardinality(expr)]
            case Linear():
                return [self._linear(expr)]
            case GlobalConstraint():
                form = FORMS.get(type(expr))
                constraints = form(self, expr) if form else None
                if constraints is None:
                    self._queue.append((expr.decompose(), condition))
                return constraints or []
            case _:
                return [self.clause((expr,))]

    def clause(self, args: Iterable[BoolExpr]) -> Term:
        """Some argument holds."""
        return self.target.add_bool_or([self.literal(arg, POSITIVE) for arg in args])

    def literals(self, args: Iterable[BoolExpr]) -> list[Term]:
        """A literal equivalent to each argument."""
        return [self.literal(arg) for arg in args]

    def _cardinality(self, expr: Cardinality) -> Term:
        literals = self.literals(expr.args)
        lo, hi = max(expr.lo, 0), min(expr.hi, len(literals))
        if lo > hi:
            return self.clause(())
        if hi == 1:
            at = self.target.add_exactly_one if lo else self.target.add_at_most_one
            return at(literals)
        return self.target.add_linear_constraint(cp_model.LinearExpr.sum(literals), lo, hi)

    def _linear(self, expr: Linear) -> Term:
        least, greatest = terms_hull(expr.terms)
        _refuse_large(least, greatest, *(c for c, _ in expr.terms))
        total = self._sum(expr.terms)
        bound = min(max(expr.bound, least - 1), greatest + 1)
        match expr.op:
            case "<=":
                return self.target.add(total <= bound)
            case ">=":
                return self.target.add(total >= bound)
            case "==":
                return self.target.add(total == bound)
            case _:
                return self.target.add(total != bound)

    def integer(self, expr: IntExpr) -> Term:
        """A sum, as CP-SAT's linear expression."""
        total = linear(expr)
        _refuse_large(*terms_hull(total.terms, total.constant), total.constant)
        return self._sum(total.terms) + total.constant

    def _sum(self, terms: Sequence[tuple[int, Any]]) -> Term:
        parts = [
            self._variable(atom) if isinstance(atom, IntVar) else self.literal(atom)
            for _, atom in terms
        ]
        return cp_model.LinearExpr.weighted_sum(parts, [c for c, _ in terms])

    def _variable(self, x: IntVar) -> Term:
        if x.name not in self._integers:
            _refuse_large(x.domain.lo, x.domain.hi)
            domain = cp_model.Domain.from_intervals([list(pair) for pair in x.domain.intervals])
            self._integers[x.name] = self.target.new_int_var_from_domain(domain, "")
        return self._integers[x.name]

    def literal(self, expr: BoolExpr, direction: int = BOTH) -> Term:
        """A literal that stands for the expression in the given direction."""
        negated = False
        while isinstance(expr, Not):
            expr, negated = expr.arg, not negated
        if negated and direction != BOTH:
            direction ^= BOTH
        atom = self._atom(expr, direction)
        return ~atom if negated else atom

    def _atom(self, expr: BoolExpr, direction: int) -> Term:
        if isinstance(expr, BoolConst):
            return self._true if expr.value else ~self._true
        if isinstance(expr, BoolVar):
            if expr.name not in self._named:
                self._named[expr.name] = self.target.new_bool_var("")
            return self._named[expr.name]
        if expr not in self._literals:
            self._literals[expr] = self.target.new_bool_var("")
        literal = self._literals[expr]
        missing = direction & ~self._directions.get(expr, 0)
        self._directions[expr] = self._directions.get(expr, 0) | direction
        if missing & POSITIVE:
            self._queue.append((expr, literal))
        if missing & NEGATIVE:
            self._queue.append((negation(expr), ~literal))
        return literal


def _refuse_large(*numbers: int) -> None:
    for number in numbers:
        if abs(number) > _LIMIT:
            raise BackendError(f"CP-SAT computes in 64 bits: {number} is too large for it")
