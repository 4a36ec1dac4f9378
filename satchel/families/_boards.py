"""Boards with holes, as the puzzles of pieces and of tiles take them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
"""Row and column, from 1."""


def board(rows: int, columns: int) -> list[Square]:
    """The squares of a whole board, row by row."""
    return list(product(range(1, rows + 1), range(1, columns + 1)))


def scattered(random: Random, squares: list[Square], holes: int) -> list[Square]:
    """So many of the squares, drawn without a pattern; in order."""
    return sorted(random.sample(squares, holes))


def named(squares: Iterable[Square]) -> list[str]:
    """The squares as parameters name them: `r1c2`."""
    return [f"r{row}c{column}" for row, column in squares]


def near(square: Square) -> set[Square]:
    """The four places beside a square."""
    row, column = square
    return {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
