"""Latin square: each symbol once in every row and column, perhaps partly filled in; sudoku.

Symbols are 1..n. `box = [rows, columns]` divides the square into boxes of that size, each of which
holds every symbol, too: `n = 9, box = [3, 3]` is sudoku. `given` is the square row by row, blanks
as dots, separated by blanks or not where symbols have one digit: `"53..7.... 6..195..."`. Shown is
the symbol of each cell, `r1c1`, row 1 on top.

Models:

cells      an integer for each cell, its symbol; AllDifferents over rows, columns and boxes.
positions  the same, and an integer for each symbol and row, the column where it stands; the
           columns of a symbol differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from typing import ClassVar

from satchel.draw import Board
from satchel.encoders._board import turns
from satchel.ir import IMPLIED, AllDifferent, IntVar, Inverse, Model, Permuted, Symmetry
from satchel.puzzle import ParameterError, Puzzle, Shown, parameter

Cell = tuple[int, int]
_BLANK = "."


@dataclass(frozen=True)
class Parameters:
    """The size of the square, its boxes, and what is given."""

    n: int = parameter(help="rows, columns and symbols")
    box: tuple[int, int] | None = parameter(
        default=None, help="boxes of [rows, columns] hold each symbol, too"
    )
    given: str = parameter(default="", help="the square row by row, dots for blanks")

    def __post_init__(self) -> None:
        if self.n < 1:
            raise ParameterError("n", f"at least 1 is expected, not {self.n}")
        if self.box is not None and (min(self.box) < 1 or self.box[0] * self.box[1] != self.n):
            raise ParameterError("box", f"[rows, columns] with {self.n} cells is expected")
        if self.symbols and len(self.symbols) != self.n**2:
            words = f"{self.n**2} symbols and dots are expected, not {len(self.symbols)}"
            raise ParameterError("given", words)
        for symbol in self.symbols:
            if symbol != _BLANK and not (symbol.isdecimal() and 1 <= int(symbol) <= self.n):
                raise ParameterError("given", f"{symbol!r} is neither 1..{self.n} nor a dot")

    @cached_property
    def symbols(self) -> list[str]:
        """What stands in the cells at the beginning, row by row; nothing where none is given."""
        words = self.given.split()
        return words if self.n > 9 else list("".join(words))

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells, row by row."""
        return product(range(1, self.n + 1), range(1, self.n + 1))

    @property
    def known(self) -> dict[Cell, int]:
        """The cells that are filled in."""
        pairs = zip(self.cells, self.symbols, strict=False)
        return {cell: int(symbol) for cell, symbol in pairs if symbol != _BLANK}

    @property
    def lines(self) -> Iterator[tuple[str, list[Cell]]]:
        """Rows, columns and boxes, with their names."""
        sides = range(1, self.n + 1)
        for side in sides:
            yield f"row {side}", [(side, other) for other in sides]
            yield f"column {side}", [(other, side) for other in sides]
        if self.box is not None:
            height, width = self.box
            for top, left in product(range(0, self.n, height), range(0, self.n, width)):
                inside = product(range(1, height + 1), range(1, width + 1))
                name = f"box {top // height + 1},{left // width + 1}"
                yield name, [(top + row, left + column) for row, column in inside]


class LatinSquare(Puzzle[Parameters]):
    """Latin squares and sudoku."""

    name: ClassVar[str] = "latin_square"
    summary: ClassVar[str] = "each symbol once in every row and column (and box: sudoku)"
    parameters: ClassVar[type] = Parameters
    models: ClassVar[Mapping[str, str]] = {
        "cells": "an integer for each cell; AllDifferents",
        "positions": "the same, and where each symbol stands in each row",
    }

    def build(self, parameters: Parameters, model: str) -> Model:
        """The model of that name, with the cells shown."""
        square = Model()
        cells = {cell: square.int(_name(cell), 1, parameters.n) for cell in parameters.cells}
        for label, line in parameters.lines:
            square.add(AllDifferent(cells[cell] for cell in line), label=label)
        if model == "positions":
            _add_positions(square, parameters.n, cells)
        for cell, symbol in parameters.known.items():
            square.add(cells[cell] == symbol, label=f"given {_name(cell)}")
        for cell, variable in cells.items():
            square.show(_name(cell), variable)
        return square

    def check(self, parameters: Parameters, solution: Shown) -> list[str]:
        """Look at every line and box, and at what was given."""
        names = {_name(cell): cell for cell in parameters.cells}
        broken = [f"{name} has no value" for name in names if name not in solution]
        broken += [f"{name} is not a cell of the square" for name in solution if name not in names]
        every = set(range(1, parameters.n + 1))
        for label, line in parameters.lines:
            found = [solution.get(_name(cell)) for cell in line]
            if set(found) != every:
                broken.append(f"{label} holds {found}")
        broken += [
            f"{_name(cell)} is not {symbol}"
            for cell, symbol in parameters.known.items()
            if solution.get(_name(cell)) != symbol
        ]
        return broken

    def symmetries(self, parameters: Parameters) -> Iterable[Symmetry]:
        """Symbols that are not given may change places; an empty square may be turned."""
        free = sorted(set(range(1, parameters.n + 1)) - set(parameters.known.values()))
        for one, other in pairwise(free):
            swap = ((one, other), (other, one))
            table = (*swap, *((v, v) for v in range(1, parameters.n + 1) if v not in (one, other)))
            images = {_name(cell): Permuted(_name(cell), table) for cell in parameters.cells}
            yield Symmetry(f"{one} and {other}", images)
        if parameters.known:
            return
        square = parameters.box is None or parameters.box[0] == parameters.box[1]
        # Boxes that are not square lie down where rows and columns are exchanged.
        for label, turn in turns(parameters.n, parameters.n, lambda t: square or not t.swapped):
            yield Symmetry(label, {_name(cell): _name(turn(cell)) for cell in parameters.cells})

    def draw(self, parameters: Parameters, solution: Shown | None) -> Board:
        """The square; of a bare instance what is given."""
        symbols = {cell: str(symbol) for cell, symbol in parameters.known.items()}
        if solution is not None:
            symbols = {cell: str(solution[_name(cell)]) for cell in parameters.cells}
        return Board(parameters.n, parameters.n, symbols)


def _add_positions(square: Model, n: int, cells: Mapping[Cell, IntVar]) -> None:
    """For each symbol and row its column, tied to the cells of the row."""
    sides = range(1, n + 1)
    stands = {(s, r): square.int(f"{s} in row {r}", 0, n - 1) for s in sides for r in sides}
    for row in sides:
        left = [cells[row, column] - 1 for column in sides]
        label = f"positions in row {row}"
        square.add(Inverse(left, [stands[s, row] for s in sides]), label=label)
    for symbol in sides:
        columns = AllDifferent(stands[symbol, row] for row in sides)
        square.add(columns, label=f"columns of {symbol}", tags=(IMPLIED,))


def _name(cell: Cell) -> str:
    return f"r{cell[0]}c{cell[1]}"


puzzle = LatinSquare()
