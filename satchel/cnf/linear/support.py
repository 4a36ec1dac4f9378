"""Support: two terms, value against value; `==` and `!=` only, else as the decision diagram.

Size: no variables, at most d1 + d2 clauses. Propagation: complete for two terms over values; what
is left to the diagram, over values, sees little more than complete assignments (`!=`: conflicts).
Auxiliaries: none for two terms. Source: Gent 2002 (support encoding); for `!=`, the conflict
(direct) encoding of Walsh 2000.
"""

from __future__ import annotations

from satchel.cnf.linear import Terms, mdd
from satchel.cnf.sink import Clauses

DETERMINED = "never"
PROPAGATES = {"<=": "total", "==": "total", "!=": "conflicts"}
NEEDS = "eq"


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    if len(terms) != 2 or op == "<=":
        mdd.encode(out, terms, op, bound)
        return
    for (c, x), (d, y) in (terms, terms[::-1]):
        for value in x.domain:
            other, rest = divmod(bound - c * value, d)
            fits = not rest and other in y.domain
            if op == "==":
                out.require(-x.eq(value), *([y.eq(other)] if fits else []))
            elif fits:
                out.require(-x.eq(value), -y.eq(other))
        if op == "!=":
            return
