"""A session of z3 on a model, whatever its integers have become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from satchel.backends._z3_counts import Term, z3
from satchel.backends._z3_terms import Terms
from satchel.backends.protocol import Statistics, Verdict
from satchel.errors import BackendError

if TYPE_CHECKING:
    from satchel.ir import BoolExpr, Model


class Z3Session:
    """One of z3's solvers, and the terms that the model's variables have become."""

    def __init__(self, model: Model, terms: Terms, solver: Any) -> None:
        self._variables = list(model.variables.values())
        self._terms = terms
        self._solver = solver
        self._selectors: dict[BoolExpr, Term] = {}
        self._assumed: Sequence[BoolExpr] = ()
        for statement in model.statements:
            self.add(statement.expr)

    def add(self, statement: BoolExpr) -> None:
        """Add one more constraint over the model's variables."""
        self._assert(self._terms.boolean(statement))

    def solve(self, assumptions: Sequence[BoolExpr] = ()) -> Verdict:
        """Decide the statements under assumptions; BackendError, with the reason, if z3 cannot."""
        self._assumed = assumptions
        verdict = self._solver.check([self._selector(expr) for expr in assumptions])
        if verdict == z3.unknown:
            raise BackendError(f"z3 gave up: {self._solver.reason_unknown()}")
        return bool(verdict == z3.sat)

    def values(self) -> Mapping[str, int]:
        """The last solution."""
        return self._terms.values(self._variables, self._solver.model())

    def core(self) -> list[BoolExpr]:
        """Assumptions that suffice for unsatisfiability."""
        needed = {literal.get_id() for literal in self._solver.unsat_core()}
        return [expr for expr in self._assumed if self._selector(expr).get_id() in needed]

    def statistics(self) -> Statistics:
        """z3's counters, under z3's names."""
        return {key: value for key, value in self._solver.statistics() if key != "time"}

    def close(self) -> None:
        """Free what the solver holds."""
        self._solver.reset()

    def _selector(self, expr: BoolExpr) -> Term:
        """A literal that implies the expression; cores can speak of nothing but literals."""
        if expr not in self._selectors:
            selector = self._selectors[expr] = z3.FreshConst(z3.BoolSort(), "assumed")
            self._assert(z3.Implies(selector, self._terms.boolean(expr)))
        return self._selectors[expr]

    def _assert(self, term: Term) -> None:
        """Assert a term, and what must hold of variables that it has brought in."""
        self._solver.add(term)
        self._solver.add(self._terms.axioms())
