"""`z3-bv`: z3 on the model, every integer variable a bit-vector (see `_z3_bits.py`)."""

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
from satchel.backends._z3_use import Decompositions, counts, integer_variables

if TYPE_CHECKING:
    from satchel.ir import Model


class Z3BitVectorsBackend:
    """z3 on the model, in bit-vectors."""

    name: Final = "z3-bv"
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
        integers = Integers(script, Bits(script), integer_variables(problem))
        return Z3Session(problem, script, Terms(script, integers, decompose), solver)


FAMILY = AlwaysThere(Z3BitVectorsBackend.name, Z3BitVectorsBackend())
