"""Random Latin squares."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TypeAlias

Square: TypeAlias = list[list[int]]
"""A Latin square of the symbols 0..n-1, row by row."""

Cell: TypeAlias = tuple[int, int, int]
"""A row, a column and a symbol, from 0."""


def random_square(n: int, random: Random) -> Square:
    """A Latin square from a walk of $n^3$ steps at least (Jacobson and Matthews 1996).

    The limit of longer and longer walks is uniform over all Latin squares of order `n`, which is
    at least 2.
    """
    cube = _Cube(n)
    walked = 0
    while walked < n**3 or cube.negative is not None:
        cube.step(random)
        walked += 1
    return cube.square()


class _Cube:
    """A Latin square as n x n x n zeros and ones that sum to 1 along each line.

    On the way one cell may be -1 (an improper square); the next step begins there.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.negative: Cell | None = None
        self._ones: list[dict[tuple[int, int], list[int]]] = [
            {(one, other): [] for one in range(n) for other in range(n)} for _ in range(3)
        ]
        for row, column in product(range(n), repeat=2):
            self._add((row, column, (row + column) % n))

    def step(self, random: Random) -> None:
        """Add 1 to a cell that is 0 or -1, and to and from others so that all sums stay 1."""
        if self.negative is None:
            cell = self._zero(random)
            self._add(cell)
            lines = [[one for one in line if one != at] for line, at in self._through(cell)]
        else:
            cell = self.negative
            lines = [line for line, _ in self._through(cell)]
        row, column, symbol = cell
        other_row, other_column, other_symbol = map(random.choice, lines)
        self._remove((other_row, column, symbol))
        self._remove((row, other_column, symbol))
        self._remove((row, column, other_symbol))
        self._add((row, other_column, other_symbol))
        self._add((other_row, column, other_symbol))
        self._add((other_row, other_column, symbol))
        opposite = (other_row, other_column, other_symbol)
        if other_symbol in self._ones[2][other_row, other_column]:
            self._remove(opposite)
            self.negative = None
        else:
            self.negative = opposite

    def square(self) -> Square:
        """The square, where no cell is negative."""
        return [
            [self._ones[2][row, column][0] for column in range(self.n)] for row in range(self.n)
        ]

    def _zero(self, random: Random) -> Cell:
        while True:
            row, column, symbol = (random.randrange(self.n) for _ in range(3))
            if symbol not in self._ones[2][row, column]:
                return row, column, symbol

    def _through(self, cell: Cell) -> list[tuple[list[int], int]]:
        """The ones of the three lines through a cell, each with the cell's own place there."""
        row, column, symbol = cell
        return [
            (self._ones[0][column, symbol], row),
            (self._ones[1][row, symbol], column),
            (self._ones[2][row, column], symbol),
        ]

    def _add(self, cell: Cell) -> None:
        for ones, at in self._through(cell):
            ones.append(at)

    def _remove(self, cell: Cell) -> None:
        for ones, at in self._through(cell):
            ones.remove(at)
