"""Global polynomial watchdog: a totalizer for each digit, each handing half its count to the next.

A constant that is added makes the bound a multiple of the greatest digit's weight, so that one
output of the last totalizer says that it is passed. `==` is two of them, `<=` and `>=`; `!=` is
"less or more". Integers come as their thresholds, sorted already, those in binary as digits. Size:
a totalizer of at most 2n inputs for each digit of the coefficients, cut off where the bound is
passed; refused with a SizeError beyond 1,000,000 clauses. Propagation: every inconsistency of `<=`
and `!=` over literals and thresholds is detected, not every consequence is; `==` by complete
assignments. Auxiliaries are one-sided unless asked for otherwise. Source: Bailleux, Boufkhad and
Roussel 2009.
"""

from __future__ import annotations

from itertools import pairwise

from satchel.cnf.linear import Terms
from satchel.cnf.linear._budget import Budget
from satchel.cnf.linear._unary import Merger, Unary, balanced, leaves
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal

DETERMINED = "never"
NEEDS = "ge"
PROPAGATES = {"<=": "conflicts", "==": "total", "!=": "conflicts"}


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    opposite = [(-c, x) for c, x in terms]
    if op == "!=":
        out.require(-_above(out, terms, bound - 1), -_above(out, opposite, -bound - 1))
        return
    out.require(-_above(out, terms, bound))
    if op == "==":
        out.require(-_above(out, opposite, -bound))


def _above(out: Clauses, terms: Terms, bound: int) -> Literal:
    """A literal that is true if the sum is above the bound (and only then, if asked for)."""
    parts, bound = _parts(terms, bound, budget := Budget("watchdog", out))
    if bound < 0:
        return TRUE
    if sum(part.greatest for part in parts) <= bound:
        return FALSE
    buckets = _buckets(parts)
    top = len(buckets) - 1
    units = -(-(bound + 1) >> top)
    constant = (units << top) - (bound + 1)
    carried: list[Unary] = []
    literals: list[Literal] = []
    for place, bucket in enumerate(buckets):
        adder = Merger(out, units << (top - place), budget, down=out.two_sided)
        inputs = sorted([*carried, *bucket], key=lambda part: len(part.weights))
        literals = [literal for part in balanced(adder.merge, inputs) for literal in part.literals]
        if constant >> place & 1:
            literals.insert(0, TRUE)
        carried = [_count(literals[1::2])] if len(literals) > 1 else []
    return literals[units - 1] if units <= len(literals) else FALSE


def _parts(terms: Terms, bound: int, budget: Budget) -> tuple[list[Unary], int]:
    """As `leaves`, but the digits of what is in binary."""
    found: list[Unary] = []
    for c, x in terms:
        if x.native == "binary":
            bound -= c * x.domain.lo + min(c, 0) * ((1 << len(x.bits())) - 1)
            found += [
                Unary([abs(c) << place], [bit if c > 0 else -bit])
                for place, bit in enumerate(x.bits())
            ]
        else:
            thresholds, bound = leaves([(c, x)], bound, budget)
            found += thresholds
    return found, bound


def _count(literals: list[Literal]) -> Unary:
    """Literals of "at least 1, 2, ..."."""
    return Unary(list(range(1, len(literals) + 1)), literals)


def _buckets(parts: list[Unary]) -> list[list[Unary]]:
    """For each digit, the steps of each part that have it, as a count of them."""
    heights = [[high - low for low, high in pairwise([0, *part.weights])] for part in parts]
    digits = max(height.bit_length() for part in heights for height in part)
    return [
        [
            _count(chosen)
            for part, steps in zip(parts, heights, strict=True)
            if (chosen := [x for x, h in zip(part.literals, steps, strict=True) if h >> digit & 1])
        ]
        for digit in range(digits)
    ]
