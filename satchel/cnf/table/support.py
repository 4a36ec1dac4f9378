"""Support: a variable per row that fixes its values, and for each value the rows that have it.

Size: a variable a row; a clause a cell and a value of each column. Propagation: complete, but for
values that no row lists where a column has more than `WIDEST`. Row variables are one-sided unless
asked for otherwise. Source: Bacchus 2007.
"""

from __future__ import annotations

from satchel.cnf.auto import WIDEST
from satchel.cnf.context import Context
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.ir import Table

DETERMINED = "never"
PROPAGATES = "all"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Table) -> None:
    """The arguments take the values of one row."""
    columns = [context.view(arg) for arg in constraint.args]
    rows: dict[tuple[int | None, ...], list[Literal]] = {}
    for row in constraint.rows:
        cells = [
            column.eq(cell) for column, cell in zip(columns, row, strict=True) if cell is not None
        ]
        if FALSE not in cells:
            rows[row] = cells
    chosen = {row: _row(out, cells) for row, cells in rows.items()}
    out.require(*chosen.values())
    for place, column in enumerate(columns):
        # Rows exclude the values that they do not have; in a wide domain that must do.
        listed = {value for row in chosen if (value := row[place]) is not None}
        for value in column.domain if column.domain.size <= WIDEST else sorted(listed):
            having = (c for row, c in chosen.items() if row[place] in (None, value))
            out.require(-column.eq(value), *having)


def _row(out: Clauses, cells: list[Literal]) -> Literal:
    """A literal that implies all cells."""
    if len(cells) < 2:
        return cells[0] if cells else TRUE
    row = out.new()
    for cell in cells:
        out.define(-row, cell)
    if out.two_sided:
        out.define(row, *(-cell for cell in cells))
    return row
