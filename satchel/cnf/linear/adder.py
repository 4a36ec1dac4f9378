"""Adder: the sum in binary, from full and half adders, compared with the bound digit by digit.

Size: about one full adder (2 variables, 14 clauses) a digit of the coefficients and integers.
Propagation: by complete assignments; of `!=` every conflict is found. Auxiliaries are determined
always. The only one whose size is logarithmic in coefficients and domains. Source: Warners 1998;
Een and Sorensson 2006.
"""

from __future__ import annotations

from satchel.cnf.integer.binary import blocks, outside
from satchel.cnf.linear import Terms
from satchel.cnf.linear._digits import Columns, add, put
from satchel.cnf.sink import Clauses

DETERMINED = "always"
PROPAGATES = {"<=": "total", "==": "total", "!=": "conflicts"}
NEEDS = "bits"


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    columns, bound = _columns(terms, bound)
    digits = add(out, columns)
    top = (1 << len(digits)) - 1
    allowed = range(bound + 1) if op == "<=" else range(bound, bound + 1)
    if op == "!=":
        if 0 <= bound <= top:
            out.require(*outside(digits, bound, 0))
        return
    if bound < 0 or (op == "==" and bound > top):
        out.require()
        return
    for start, size in (*blocks(0, allowed.start - 1), *blocks(allowed.stop, top)):
        out.require(*outside(digits, start, size))


def _columns(terms: Terms, bound: int) -> tuple[Columns, int]:
    """The sum as literals in columns of weight 1, 2, 4, ..., and the bound that belongs to it."""
    columns: Columns = []
    for coefficient, x in terms:
        bound -= coefficient * x.domain.lo
        for place, bit in enumerate(x.bits()):
            weight = coefficient << place
            bound -= min(weight, 0)
            put(columns, bit if weight > 0 else -bit, abs(weight))
    return columns, bound
