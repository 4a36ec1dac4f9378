"""Queens: n queens on an n x n board, no two in one row, column or diagonal.

With queens fixed beforehand (completion), blocked squares (CSPLib 80) and excluded diagonals
(CSPLib 79). Squares are (row, column) from 1, row 1 on top, and shown as `r1c1`, `r1c2`, ...

Models, after the three formulations of the classic write-ups:

permutation  n integers: row r has its queen in column q[r]; three AllDifferents over q[r],
             q[r] + r and q[r] - r.
lines        n^2 Booleans: one queen in each row and column, at most one on each diagonal.
attack       2n integers: a square for each queen, no pair attacks. Queens are interchangeable, so
             they are ordered by row; the shown board does not depend on which queen stands where.

Public files (`.param`) are read as they are. There, [s, 1] excludes the squares with a + b = s and
[d, 0] those with a - b = d - (n - 1), where a = row - 1 and b = column - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from satchel.draw import Board
from satchel.encoders._board import cell_symmetries
from satchel.encoders._essence import read_param
from satchel.ir import (
    AllDifferent,
    And,
    AtMostOne,
    BoolExpr,
    BoolVar,
    ExactlyOne,
    Linear,
    Model,
    Not,
    Or,
    Symmetry,
)
from satchel.puzzle import ParameterError, Puzzle, Shown, parameter

Square = tuple[int, int]

_QUEEN, _BLOCKED, _EXCLUDED = "♛", "▪", "✗"


@dataclass(frozen=True)
class Parameters:
    """An n x n board and what is demanded of its squares."""

    n: int = parameter(help="rows, columns and queens")
    fixed: tuple[Square, ...] = parameter(default=(), help="squares [row, column] with a queen")
    blocked: tuple[Square, ...] = parameter(default=(), help="squares [row, column] without one")
    diagonals: tuple[tuple[int, int], ...] = parameter(
        default=(), help="diagonals without a queen, as in CSPLib 79: [s, 1] or [d, 0]"
    )
    prefix: int | None = parameter(default=None, help="keep only the first K of the diagonals")

    def __post_init__(self) -> None:
        if self.n < 1:
            raise ParameterError("n", f"at least 1 is expected, not {self.n}")
        for name in ("fixed", "blocked"):
            for square in getattr(self, name):
                if not all(1 <= coordinate <= self.n for coordinate in square):
                    raise ParameterError(name, f"{list(square)} is outside 1..{self.n}")
        for line in self.diagonals:
            if not (0 <= line[0] <= 2 * self.n - 2 and line[1] in (0, 1)):
                words = f"[0..{2 * self.n - 2}, 0 or 1] is expected, not {list(line)}"
                raise ParameterError("diagonals", words)
        if self.prefix is not None and not 0 <= self.prefix <= len(self.diagonals):
            words = f"0..{len(self.diagonals)} is expected, not {self.prefix}"
            raise ParameterError("prefix", words)

    @property
    def excluded(self) -> tuple[tuple[int, int], ...]:
        """The diagonals that count."""
        return self.diagonals if self.prefix is None else self.diagonals[: self.prefix]

    def diagonal(self, line: tuple[int, int]) -> Iterator[Square]:
        """The squares of a diagonal in the notation of CSPLib 79."""
        number, rising = line
        for a in range(self.n):
            b = number - a if rising else a - (number - (self.n - 1))
            if 0 <= b < self.n:
                yield a + 1, b + 1

    def free_of_queens(self) -> dict[Square, str]:
        """Every square on which no queen may stand, with the reason."""
        reasons = {(row, column): f"blocked {row},{column}" for row, column in self.blocked}
        for line in self.excluded:
            for square in self.diagonal(line):
                reasons.setdefault(square, f"diagonal {list(line)}")
        return reasons


class Queens(Puzzle[Parameters]):
    """n queens, with fixed queens, blocked squares and excluded diagonals."""

    name: ClassVar[str] = "queens"
    summary: ClassVar[str] = "n queens on an n x n board, none attacking another"
    parameters: ClassVar[type] = Parameters
    models: ClassVar[Mapping[str, str]] = {
        "permutation": "the column of each row's queen; three AllDifferents",
        "lines": "a Boolean for each square; at most one on each line",
        "attack": "a row and a column for each queen; no pair attacks",
    }
    endings: ClassVar[tuple[str, ...]] = (".param",)

    def build(self, parameters: Parameters, model: str) -> Model:
        """The model of that name, with the cells of the board shown."""
        return _MODELS[model](parameters)

    def check(self, parameters: Parameters, solution: Shown) -> list[str]:
        """Look at the queens one by one; pair by pair only where two are on one line."""
        names = _squares_by_name(parameters.n)
        broken = [f"{name} has no value" for name in names if name not in solution]
        broken += [f"{name} is not a square of the board" for name in solution if name not in names]
        queens = [square for name, square in names.items() if solution.get(name)]
        if len(queens) != parameters.n:
            broken.append(f"{len(queens)} queens, not {parameters.n}")
        if not _all_apart(queens):
            broken += [
                f"the queens on {_cell(*one)} and {_cell(*other)} attack each other"
                for index, one in enumerate(queens)
                for other in queens[index + 1 :]
                if _attack(one, other)
            ]
        broken += [f"no queen on {_cell(*s)}" for s in parameters.fixed if s not in queens]
        broken += [
            f"a queen on {_cell(row, column)}, which is blocked"
            for row, column in queens
            if (row, column) in parameters.blocked
        ]
        a_plus_b = {number for number, rising in parameters.excluded if rising}
        a_minus_b = {n - parameters.n + 1 for n, rising in parameters.excluded if not rising}
        broken += [
            f"a queen on {_cell(row, column)}, on an excluded diagonal"
            for row, column in queens
            if row + column - 2 in a_plus_b or row - column in a_minus_b
        ]
        return broken

    def draw(self, parameters: Parameters, solution: Shown | None) -> Board:
        """The board; of a bare instance the fixed queens."""
        symbols = dict.fromkeys(parameters.free_of_queens(), _EXCLUDED)
        symbols |= dict.fromkeys(parameters.blocked, _BLOCKED)
        if solution is None:
            symbols |= dict.fromkeys(parameters.fixed, _QUEEN)
        else:
            queens = (s for s in _squares(parameters.n) if solution.get(_cell(*s)))
            symbols |= dict.fromkeys(queens, _QUEEN)
        legend = {_BLOCKED: "blocked", _EXCLUDED: "excluded diagonal"}
        return Board(parameters.n, parameters.n, symbols, legend)

    def symmetries(self, parameters: Parameters) -> Iterable[Symmetry]:
        """Turns and reflections of the board that keep the fixed and the forbidden squares."""
        n, names = parameters.n, {s: _cell(*s) for s in _squares(parameters.n)}
        return cell_symmetries(names, n, n, parameters.fixed, parameters.free_of_queens())

    def read_foreign(self, text: str, ending: str) -> dict[str, Any]:
        """Essence parameters: `letting n = 8`, `diags = [[0, 0], ...]`, with or without letting."""
        return read_param(text)


def _permutation(parameters: Parameters) -> Model:
    model, n = Model(), parameters.n
    q = [model.int(f"q{row}", 1, n) for row in range(1, n + 1)]
    model.add(AllDifferent(q), label="columns")
    model.add(AllDifferent(q[i] + i for i in range(n)), label="rising diagonals")
    model.add(AllDifferent(q[i] - i for i in range(n)), label="falling diagonals")
    _board(model, parameters, lambda row, column: q[row - 1] == column)
    return model


def _lines(parameters: Parameters) -> Model:
    model, n = Model(), parameters.n
    cells = {square: model.bool(_cell(*square)) for square in _squares(n)}
    lines = range(1, n + 1)
    for row in lines:
        model.add(ExactlyOne(cells[row, column] for column in lines), label=f"row {row}")
    for column in lines:
        model.add(ExactlyOne(cells[row, column] for row in lines), label=f"column {column}")
    for rising, name in ((1, "rising"), (0, "falling")):
        for number in range(1, 2 * n - 2):  # the two corner diagonals are single squares
            line = [cells[square] for square in parameters.diagonal((number, rising))]
            model.add(AtMostOne(line), label=f"{name} diagonal {number}")
    _board(model, parameters, lambda row, column: cells[row, column])
    return model


def _attack_pairs(parameters: Parameters) -> Model:
    model, n = Model(), parameters.n
    x = [model.int(f"row{k}", 1, n) for k in range(1, n + 1)]
    y = [model.int(f"column{k}", 1, n) for k in range(1, n + 1)]
    for j in range(n):
        for k in range(j + 1, n):
            apart = And(
                x[j] != x[k],
                y[j] != y[k],
                x[j] + y[j] != x[k] + y[k],
                x[j] - y[j] != x[k] - y[k],
            )
            model.add(apart, label=f"queens {j + 1} and {k + 1}")
    for k in range(n - 1):
        model.add(x[k] < x[k + 1], label=f"order {k + 1}", tags=("symmetry-breaking",))

    def occupied(row: int, column: int) -> BoolExpr:
        return Or(And(x[k] == row, y[k] == column) for k in range(n))

    _board(model, parameters, occupied)
    return model


_MODELS: dict[str, Callable[[Parameters], Model]] = {
    "permutation": _permutation,
    "lines": _lines,
    "attack": _attack_pairs,
}


def _board(model: Model, parameters: Parameters, cell: Callable[[int, int], BoolExpr]) -> None:
    """Show the cells, and demand what the parameters demand of them."""
    cells = {square: cell(*square) for square in _squares(parameters.n)}
    for square, occupied in cells.items():
        model.show(_cell(*square), occupied)
    for row, column in enumerate(_interleaved(parameters.n), 1):
        if isinstance(cells[row, column], (BoolVar, Linear)):
            model.hint(cells[row, column])
    for square in parameters.fixed:
        model.add(cells[square], label=f"fixed {square[0]},{square[1]}")
    for square, reason in parameters.free_of_queens().items():
        model.add(Not(cells[square]), label=reason)


def _interleaved(n: int) -> list[int]:
    """1, 5, 2, 6, 3, 7, 4, 8: the order of values that the write-up tries first, a column a row."""
    half = (n + 1) // 2
    return [row // 2 + 1 + half * (row % 2) for row in range(n)]


def _squares(n: int) -> Iterator[Square]:
    """All squares, row by row."""
    return ((row, column) for row in range(1, n + 1) for column in range(1, n + 1))


def _cell(row: int, column: int) -> str:
    return f"r{row}c{column}"


@lru_cache(maxsize=8)
def _squares_by_name(n: int) -> Mapping[str, Square]:
    """The squares by their names: made once, because every solution of an enumeration asks."""
    return {_cell(*square): square for square in _squares(n)}


def _all_apart(queens: Sequence[Square]) -> bool:
    """Whether no two are on one row, column or diagonal: as many lines of each kind as queens."""
    return all(
        len(lines) == len(queens)
        for lines in (
            {row for row, _ in queens},
            {column for _, column in queens},
            {row + column for row, column in queens},
            {row - column for row, column in queens},
        )
    )


def _attack(one: Square, other: Square) -> bool:
    """Whether a queen on one square attacks the other, by the rules of chess."""
    down, right = other[0] - one[0], other[1] - one[1]
    return down == 0 or right == 0 or abs(down) == abs(right)


puzzle = Queens()
