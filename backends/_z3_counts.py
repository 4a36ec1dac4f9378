"""Counts and weighted sums of Booleans, in the most special form that z3 has for them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, TypeAlias

z3: Any = import_module("z3")
"""Untyped: z3's own annotations are unions so wide that nothing checks against them."""

Term: TypeAlias = Any
"""An expression of z3's."""

_MAX_COEFFICIENT: Final = 2**31 - 1
"""z3's pseudo-Boolean constraints take C integers."""


def xor(args: Sequence[Term]) -> Term:
    result = z3.BoolVal(False)
    for arg in args:
        result = z3.Xor(result, arg)
    return result


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
            return z3.Not(count(terms, bound, bound))


def count(terms: Sequence[tuple[Term, int]], lo: int, hi: int) -> Term:
    """`lo <= sum of weight * Boolean <= hi`, in the most special form that z3 has."""
    shift = -sum(min(c, 0) for _, c in terms)  # c*b = c + |c|*(not b) for negative c
    terms = [(b, c) if c > 0 else (z3.Not(b), -c) for b, c in terms if c]
    total = sum(c for _, c in terms)
    lo, hi = max(lo + shift, 0), min(hi + shift, total)
    if lo > hi:
        return z3.BoolVal(False)
    if lo == hi and total:
        return z3.PbEq(terms, lo)
    if all(c == 1 for _, c in terms):
        return z3.And(_at_least([b for b, _ in terms], lo), _at_most([b for b, _ in terms], hi))
    return z3.And(
        z3.BoolVal(True) if lo == 0 else z3.PbGe(terms, lo),
        z3.BoolVal(True) if hi == total else z3.PbLe(terms, hi),
    )


def _at_least(literals: list[Term], k: int) -> Term:
    if k == 0:
        return z3.BoolVal(True)
    return z3.Or(literals) if k == 1 else z3.AtLeast(*literals, k)


def _at_most(literals: list[Term], k: int) -> Term:
    return z3.BoolVal(True) if k >= len(literals) else z3.AtMost(*literals, k)
