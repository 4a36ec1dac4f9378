"""Native: the sum itself, for solvers that take pseudo-Boolean constraints.

Each integer is the weighted sum of its native literals, whatever its encoding. Size: no clauses;
one pseudo-Boolean constraint, two for an equation under a condition; `!=` takes a variable and two
conditional constraints, "less" and "more". Propagation: complete over literals for `<=`; over
integers, whose literals are tied together elsewhere, every inconsistency of `<=` and `!=` is
detected; `==` by complete assignments. The variable of `!=` is one-sided unless asked for
otherwise. Source: opbdp (Barth 1995).
"""

from __future__ import annotations

from satchel.cnf.linear import Terms
from satchel.cnf.sink import Clauses, Literal

DETERMINED = "never"
NEEDS = "all"
PROPAGATES = {"<=": "conflicts", "==": "total", "!=": "conflicts"}
GROUPS = False


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    weighted, bound = _over_literals(terms, bound)
    match op:
        case "<=":
            out.require_at_most(weighted, bound)
        case "==":
            out.require_equal(weighted, bound)
        case _:
            less = out.new()
            meaning = out.freely() if out.two_sided else out
            meaning.under(less).require_at_most(weighted, bound - 1)
            if out.two_sided:
                meaning.under(-less).require_at_least(weighted, bound)
            out.under(-less).require_at_least(weighted, bound + 1)


def _over_literals(terms: Terms, bound: int) -> tuple[list[tuple[int, Literal]], int]:
    """The sum over native literals, and the bound that belongs to it."""
    weighted: list[tuple[int, Literal]] = []
    for coefficient, integer in terms:
        integer.tell_apart()
        value = integer.reader()
        bound -= coefficient * value.constant
        for weight, literal in value.terms:
            assert literal is not None  # a reader before numbering has no free literals
            weighted.append((coefficient * weight, literal))
    return weighted, bound
