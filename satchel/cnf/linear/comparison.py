"""Comparison: two terms, written directly over thresholds; `!=` value by value.

`a*x + b*y <= k` says for each value u of the term that has fewer: `a*x` is below u, or `b*y` is at
most `k - u`. `==` is `<=` and `>=`; `!=` excludes each pair of values that fits, by the integers'
native literals. More than two terms are left to the decision diagram. Size: no variables; for
domains of d and e values at most min(d, e) + 1 clauses, twice as many for `==`. Propagation:
complete for `<=` and `!=` over thresholds; the bounds of each side for `==`. Auxiliaries: none for
two terms. Source: Tamura, Taga, Kitagawa and Banbara 2009.
"""

from __future__ import annotations

from satchel.cnf.integer.base import Integer
from satchel.cnf.integer.view import View
from satchel.cnf.linear import Terms, mdd
from satchel.cnf.linear._budget import Budget
from satchel.cnf.sink import FALSE, TRUE, Clauses

DETERMINED = "never"
PROPAGATES = {"<=": "all", "==": "total", "!=": "all"}
NEEDS = "ge"


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    if len(terms) != 2:
        mdd.encode(out, terms, op, bound)
        return
    few, many = sorted(terms, key=lambda term: term[1].domain.size)
    Budget("comparison", out).look(2 * few[1].domain.size)
    if op == "!=":
        _exclude(out, few, many, bound)
        return
    _at_most(out, few, many, bound)
    if op == "==":
        _at_most(out, (-few[0], few[1]), (-many[0], many[1]), -bound)


def _at_most(out: Clauses, few: tuple[int, Integer], many: tuple[int, Integer], bound: int) -> None:
    """The two add up to `bound` at most: a clause for each value from which on the other one may
    reach less than before."""
    (c, x), other = few, View(*many, 0)
    last = TRUE
    for value in list(x.domain)[:: 1 if c > 0 else -1]:
        rest = other.le(bound - c * value)
        if rest != last:
            out.require(x.le(value - 1) if c > 0 else x.ge(value + 1), rest)
        if rest == FALSE:
            return
        last = rest


def _exclude(out: Clauses, few: tuple[int, Integer], many: tuple[int, Integer], bound: int) -> None:
    """The two do not add up to `bound`."""
    (c, x), (d, y) = few, many
    for value in x.domain:
        other, rest = divmod(bound - c * value, d)
        if not rest and other in y.domain:
            out.require(*x.unless(value), *y.unless(other))
