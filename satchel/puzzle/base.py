"""What a puzzle offers: parameters, models, the check by its rules, a drawing.

An encoder file subclasses `Puzzle` and binds one object to the name `puzzle`. Its models may be
many, but all of them *show* the same values: the puzzle's canonical solution. `check` is written
from the puzzle's rules and never looks at a model, so that it finds a wrong model.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from satchel.draw import Drawing
from satchel.errors import InputError
from satchel.ir import Model, Symmetry
from satchel.suggest import among

Shown: TypeAlias = Mapping[str, int | bool]
"""A puzzle's canonical solution: the name of each shown value with its value."""

P = TypeVar("P")


class Puzzle(ABC, Generic[P]):
    """A family of instances; `P` is the frozen dataclass of its parameters."""

    name: ClassVar[str]
    """As on the command line; also the name of the encoder's file."""
    summary: ClassVar[str]
    """One line for `satchel list puzzles`."""
    parameters: ClassVar[type]
    """The dataclass `P`, declared with `parameter(...)`."""
    models: ClassVar[Mapping[str, str]]
    """The models' names with one line each; the first is the default."""
    endings: ClassVar[tuple[str, ...]] = ()
    """File name endings of foreign formats that `read_foreign` understands."""
    large: ClassVar[tuple[str, ...]] = ()
    """Endings of foreign files that stay files: the parameter `file` names one."""

    @abstractmethod
    def build(self, parameters: P, model: str) -> Model:
        """The model of that name."""

    @abstractmethod
    def check(self, parameters: P, solution: Shown) -> list[str]:
        """One line for each broken rule; empty if `solution` is one. Any mapping is survived."""

    @abstractmethod
    def draw(self, parameters: P, solution: Shown | None) -> Drawing:
        """The solution, or the bare instance if there is none."""

    def __repr__(self) -> str:
        return f"Puzzle({self.name})"

    def refutation(self, parameters: P) -> str | None:
        """An argument, in one line, that there is no solution, where one is seen at once.

        `solve` then answers with it; the model can still be built and exported.
        """
        return None

    def leaves_open(self, parameters: P) -> bool:
        """Whether rules are about values that are not shown, so that `check` cannot see them all.

        Then `satchel check` also asks a solver for values that complete the solution.
        """
        return False

    def symmetries(self, parameters: P) -> Iterable[Symmetry]:
        """Generators of the symmetry group: maps of shown solutions to shown solutions.

        They keep the objective, too, and hold for every model, as all show the same.
        """
        return ()

    def word(self, parameters: P, name: str) -> str:
        """What a shown name is called where words like `NAME = 3` are for people to read."""
        return name

    def read_foreign(self, text: str, ending: str) -> dict[str, Any]:
        """The parameters' plain data out of a foreign file; InputError with a line if it can't."""
        raise InputError(f"puzzle {self.name} reads no {ending} files")

    def model_name(self, name: str | None) -> str:
        """`name` checked, or the default model's name."""
        if name is None:
            return next(iter(self.models))
        if name not in self.models:
            words = among(str(name), self.models)
            raise InputError(f"puzzle {self.name} has no model {name!r} {words}")
        return name
