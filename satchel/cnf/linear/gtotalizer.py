"""Generalised totalizer: a balanced tree, whose nodes are the sums that can be reached, in unary.

The leaves are the terms themselves, by the thresholds that integers have anyway. Sums above the
bound are one. Size: a variable for each sum of a node, a clause for each pair of sums of its
children, twice as many for `==` and `!=`; as many sums as there are up to the bound, at worst;
refused with a SizeError beyond 1,000,000 clauses. Propagation: complete for `<=` and `!=` over
literals and thresholds; the bounds of each side for `==`. Auxiliaries are one-sided for `<=` unless
asked for otherwise. Source: Joshi, Martins and Manquinho 2015, with the chain of each node's sums.
"""

from __future__ import annotations

from satchel.cnf.linear import Terms
from satchel.cnf.linear._budget import Budget
from satchel.cnf.linear._unary import balanced, demand, leaves, merged
from satchel.cnf.sink import Clauses

DETERMINED = "never"
NEEDS = "ge"
PROPAGATES = {"<=": "all", "==": "total", "!=": "all"}


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    parts, bound = leaves(terms, bound, Budget("gtotalizer", out))
    if bound < 0:
        if op != "!=":
            out.require()
        return
    # Sums of the same weights stand together: fewer different ones.
    parts.sort(key=lambda part: part.weights)
    (total,) = merged(out, op, bound, "gtotalizer", lambda merge: balanced(merge, parts))
    demand(out, total, op, bound)
