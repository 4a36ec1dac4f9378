"""Placement: pieces of one kind on a board with holes.

count = K              K pieces, none attacking another
objective = "most"     as many as possible, none attacking another
objective = "dominate" as few as possible that together attack or occupy every square

With an objective *and* a count the question is the decision behind the objective: are there exactly
`count` pieces that dominate, or that do not attack each other? Pieces that dominate may attack
each other.

Squares are (row, column) from 1, row 1 on top, written and shown as `r1c1`, `r1c2`, ... Holes are
not squares: nothing stands there, they need not be dominated, a knight jumps over them, and the
lines of queens, rooks and bishops end at them. That pieces end each other's lines, too, makes no
difference where all are of one kind.

Models:

cells   a Boolean for each square. At most one of each clique (squares that attack each other);
        the squares are counted in the order of a clique cover (Knights: pairs of a maximum
        matching), so that an encoding of the count sees early what a part can hold: one knight
        more than the bound is refused fast that way.
groups  the same, but what is counted is the cliques of the cover that are occupied, which are as
        many as the pieces. Pieces that dominate may share a clique: there it counts squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import ClassVar, Literal

from satchel.draw import Board
from satchel.encoders._board import cell_symmetries
from satchel.encoders._pieces import Square, attacked, cliques, cover
from satchel.ir import AtMostOne, BoolExpr, Exactly, Model, Or, Sum, Symmetry
from satchel.puzzle import ParameterError, Puzzle, Shown, parameter

_SYMBOLS = {"knight": "♞", "queen": "♛", "rook": "♜", "bishop": "♝", "king": "♚"}
_HOLE = " "


@dataclass(frozen=True)
class Parameters:
    """The pieces, their board, and what is wanted of them."""

    piece: Literal["knight", "queen", "rook", "bishop", "king"] = parameter(help="what is placed")
    rows: int = parameter(help="rows of the board")
    columns: int = parameter(help="columns of the board")
    holes: tuple[str, ...] = parameter(default=(), help="places without a square, as r1c1")
    count: int | None = parameter(default=None, help="exactly so many pieces")
    objective: Literal["most", "dominate"] | None = parameter(
        default=None, help="most: that do not attack each other; dominate: fewest that reach all"
    )

    def __post_init__(self) -> None:
        for name in ("rows", "columns"):
            if getattr(self, name) < 1:
                raise ParameterError(name, f"at least 1 is expected, not {getattr(self, name)}")
        for hole in self.holes:
            square = _square(hole)
            if square is None:
                raise ParameterError("holes", f"a square as r1c1 is expected, not {hole!r}")
            if not (1 <= square[0] <= self.rows and 1 <= square[1] <= self.columns):
                words = f"{hole} is outside {self.rows} rows and {self.columns} columns"
                raise ParameterError("holes", words)
        if self.count is None and self.objective is None:
            raise ParameterError("count", "missing; a count or an objective is expected")
        if self.count is not None and self.count < 0:
            raise ParameterError("count", f"at least 0 is expected, not {self.count}")

    @cached_property
    def squares(self) -> dict[Square, str]:
        """The squares of the board with their names, row by row."""
        board = product(range(1, self.rows + 1), range(1, self.columns + 1))
        names = {square: f"r{square[0]}c{square[1]}" for square in board}
        holes = {_square(hole) for hole in self.holes}
        return {square: name for square, name in names.items() if square not in holes}


def _square(name: str) -> Square | None:
    found = re.fullmatch(r"r([1-9]\d*)c([1-9]\d*)", name, re.ASCII)
    return (int(found[1]), int(found[2])) if found else None


class Placement(Puzzle[Parameters]):
    """Pieces of one kind that do not attack each other, or that dominate the board."""

    name: ClassVar[str] = "placement"
    summary: ClassVar[str] = "chess pieces of one kind, none attacking another, or dominating all"
    parameters: ClassVar[type] = Parameters
    models: ClassVar[Mapping[str, str]] = {
        "cells": "a Boolean for each square, counted in the order of a clique cover",
        "groups": "the same, but the occupied cliques of the cover are counted",
    }

    def build(self, parameters: Parameters, model: str) -> Model:
        """The model of that name, with the cells of the board shown."""
        m = Model()
        cells = {square: m.bool(name) for square, name in parameters.squares.items()}
        for square, name in parameters.squares.items():
            m.show(name, cells[square])
        groups = cover(parameters.piece, cells)
        counted: list[BoolExpr] = [cells[square] for group in groups for square in group]
        if parameters.objective == "dominate":
            for square, others in attacked(parameters.piece, cells).items():
                reached = Or(cells[square], *(cells[other] for other in others))
                m.add(reached, label=f"{parameters.squares[square]} reached")
        else:
            for group in cliques(parameters.piece, cells):
                label = " ".join(parameters.squares[square] for square in (group[0], group[-1]))
                m.add(AtMostOne(cells[square] for square in group), label=f"one of {label}")
            if model == "groups":
                counted = [Or(cells[square] for square in group) for group in groups]
        if parameters.count is not None:
            m.add(Exactly(counted, parameters.count), label="count")
        elif parameters.objective == "dominate":
            m.minimize(Sum(counted))
        else:
            m.maximize(Sum(counted))
        return m

    def check(self, parameters: Parameters, solution: Shown) -> list[str]:
        """Count the pieces; look at them pair by pair, or at each square for a piece near it."""
        squares = parameters.squares
        names = set(squares.values())
        broken = [f"{name} has no value" for name in squares.values() if name not in solution]
        broken += [f"{name} is not a square of the board" for name in solution if name not in names]
        pieces = [square for square, name in squares.items() if solution.get(name)]
        if parameters.count not in (None, len(pieces)):
            broken.append(f"{len(pieces)} pieces, not {parameters.count}")
        if parameters.objective == "dominate":
            return broken + [
                f"{name} is neither occupied nor attacked"
                for square, name in squares.items()
                if square not in pieces and not any(_attacks(parameters, p, square) for p in pieces)
            ]
        return broken + [
            f"the pieces on {squares[one]} and {squares[other]} attack each other"
            for one, other in combinations(pieces, 2)
            if _attacks(parameters, one, other)
        ]

    def symmetries(self, parameters: Parameters) -> Iterable[Symmetry]:
        """Turns and reflections that keep the board with its holes."""
        return cell_symmetries(parameters.squares, parameters.rows, parameters.columns)

    def draw(self, parameters: Parameters, solution: Shown | None) -> Board:
        """The board with its holes and pieces."""
        board = product(range(1, parameters.rows + 1), range(1, parameters.columns + 1))
        symbols = {square: _HOLE for square in board if square not in parameters.squares}
        for square, name in parameters.squares.items():
            if solution is not None and solution.get(name):
                symbols[square] = _SYMBOLS[parameters.piece]
        return Board(parameters.rows, parameters.columns, symbols)


def _attacks(parameters: Parameters, one: Square, other: Square) -> bool:
    """Whether a piece on one square attacks the other, by the rules of chess."""
    down, right = other[0] - one[0], other[1] - one[1]
    steps = max(abs(down), abs(right))
    straight, diagonal = 0 in (down, right), abs(down) == abs(right)
    match parameters.piece:
        case "knight":
            return {abs(down), abs(right)} == {1, 2}
        case "king":
            return steps == 1
        case "rook":
            aligned = straight
        case "bishop":
            aligned = diagonal
        case "queen":
            aligned = straight or diagonal
    return aligned and all(
        (one[0] + down * step // steps, one[1] + right * step // steps) in parameters.squares
        for step in range(1, steps)
    )


puzzle = Placement()
