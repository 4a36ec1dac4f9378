"""Sequential weight counter: the sums of the first 1, 2, ... terms, each in unary.

Only sums that can be reached are there; those above the bound are one. Size: at most n * bound
variables and 2n * bound clauses for literals, d instead of 2 for integers of d values, and the
chains of the sums; twice as many for `==` and `!=`; refused with a SizeError beyond 1,000,000
clauses. Propagation: complete for `<=` and `!=` over literals and thresholds; the bounds of each
side for `==`. Auxiliaries are one-sided for `<=` unless asked for otherwise. Source: Hoelldobler,
Manthey and Steinke 2012.
"""

from __future__ import annotations

from functools import reduce

from satchel.cnf.linear import Terms
from satchel.cnf.linear._budget import Budget
from satchel.cnf.linear._unary import demand, leaves, merged
from satchel.cnf.sink import Clauses

DETERMINED = "never"
NEEDS = "ge"
PROPAGATES = {"<=": "all", "==": "total", "!=": "all"}


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    parts, bound = leaves(terms, bound, Budget("weightcounter", out))
    if bound < 0:
        if op != "!=":
            out.require()
        return
    (total,) = merged(out, op, bound, "weightcounter", lambda merge: [reduce(merge, parts)])
    demand(out, total, op, bound)
