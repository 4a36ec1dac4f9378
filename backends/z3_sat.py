"""`z3-sat`: z3 on the clauses, loaded as DIMACS text (a call per clause is 15 times slower).

Variable N of a DIMACS text is z3's *numbered* symbol N, which prints as `k!N` but is not the symbol
named "k!N". Variables that z3's model leaves out do not matter to any clause: they read as false.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal

from satchel.backends._always import AlwaysThere
from satchel.backends._release import release
from satchel.backends._z3_model import truth_in
from satchel.backends._z3_script import z3
from satchel.backends._z3_solver import boolean_solver, counters
from satchel.backends.protocol import Statistics, Verdict
from satchel.dimacs.writer import write_dimacs
from satchel.errors import BackendError

if TYPE_CHECKING:
    from satchel.cnf.formula import Formula


class Z3SatBackend:
    """z3 as a SAT solver."""

    name: Final = "z3-sat"
    takes: Final[Literal["formula"]] = "formula"
    incremental: Final = True
    follows_hints: Final = True
    native: Final = frozenset[str]()

    @property
    def version(self) -> str:
        """Which solver stands behind the name."""
        return release("z3-solver")

    def open(self, problem: Formula) -> Z3SatSession:
        """Load a formula."""
        problem.refuse_linear(self.name)
        return Z3SatSession(problem)


class Z3SatSession:
    """One z3 solver over Booleans named after the formula's variables."""

    def __init__(self, formula: Formula) -> None:
        self._variables = formula.variables
        self._declarations: list[Any] = []
        self._literals: dict[int, Any] = {}
        self._solver = boolean_solver()
        if formula.clauses:
            text = BytesIO()
            write_dimacs(text, formula.variables, formula.clauses, formula.chunks)
            self._solver.from_string(text.getvalue().decode())
        for literal in formula.hints:
            self._solver.set_initial_value(z3.Bool(abs(literal)), z3.BoolVal(literal > 0))

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause."""
        self._solver.add(z3.Or([self._literal(literal) for literal in clause]))

    def solve(self, assumptions: Sequence[int] = ()) -> Verdict:
        """Decide the clauses under assumptions; BackendError, with z3's reason, if it gives up."""
        verdict = self._solver.check([self._literal(literal) for literal in assumptions])
        if verdict == z3.unknown:
            raise BackendError(f"z3 gave up: {self._solver.reason_unknown()}")
        return bool(verdict == z3.sat)

    def truth(self) -> Sequence[int]:
        """The last model."""
        if not self._declarations:
            self._declarations = [z3.Bool(v).decl() for v in range(1, self._variables + 1)]
        return [False, *map(truth_in(self._solver.model()), self._declarations)]

    def core(self) -> list[int]:
        """Assumptions that suffice for unsatisfiability."""
        return [_number(literal) for literal in self._solver.unsat_core()]

    def statistics(self) -> Statistics:
        """z3's counters, under z3's names where they are not everybody's."""
        return counters(self._solver)

    def close(self) -> None:
        """Free what the solver holds."""
        self._solver.reset()

    def _literal(self, literal: int) -> Any:
        """z3's expression, remembered: making them takes most of the time of a blocking clause."""
        if literal not in self._literals:
            variable = z3.Bool(abs(literal))
            self._literals[literal] = variable if literal > 0 else z3.Not(variable)
        return self._literals[literal]


FAMILY = AlwaysThere(Z3SatBackend.name, Z3SatBackend())


def _number(literal: Any) -> int:
    if z3.is_not(literal):
        return -_number(literal.arg(0))
    return int(literal.decl().name().removeprefix("k!"))
