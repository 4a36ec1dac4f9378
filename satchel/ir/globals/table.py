"""Table: some integers take together one of the listed rows, or none of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Self, TypeAlias

from satchel.errors import ModelError
from satchel.ir.core import And, BoolExpr, Expr, IntLike, Linear, LinearExpr, Or, integers
from satchel.ir.given import as_integer, quoted, sequence
from satchel.ir.protocols import GlobalConstraint

Row: TypeAlias = tuple[int | None, ...]
"""One value per column; None stands for any value."""


_WRONG: Final = object()
"""Stands for what is no value."""


class _Rows(GlobalConstraint):
    __slots__ = ("args", "rows")

    def __init__(self, args: Iterable[IntLike], rows: Iterable[Sequence[int | str | None]]) -> None:
        self.args: tuple[LinearExpr, ...] = integers(args, "the arguments of a table")
        self.rows: tuple[Row, ...] = tuple(
            _row(number, row, len(self.args))
            for number, row in enumerate(sequence(rows, "the rows of a table", dimensions=2), 1)
        )

    def children(self) -> tuple[Expr, ...]:
        return self.args

    def data(self) -> tuple[Any, ...]:
        return self.rows

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(children, data)

    def _listed(self, values: Sequence[int]) -> bool:
        return any(
            all(cell is None or cell == value for cell, value in zip(row, values, strict=True))
            for row in self.rows
        )

    def _cells(self, row: Row, op: str) -> list[BoolExpr]:
        return [
            Linear(arg.terms, op, cell - arg.constant)
            for arg, cell in zip(self.args, row, strict=True)
            if cell is not None
        ]


def _row(number: int, given: object, width: int) -> Row:
    """A row as it is kept; ModelError, which names row, column and value, where it is none."""
    cells = given if type(given) is tuple else sequence(given, f"row {number} of a table")
    row = tuple(map(_cell, cells))
    if len(row) != width:
        raise ModelError(f"row {number} of a table has {len(row)} values, expected {width}")
    if _WRONG in row:
        column = row.index(_WRONG)
        raise ModelError(
            f"row {number}, column {column + 1} of a table: "
            f'an integer, None or "*" is expected, not {quoted(cells[column])}'
        )
    return row


def _cell(given: object) -> Any:
    if given is None or (type(given) is int and -(2**64) < given < 2**64):
        return given
    if isinstance(given, str) and given == "*":
        return None
    number = as_integer(given)
    return _WRONG if number is None else number


class Table(_Rows):
    """The arguments take the values of one of the rows; None or "*" in a row is any value."""

    __slots__ = ()
    kind = "table"

    def holds(self, values: Sequence[int]) -> bool:
        return self._listed(values)

    def decompose(self) -> BoolExpr:
        return Or(And(self._cells(row, "==")) for row in self.rows)

    def negation(self) -> NegativeTable:
        """The negative table of the same rows."""
        return NegativeTable(self.args, self.rows)


class NegativeTable(_Rows):
    """The arguments take the values of none of the rows; None or "*" in a row is any value."""

    __slots__ = ()
    kind = "negative_table"

    def holds(self, values: Sequence[int]) -> bool:
        return not self._listed(values)

    def decompose(self) -> BoolExpr:
        return And(Or(self._cells(row, "!=")) for row in self.rows)

    def negation(self) -> Table:
        """The positive table of the same rows."""
        return Table(self.args, self.rows)
