"""Direct: after each beginning of a row comes one of the values that continue it.

Size: no variables, a clause for each different beginning of the rows (without the last column).
Propagation: from the first column on only, so the order of the columns matters. No auxiliaries.
Source: folklore; the conflict clauses of a table (Walsh 2000), merged along a trie.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses, Literal
from satchel.ir import Table
from satchel.ir.globals.table import Row

DETERMINED = "always"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Table) -> None:
    """The arguments take the values of one row."""
    columns = [context.view(arg) for arg in constraint.args]
    if not columns or not constraint.rows:
        if not constraint.rows:
            out.require()
        return
    pending: list[tuple[list[Literal], int, tuple[Row, ...]]] = [([], 0, constraint.rows)]
    while pending:
        unless, depth, rows = pending.pop()
        if depth == len(columns):
            continue
        listed = sorted({row[depth] for row in rows} - {None})  # type: ignore[type-var]
        here = [columns[depth].eq(value) for value in listed if value is not None]
        rest = tuple(row for row in rows if row[depth] is None)
        if not rest:
            out.require(*unless, *here)
        else:
            pending.append(([*unless, *here], depth + 1, rest))
        for value, literal in zip(listed, here, strict=True):
            following = tuple(row for row in rows if row[depth] in (None, value))
            pending.append(([*unless, -literal], depth + 1, following))
