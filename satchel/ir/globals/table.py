"""Table: some integers take together one of the listed rows, or none of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self, TypeAlias

from satchel.errors import ModelError
from satchel.ir.core import And, BoolExpr, Expr, IntLike, Linear, LinearExpr, Or, linear
from satchel.ir.protocols import GlobalConstraint

Row: TypeAlias = tuple[int | None, ...]
"""One value per column; None stands for any value."""


class _Rows(GlobalConstraint):
    __slots__ = ("args", "rows")

    def __init__(self, args: Iterable[IntLike], rows: Iterable[Sequence[int | str | None]]) -> None:
        self.args: tuple[LinearExpr, ...] = tuple(linear(a) for a in args)
        self.rows: tuple[Row, ...] = tuple(
            tuple(None if v in (None, "*") else int(v) for v in row) for row in rows
        )
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.args):
                raise ModelError(
                    f"row {number} of a table has {len(row)} values, expected {len(self.args)}"
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
