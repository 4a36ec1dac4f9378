"""Product: the literals in a rectangle, at most one row and at most one column of it.

Size: about 2 sqrt(n) variables, 2n + 4 sqrt(n) clauses. Propagation: complete. Auxiliaries are
determined under exactly-one. Rows and columns are encoded the same way, up to six pairwise.
Source: Chen 2010.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import isqrt

from satchel.cnf.amo import pairwise
from satchel.cnf.sink import Clauses, Literal

DETERMINED = "under exactly-one"
PROPAGATES = "all"

SMALL = 6
"""Up to so many literals, pairwise needs no more clauses than the rectangle."""


def encode(out: Clauses, literals: Sequence[Literal]) -> None:
    """At most one of the literals."""
    if len(literals) <= SMALL:
        pairwise.encode(out, literals)
        return
    height = isqrt(len(literals) - 1) + 1
    width = -(-len(literals) // height)
    rows = [out.new() for _ in range(height)]
    columns = [out.new() for _ in range(width)]
    negated = array("i", (-literal for literal in literals))
    places = range(len(literals))
    out.define_columns(negated, array("i", (rows[place // width] for place in places)))
    out.define_columns(negated, array("i", (columns[place % width] for place in places)))
    if out.two_sided:
        for number, row in enumerate(rows):
            out.define(-row, *literals[number * width : (number + 1) * width])
        for number, column in enumerate(columns):
            out.define(-column, *literals[number::width])
    encode(out, rows)
    encode(out, columns)
