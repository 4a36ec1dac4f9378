"""A model's session in terms of the model before the passes, for backends that take it as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import invert
from typing import TYPE_CHECKING, Any

from satchel.backends.protocol import ModelSession, Statistics, Verdict
from satchel.cnf.blocking import choices
from satchel.ir import BoolConst, BoolExpr, Model, Or, Values
from satchel.passes import undo_passes
from satchel.tasks.cubes import Cubes

if TYPE_CHECKING:
    from satchel.tasks.session import Assumption


class OnModel:
    """A model's session in terms of the model before the passes."""

    def __init__(self, session: ModelSession, model: Model, undo: list[Any]) -> None:
        self.session = session
        self.model = model
        self._undo = undo
        self._values: Values = {}
        self._core: list[Assumption] = []
        self._cubes = Cubes[BoolExpr]([], invert, 1)
        self._cube: list[BoolExpr] = []

    def solve(self, assumptions: Sequence[Assumption] = ()) -> Verdict:
        """Decide the statements; an assumption against a constant needs no solver."""
        meant: dict[BoolExpr, Assumption] = {}
        for assumption in assumptions:
            name, value = assumption
            expr = self.model.shown[name]
            if not isinstance(expr, BoolExpr):
                raise TypeError(f"{name} is an integer")
            if isinstance(expr, BoolConst):
                if expr.value != value:
                    self._core = [assumption]
                    return False
            else:
                meant[expr if value else ~expr] = assumption
        verdict = self.session.solve([*meant, *self._cube])
        if verdict is False:
            self._core = [meant[x] for x in self.session.core() if x in meant] if meant else []
        return verdict

    def core(self) -> list[Assumption]:
        """Assumptions that suffice for unsatisfiability."""
        return list(self._core)

    def solution(self) -> tuple[dict[str, int], None]:
        """The values of the model's variables."""
        self._values = self.session.values()
        return undo_passes(self._undo, self._values), None

    def block(self) -> None:
        """Exclude the shown solution just found."""
        self.session.add(excluding(self.model, self._values))

    def split(self, parts: int) -> int:
        """Split by what is shown, in the order in which it is shown."""
        self._cubes = Cubes(choices(self.model, parts), invert, parts)
        return len(self._cubes)

    def enter(self, cube: int) -> None:
        """Assume this cube."""
        self._cube = self._cubes.literals(cube)

    def statistics(self) -> Statistics:
        """The solver's own numbers."""
        return self.session.statistics()

    def close(self) -> None:
        """Free the solver."""
        self.session.close()


def excluding(model: Model, values: Values) -> BoolExpr:
    """What excludes the shown solution that the values stand for, and no other."""
    shown: Mapping[str, Any] = model.shown_values(values)
    differences: list[BoolExpr] = []
    for name, expr in model.shown.items():
        if isinstance(expr, BoolExpr):
            differences.append(~expr if shown[name] else expr)
        else:
            differences.append(expr != shown[name])
    return Or(differences)
