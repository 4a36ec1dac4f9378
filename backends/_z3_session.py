"""A session of z3 on a model, whatever its integers have become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from satchel.backends._z3_script import BOOL, Script, z3
from satchel.backends._z3_solver import counters
from satchel.backends._z3_terms import Terms
from satchel.backends.protocol import Statistics, Verdict
from satchel.errors import BackendError

if TYPE_CHECKING:
    from satchel.ir import BoolExpr, Model


class Z3Session:
    """One of z3's solvers, and the terms that the model's variables have become."""

    def __init__(self, model: Model, script: Script, terms: Terms, solver: Any) -> None:
        self._variables = list(model.variables.values())
        self._script = script
        self._terms = terms
        self._solver = solver
        self._selectors: dict[BoolExpr, Any] = {}
        self._assumed: Sequence[BoolExpr] = ()
        for statement in model.statements:
            script.require(terms.boolean(statement.expr))
        script.flush()

    def add(self, statement: BoolExpr) -> None:
        """Add one more constraint over the model's variables."""
        self._script.require(self._terms.boolean(statement))
        self._script.flush()

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
        """z3's counters, under z3's names where they are not everybody's."""
        return counters(self._solver)

    def close(self) -> None:
        """Free what the solver holds."""
        self._solver.reset()

    def _selector(self, expr: BoolExpr) -> Any:
        """A literal that implies the expression; cores can speak of nothing but literals."""
        if expr not in self._selectors:
            selector = self._script.constant(BOOL)
            self._script.require(f"(=> {selector} {self._terms.boolean(expr)})")
            self._script.flush()
            self._selectors[expr] = z3.Bool(selector)
        return self._selectors[expr]
