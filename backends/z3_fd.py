"""`z3-fd`: z3 on the model in finite domains.

An integer variable is a Boolean for each value where only values are compared, and a bit-vector
where there is arithmetic; z3 turns all of it into clauses and pseudo-Boolean constraints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from satchel.backends._always import AlwaysThere
from satchel.backends._release import release
from satchel.backends._z3_bits import Bits
from satchel.backends._z3_integers import Integers
from satchel.backends._z3_script import Script
from satchel.backends._z3_session import Z3Session
from satchel.backends._z3_solver import clausal_solver, counting_solver
from satchel.backends._z3_terms import Terms
from satchel.backends._z3_use import Decompositions, arithmetic, counts

if TYPE_CHECKING:
    from satchel.ir import Model


class Z3FiniteDomainsBackend:
    """z3 on the model, in finite domains."""

    name: Final = "z3-fd"
    takes: Final[Literal["model"]] = "model"
    incremental: Final = True
    follows_hints: Final = False

    @property
    def version(self) -> str:
        """Which solver stands behind the name."""
        return release("z3-solver")

    def open(self, problem: Model) -> Z3Session:
        """Load a model's statements."""
        decompose = Decompositions()
        solver = counting_solver() if counts(problem, decompose) else clausal_solver()
        script = Script(solver)
        integers = Integers(script, Bits(script), arithmetic(problem, decompose))
        return Z3Session(problem, script, Terms(script, integers, decompose), solver)


FAMILY = AlwaysThere(Z3FiniteDomainsBackend.name, Z3FiniteDomainsBackend())
