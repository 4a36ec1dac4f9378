"""Comparator: positive terms against negative ones, each side a sum in binary.

`x + y == z` is a row of full adders whose digits are those of z; `x <= y` is a comparator of their
digits, without any adder. Size: a full adder (2 variables, 14 clauses) a digit for each term of a
side but the first; then 2 clauses a digit for `==`, a variable and 3 clauses for `<=` and `!=`.
Propagation: by complete assignments. Auxiliaries are one-sided for `<=` and `!=` unless asked for
otherwise. Source: the adders as in Warners 1998; the comparator, digit by digit, is folklore.
"""

from __future__ import annotations

from itertools import zip_longest

from satchel.cnf.linear import Terms
from satchel.cnf.linear._digits import Columns, add, put
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal

DETERMINED = "never"
NEEDS = "bits"
PROPAGATES = "total"


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    bound -= sum(c * x.domain.lo for c, x in terms)
    left = add(out, _columns([(c, x) for c, x in terms if c > 0], max(-bound, 0)))
    right = add(out, _columns([(-c, x) for c, x in terms if c < 0], max(bound, 0)))
    pairs = list(zip_longest(left, right, fillvalue=FALSE))
    match op:
        case "==":
            for x, y in pairs:
                out.require(-x, y)
                out.require(x, -y)
        case "!=":
            out.require(*(_differ(out, x, y) for x, y in pairs))
        case _:
            _at_most(out, pairs)


def _columns(terms: Terms, constant: int) -> Columns:
    """The sum of what the terms are above their least values, and a constant."""
    columns: Columns = []
    for coefficient, x in terms:
        for place, bit in enumerate(x.bits()):
            put(columns, bit, coefficient << place)
    put(columns, TRUE, constant)
    return columns


def _differ(out: Clauses, x: Literal, y: Literal) -> Literal:
    """A literal that is true only if two differ (and always then, if asked for)."""
    if FALSE in (x, y):
        return y if x == FALSE else x
    differ = out.new()
    out.define(-differ, x, y)
    out.define(-differ, -x, -y)
    if out.two_sided:
        out.define(differ, -x, y)
        out.define(differ, x, -y)
    return differ


def _at_most(out: Clauses, pairs: list[tuple[Literal, Literal]]) -> None:
    """The left number is at most the right one; digits come least significant first."""
    below = TRUE
    for x, y in pairs[:-1]:
        fits = out.new()
        for clause in _majority(-x, y, below):
            out.define(-fits, *clause)
        if out.two_sided:
            for clause in _majority(x, -y, -below):
                out.define(fits, *clause)
        below = fits
    for x, y in pairs[-1:]:
        for clause in _majority(-x, y, below):
            out.require(*clause)


def _majority(a: Literal, b: Literal, c: Literal) -> list[tuple[Literal, Literal]]:
    """Clauses: two of three literals are true."""
    return [(a, b), (a, c), (b, c)]
