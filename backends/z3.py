"""`z3` on the model itself: no clauses, z3's own theories; numbers are its unbounded integers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from satchel.backends._always import AlwaysThere
from satchel.backends._release import release
from satchel.backends._z3_hints import suggest
from satchel.backends._z3_integers import Integers
from satchel.backends._z3_optimiser import Z3Optimiser
from satchel.backends._z3_script import Script
from satchel.backends._z3_session import Z3Session
from satchel.backends._z3_solver import arithmetic_solver, boolean_solver
from satchel.backends._z3_terms import Terms
from satchel.backends._z3_unbounded import Unbounded
from satchel.backends._z3_use import Decompositions, arithmetic

if TYPE_CHECKING:
    from satchel.ir import Model


class Z3Backend:
    """z3 on the model."""

    name: Final = "z3"
    takes: Final[Literal["model"]] = "model"
    incremental: Final = True
    follows_hints: Final = True

    @property
    def version(self) -> str:
        """Which solver stands behind the name."""
        return release("z3-solver")

    def open(self, problem: Model) -> Z3Session:
        """Load a model's statements."""
        decompose = Decompositions()
        numbers = arithmetic(problem, decompose)
        solver = arithmetic_solver() if numbers else boolean_solver()
        script = Script(solver)
        integers = Integers(script, Unbounded(script), numbers)
        terms = Terms(script, integers, decompose)
        session = Z3Session(problem, script, terms, solver)
        suggest(problem.hints, solver, script, terms)
        return session

    def optimiser(self, problem: Model) -> Z3Optimiser:
        """Load a model with its objective."""
        return Z3Optimiser(problem)


FAMILY = AlwaysThere(Z3Backend.name, Z3Backend())
