"""The 35 hexominoes, and rectangles cut into different ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
Hexomino: TypeAlias = tuple[Square, ...]
"""Its squares in order, the first row and the first column being 0."""

_SQUARES = 6
_PATIENCE = 2_000
"""Pieces laid before a rectangle is begun anew."""


@cache
def hexominoes() -> tuple[Hexomino, ...]:
    """Each hexomino once, in the least of its positions, in order."""
    found: set[Hexomino] = {((0, 0),)}
    for _ in range(_SQUARES - 1):
        found = {min(_positions([*piece, more])) for piece in found for more in _around(piece)}
    return tuple(sorted(found))


def balanced(piece: Hexomino) -> bool:
    """Whether it covers three squares of each colour of a chessboard; else it is four and two."""
    return sum((row + column) % 2 for row, column in piece) == _SQUARES // 2


def drawn(piece: Hexomino) -> str:
    """The piece as a parameter of `tiling`, `XX/.X`."""
    rows, columns = (range(max(side) + 1) for side in zip(*piece, strict=True))
    return "/".join("".join(".X"[(r, c) in piece] for c in columns) for r in rows)


def cut(rows: int, columns: int, random: Random) -> list[Hexomino]:
    """Different hexominoes that cover a rectangle of 6 k squares, found at random; in order."""
    while True:
        found = _Cut(random).cover(frozenset(product(range(rows), range(columns))), frozenset())
        if found is not None:
            return sorted(found)


class _Cut:
    """One try to cover squares, given up after so many pieces."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._left = _PATIENCE

    def cover(
        self, bare: frozenset[Square], used: frozenset[Hexomino]
    ) -> frozenset[Hexomino] | None:
        """The pieces used and those that cover what is bare, column by column; None: given up."""
        if not bare:
            return used
        first = min(bare, key=lambda square: (square[1], square[0]))
        ways = _ways()
        for piece, shape in self._random.sample(ways, len(ways)):
            squares = {(first[0] + row, first[1] + column) for row, column in shape}
            if piece in used or not squares <= bare or not _divisible(bare - squares):
                continue
            self._left -= 1
            found = self.cover(bare - squares, used | {piece})
            if found is not None or self._left < 0:
                return found
        return None


@cache
def _ways() -> tuple[tuple[Hexomino, Hexomino], ...]:
    """Each hexomino in each position, moved so that the topmost of its leftmost squares is 0, 0."""
    return tuple(
        (piece, tuple((row - top, column) for row, column in position))
        for piece in hexominoes()
        for position in sorted(_positions(piece))
        for top in [min(row for row, column in position if column == 0)]
    )


def _divisible(squares: frozenset[Square]) -> bool:
    """Whether hexominoes could fill each connected part, as far as its size goes."""
    left = set(squares)
    while left:
        part = [left.pop()]
        for square in part:
            near = _around([square]) & left
            left -= near
            part += near
        if len(part) % _SQUARES:
            return False
    return True


def _around(squares: Iterable[Square]) -> set[Square]:
    inside = set(squares)
    return {
        near
        for row, column in inside
        for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
    } - inside


def _positions(squares: Iterable[Square]) -> set[Hexomino]:
    """All turns and reflections."""
    return {_moved(turned) for turned in _turns(list(squares))}


def _turns(squares: list[Square]) -> Iterator[list[Square]]:
    for _ in range(4):
        squares = [(column, -row) for row, column in squares]
        yield squares
        yield [(row, -column) for row, column in squares]


def _moved(squares: list[Square]) -> Hexomino:
    top, left = min(row for row, _ in squares), min(column for _, column in squares)
    return tuple(sorted((row - top, column - left) for row, column in squares))
