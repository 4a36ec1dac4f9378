"""`z3` on the model itself: no clauses, z3's own theories (how, is said in `_z3_terms.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from satchel.backends._z3_counts import z3
from satchel.backends._z3_solver import boolean_solver
from satchel.backends._z3_terms import Terms
from satchel.backends.protocol import Statistics, Verdict
from satchel.errors import BackendError

if TYPE_CHECKING:
    from satchel.ir import BoolExpr, Model


class Z3Backend:
    """z3 on the model."""

    name: Final = "z3"
    takes: Final[Literal["model"]] = "model"
    incremental: Final = True

    def open(self, problem: Model) -> Z3Session:
        """Load a model's statements."""
        return Z3Session(problem)


class Z3Session:
    """One z3 solver, and the terms its variables have become."""

    def __init__(self, model: Model) -> None:
        statements = [statement.expr for statement in model.statements]
        self._variables = list(model.variables.values())
        self._terms = Terms(statements)
        self._solver = z3.Solver() if self._terms.theory == "integers" else boolean_solver()
        self._assumed: list[tuple[Any, BoolExpr]] = []
        for statement in statements:
            self.add(statement)

    def add(self, statement: BoolExpr) -> None:
        """Add one more constraint over the model's variables."""
        self._solver.add(self._terms.boolean(statement))
        self._settle()

    def solve(self, assumptions: Sequence[BoolExpr] = ()) -> Verdict:
        """Decide the statements under assumptions; BackendError, if z3 gives up."""
        self._assumed = [
            (z3.FreshConst(z3.BoolSort(), "assumed"), expression) for expression in assumptions
        ]
        for literal, expression in self._assumed:
            self._solver.add(z3.Implies(literal, self._terms.boolean(expression)))
        self._settle()
        verdict = self._solver.check([literal for literal, _ in self._assumed])
        if verdict == z3.unknown:
            raise BackendError(f"z3 gave up: {self._solver.reason_unknown()}")
        return bool(verdict == z3.sat)

    def values(self) -> Mapping[str, int]:
        """The last solution."""
        return self._terms.values(self._variables, self._solver.model())

    def core(self) -> list[BoolExpr]:
        """Assumptions that suffice for unsatisfiability."""
        needed = {literal.get_id() for literal in self._solver.unsat_core()}
        return [expr for literal, expr in self._assumed if literal.get_id() in needed]

    def statistics(self) -> Statistics:
        """z3's counters, under z3's names."""
        return {key: value for key, value in self._solver.statistics() if key != "time"}

    def close(self) -> None:
        """Free what the solver holds."""
        self._solver.reset()

    def _settle(self) -> None:
        """Assert what the terms say about variables that are new since the last time."""
        self._solver.add(self._terms.axioms)
        self._terms.axioms.clear()


class Z3Family:
    """z3 comes with Satchel."""

    def names(self) -> list[str]:
        """Its one name."""
        return ["z3"]

    def unavailable(self) -> dict[str, str]:
        """Nothing: z3 is a dependency."""
        return {}

    def find(self, name: str) -> Z3Backend | None:
        """The backend of that name."""
        return Z3Backend() if name == "z3" else None


FAMILY = Z3Family()
