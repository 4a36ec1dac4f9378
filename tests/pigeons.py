"""A puzzle for tests: pigeons in holes, each hole for one. Hard where there is a hole too few."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from satchel.draw import Board
from satchel.ir import AtMostOne, Model, Or
from satchel.puzzle import Puzzle, Shown, parameter


@dataclass(frozen=True)
class Parameters:
    pigeons: int = parameter(help="so many")
    holes: int = parameter(help="so many")


class Pigeons(Puzzle[Parameters]):
    name: ClassVar[str] = "pigeons"
    summary: ClassVar[str] = "every pigeon in a hole of its own"
    parameters: ClassVar[type] = Parameters
    models: ClassVar[Mapping[str, str]] = {"sits": "a Boolean for each pigeon and hole"}

    def build(self, parameters: Parameters, model: str) -> Model:
        m = Model()
        sits = [
            [m.bool(f"p{i}h{j}") for j in range(parameters.holes)]
            for i in range(parameters.pigeons)
        ]
        for row in sits:
            m.add(Or(row))
        for hole in zip(*sits, strict=True):
            m.add(AtMostOne(hole))
        for row in sits:
            for variable in row:
                m.show(variable.name, variable)
        return m

    def check(self, parameters: Parameters, solution: Shown) -> list[str]:
        return [
            f"pigeon {i} sits nowhere"
            for i in range(parameters.pigeons)
            if not any(solution.get(f"p{i}h{j}") for j in range(parameters.holes))
        ]

    def draw(self, parameters: Parameters, solution: Shown | None) -> Board:
        return Board(1, 1, {})


puzzle = Pigeons()
