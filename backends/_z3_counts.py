"""Counts and weighted sums of Booleans, in the most special form that z3 has for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satchel.backends._z3_script import FALSE, TRUE, Term, conjunction, disjunction, negated

_MAX_COEFFICIENT: Final = 2**31 - 1
"""z3's pseudo-Boolean constraints take C integers."""


def countable(coefficients: Sequence[int]) -> bool:
    """Whether z3 has a pseudo-Boolean constraint with such coefficients."""
    return sum(map(abs, coefficients)) <= _MAX_COEFFICIENT


def bounded(terms: Sequence[tuple[Term, int]], op: str, bound: int) -> Term:
    """A comparison of a weighted sum of Booleans, whose weights are `countable`."""
    low = sum(min(c, 0) for _, c in terms)
    high = sum(max(c, 0) for _, c in terms)
    match op:
        case "<=":
            return count(terms, low, bound)
        case ">=":
            return count(terms, bound, high)
        case "==":
            return count(terms, bound, bound)
        case _:
            return negated(count(terms, bound, bound))


def count(terms: Sequence[tuple[Term, int]], lo: int, hi: int) -> Term:
    """`lo <= sum of weight * Boolean <= hi`, in the most special form that z3 has."""
    shift = -sum(min(c, 0) for _, c in terms)  # c*b = c + |c|*(not b) for negative c
    terms = [(b, c) if c > 0 else (negated(b), -c) for b, c in terms if c]
    total = sum(c for _, c in terms)
    lo, hi = max(lo + shift, 0), min(hi + shift, total)
    if lo > hi:
        return FALSE
    if all(c == 1 for _, c in terms):
        literals = [b for b, _ in terms]
        return conjunction([_at_least(literals, lo), at_most(literals, hi)])
    if lo == hi and total:
        return _weighted("pbeq", terms, lo)
    return conjunction(
        [
            TRUE if lo == 0 else _weighted("pbge", terms, lo),
            TRUE if hi == total else _weighted("pble", terms, hi),
        ]
    )


def at_most(literals: Sequence[Term], k: int) -> Term:
    """At most k of the literals are true."""
    return TRUE if k >= len(literals) else f"((_ at-most {k}) {' '.join(literals)})"


def _at_least(literals: Sequence[Term], k: int) -> Term:
    if k == 0:
        return TRUE
    return disjunction(literals) if k == 1 else f"((_ at-least {k}) {' '.join(literals)})"


def _weighted(relation: str, terms: Sequence[tuple[Term, int]], bound: int) -> Term:
    weights = " ".join(str(c) for _, c in terms)
    return f"((_ {relation} {bound} {weights}) {' '.join(b for b, _ in terms)})"
