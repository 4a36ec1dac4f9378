"""Boards of queens: a random solution, and squares that are open to queens."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
"""Row and column, from 1."""

_SWAPS = 100
"""Swaps tried, for each queen, until a placement is begun anew."""


def random_solution(n: int, random: Random) -> list[int]:
    """The column of each row's queen, from 1, for n of 4 or more; none attacks another.

    Swaps of two rows' queens that lessen the conflicts on diagonals (Sosic and Gu 1990).
    """
    while True:
        queens = list(range(1, n + 1))
        random.shuffle(queens)
        board = _Diagonals(queens)
        for _ in range(_SWAPS * n):
            if not board.conflicts:
                return queens
            one, other = random.sample(range(n), 2)
            before = board.conflicts
            board.swap(one, other)
            if board.conflicts > before:
                board.swap(one, other)


class _Diagonals:
    """How many queens stand on each diagonal; a conflict is a queen more than one."""

    def __init__(self, queens: list[int]) -> None:
        self._queens = queens
        self._number: dict[tuple[bool, int], int] = {}
        self.conflicts = 0
        for row in range(len(queens)):
            self._put(row)

    def swap(self, one: int, other: int) -> None:
        """Exchange the columns of two rows' queens."""
        queens = self._queens
        for row in (one, other):
            self._take(row)
        queens[one], queens[other] = queens[other], queens[one]
        for row in (one, other):
            self._put(row)

    def _lines(self, row: int) -> tuple[tuple[bool, int], tuple[bool, int]]:
        column = self._queens[row]
        return (True, row + column), (False, row - column)

    def _put(self, row: int) -> None:
        for line in self._lines(row):
            standing = self._number.get(line, 0)
            self._number[line] = standing + 1
            self.conflicts += standing > 0

    def _take(self, row: int) -> None:
        for line in self._lines(row):
            self._number[line] -= 1
            self.conflicts -= self._number[line] > 0


def open_squares(queens: list[int], for_each: int, random: Random) -> set[Square]:
    """The squares of a solution, and others at random, so many in a row on average."""
    n = len(queens)
    chance = (for_each - 1) / n
    return {
        (row, column)
        for row, queen in enumerate(queens, 1)
        for column in range(1, n + 1)
        if column == queen or random.random() < chance
    }


def distances(n: int) -> int:
    """What the squares of the distances of all queens' diagonals from the centre come to.

    A queen in row r and column c is on the falling diagonal r - c and on the rising one
    r + c - (n + 1), 0 being the longest of each kind. With m = (n + 1) / 2 the squares of both add
    up to 2 (r - m)^2 + 2 (c - m)^2, and every placement has all rows and all columns.
    """
    return n * (n * n - 1) // 3


def least_distances(n: int, allowed: set[int]) -> int:
    """The least sum of squares of the numbers of n different diagonals, of those that are allowed.

    ValueError where there are fewer.
    """
    if len(allowed) < n:
        raise ValueError(f"{n} queens need as many diagonals, not {len(allowed)}")
    return sum(sorted(number * number for number in allowed)[:n])


def too_far(n: int, random: Random) -> tuple[list[int], list[int]]:
    """Falling and rising diagonals near the centre, without which no placement is possible.

    The queens stand on different diagonals; without these the least sum of squares of their numbers
    is more than every placement has (see `distances`). What is left out is drawn at random, the
    diagonals near the centre first, until that is so.
    """
    numbers = range(-(n - 1), n)
    allowed = (set(numbers), set(numbers))
    taken: tuple[list[int], list[int]] = ([], [])
    drawn = [(abs(d) + random.uniform(0, n / 5), kind, d) for kind in (0, 1) for d in numbers]
    for _, kind, number in sorted(drawn):
        if sum(least_distances(n, each) for each in allowed) > distances(n):
            break
        allowed[kind].discard(number)
        taken[kind].append(number)
    return taken
