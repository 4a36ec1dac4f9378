"""An instance: one puzzle with its data, and what is known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from satchel.draw import Drawing
from satchel.errors import InputError
from satchel.files import PIPE
from satchel.ir import Model
from satchel.ir.given import quoted
from satchel.puzzle.base import Puzzle, Shown
from satchel.puzzle.known import KnownAnswer
from satchel.puzzle.parameters import plain_parameters, plain_reading


@dataclass(frozen=True, repr=False)
class Instance:
    """A puzzle with read and validated parameters.

    `name` is for people (`queens/8`, `queens:n=8`) and never goes into a formula, so that the same
    instance gives the same bytes whatever the file is called.
    """

    puzzle: Puzzle[Any]
    parameters: Any
    known: KnownAnswer | None
    name: str
    slow: Mapping[str, float] = field(default_factory=dict)
    """Backends that are slow on it, with the seconds that were seen; suites leave them out."""

    def __repr__(self) -> str:
        return f"Instance({self.name})"

    def build(self, model: str | None = None) -> Model:
        """The named model of this instance, or the puzzle's default model, with its symmetries."""
        built = self.puzzle.build(self.parameters, self.puzzle.model_name(model))
        built.promise_symmetries(lambda: self.puzzle.symmetries(self.parameters))
        return built

    def check(self, solution: Shown) -> list[str]:
        """One line for each of the puzzle's rules that `solution` breaks."""
        _refuse_no_solution(solution)
        return self.puzzle.check(self.parameters, solution)

    def refutation(self) -> str | None:
        """An argument that there is no solution, where the puzzle sees one at once."""
        return self.puzzle.refutation(self.parameters)

    def word(self, name: str) -> str:
        """What a shown name is called where people read it."""
        return self.puzzle.word(self.parameters, name)

    def draw(self, solution: Shown | None = None) -> Drawing:
        """The solution, or the bare instance."""
        if solution is not None:
            _refuse_no_solution(solution)
        try:
            return self.puzzle.draw(self.parameters, solution)
        except KeyError as error:
            if solution is None:
                raise
            raise InputError(f"the solution cannot be drawn: {error} has no value") from error

    def refuse_standard_input(self, what: str) -> None:
        """InputError where the data are in standard input, which no other process reads again."""
        if plain_reading(self.parameters).get("file") == PIPE:
            raise InputError(f"{what} cannot lead back to standard input: save it in a file")

    def to_json(self) -> dict[str, Any]:
        """Plain data from which `Catalogue.revive` makes the same instance again."""
        data = {"puzzle": self.puzzle.name, "parameters": plain_parameters(self.parameters)}
        if reading := plain_reading(self.parameters):
            data["reading"] = reading
        if self.known is not None:
            data["answer"] = self.known.to_json()
        return data


def _refuse_no_solution(solution: object) -> None:
    if not isinstance(solution, Mapping):
        raise InputError(f"a solution is a mapping from shown names, not {quoted(solution)}")
