"""Order: a literal a place that says "from here on in order", threshold by threshold.

Size: n - 1 variables, two clauses a place and value. Propagation: complete for lists without common
variables. Literals are one-sided unless asked for otherwise. Source: Frisch, Hnich, Kiziltan,
Miguel and Walsh 2002 (the alpha of their propagator), on order literals.
"""

from __future__ import annotations

from collections.abc import Iterator

from satchel.cnf.context import Context
from satchel.cnf.integer.view import View
from satchel.cnf.limits import refuse_many
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.ir import LexLess, LexLessEq

DETERMINED = "never"
PROPAGATES = "all"
NEEDS = "ge"


def encode(context: Context, out: Clauses, constraint: LexLess | LexLessEq) -> None:
    """`xs` before `ys`."""
    pairs = [
        (context.view(x), context.view(y))
        for x, y in zip(constraint.xs, constraint.ys, strict=True)
    ]
    refuse_many(sum(x.domain.size for x, _ in pairs), "lex=order", "--set lex=binary")
    rest = FALSE if constraint.strict else TRUE
    for x, y in reversed(pairs[1:]):
        rest = _ordered(out, x, y, rest)
    if not pairs:
        out.require(rest)
    for x, y in pairs[:1]:
        for clause in _clauses(x, y, rest):
            out.require(*clause)


def _ordered(out: Clauses, x: View, y: View, rest: Literal) -> Literal:
    """A literal that implies `x < y`, or `x == y` and the rest."""
    ordered = out.new()
    for clause in _clauses(x, y, rest):
        out.define(-ordered, *clause)
    if out.two_sided:  # the opposite: `y < x`, or `y == x` and not the rest
        for clause in _clauses(y, x, -rest):
            out.define(ordered, *clause)
    return ordered


def _clauses(x: View, y: View, rest: Literal) -> Iterator[list[Literal]]:
    """`x <= y`, and `x < y` unless the rest is in order."""
    for value in x.domain:
        yield [-x.ge(value), y.ge(value)]
        yield [-x.ge(value), y.ge(value + 1), rest]
