"""Table: a row for each two values of the factors, with their product; by the supports of rows.

Size: that of `support` for such a table: a variable for each two values of the factors.
Propagation: complete for factors that are not the same variable. Row variables are one-sided unless
asked for otherwise. Source: folklore; Bacchus 2007 for the table.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.limits import refuse_many
from satchel.cnf.sink import Clauses
from satchel.cnf.table import support
from satchel.ir import ProductIs, Table
from satchel.ir.bounds import values

DETERMINED = "never"
PROPAGATES = "all"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: ProductIs) -> None:
    """`left * right == value`."""
    left, right = values(constraint.left), values(constraint.right)
    refuse_many(left.size * right.size, "product=table", "--set product=binary")
    products = values(constraint.value)
    rows = [(a, b, a * b) for a in left for b in right if a * b in products]
    columns = [constraint.left, constraint.right, constraint.value]
    support.encode(context, out, Table(columns, rows))
