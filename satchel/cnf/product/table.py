"""Table: the rows are the factors' values with their products; by the chosen encoding of Table.

Size: that of a table with a row for each two values of the factors. Propagation: that of the table.
Auxiliaries: those of the table. Source: folklore.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses
from satchel.ir import ProductIs, Table
from satchel.ir.bounds import values

DETERMINED = "never"
PROPAGATES = "all"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: ProductIs) -> None:
    """`left * right == value`."""
    products = values(constraint.value)
    rows = [
        (a, b, a * b)
        for a in values(constraint.left)
        for b in values(constraint.right)
        if a * b in products
    ]
    context.require(Table([constraint.left, constraint.right, constraint.value], rows), out)
