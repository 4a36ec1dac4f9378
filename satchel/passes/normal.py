"""The normal form of linear constraints.

Each atom occurs once, constants are in the bound, coefficients have no common divisor, the first is
positive, and the comparison is `<=` or `==` (`!=` is `Not ==`, `>=` is `Not <=`). Sums of literals
with coefficients 1 and -1 are cardinalities; bounds of an integer are values of its domain; what
bounds decide is a constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from satchel.ir import BoolConst, BoolExpr, Expr, IntVar, Linear, LinearExpr, Not
from satchel.ir.bounds import terms_hull
from satchel.ir.cardinality import Cardinality

Terms = tuple[tuple[int, Expr], ...]


def normalized(node: Expr) -> Expr:
    """The node in normal form, given that its children are."""
    if isinstance(node, LinearExpr):
        terms, constant = _collected(node.terms)
        return LinearExpr(terms, node.constant + constant)
    if not isinstance(node, Linear):
        return node
    if node.op == "==" and _is_value(node.terms, node.bound):
        return node
    terms, constant = _collected(node.terms)
    bound = node.bound - constant
    match node.op:
        case "<=":
            return _at_most(terms, bound)
        case ">=":
            return _at_most(_scaled(terms, -1), -bound)
        case "==":
            return _equal(terms, bound)
        case _:
            return ~_equal(terms, bound)


def _is_value(terms: Terms, bound: int) -> bool:
    """Whether `terms == bound` is `variable == value` already, as most shown values are."""
    if len(terms) != 1:
        return False
    coefficient, atom = terms[0]
    return coefficient == 1 and isinstance(atom, IntVar) and bound in atom.domain


def _collected(terms: Terms) -> tuple[Terms, int]:
    """Each atom once, negations and constants taken apart, and the constant that this leaves."""
    constant = 0
    found: dict[Expr, int] = {}
    for coefficient, atom in terms:
        if isinstance(atom, Not):
            constant += coefficient
            coefficient, atom = -coefficient, atom.arg
        if isinstance(atom, BoolConst):
            constant += coefficient * atom.value
        else:
            found[atom] = found.get(atom, 0) + coefficient
    return tuple((c, atom) for atom, c in found.items() if c), constant


def _scaled(terms: Terms, factor: int) -> Terms:
    return tuple((factor * c, atom) for c, atom in terms)


def _at_most(terms: Terms, bound: int) -> BoolExpr:
    divisor = gcd(*(c for c, _ in terms))
    if divisor > 1:
        terms = tuple((c // divisor, atom) for c, atom in terms)
        bound //= divisor
    lo, hi = terms_hull(terms)
    if hi <= bound or lo > bound:
        return BoolConst(hi <= bound)
    literals = _literals(terms)
    if literals is not None:
        if all(c < 0 for c, _ in terms):
            return Cardinality(tuple(~x for x in literals), -bound, len(literals))
        return Cardinality(literals, 0, bound + sum(c < 0 for c, _ in terms))
    if terms[0][0] < 0:
        return Not(_bounded(_scaled(terms, -1), -bound - 1))
    return _bounded(terms, bound)


def _bounded(terms: Terms, bound: int) -> Linear:
    """`terms <= bound`; for one integer, the bound is lowered to a value of its domain."""
    if len(terms) == 1 and isinstance(terms[0][1], IntVar):
        bound = max(
            hi if hi <= bound else bound for lo, hi in terms[0][1].domain.intervals if lo <= bound
        )
    return Linear(terms, "<=", bound)


def _equal(terms: Terms, bound: int) -> BoolExpr:
    divisor = gcd(*(c for c, _ in terms))
    if divisor > 1:
        if bound % divisor:
            return BoolConst(False)
        terms = tuple((c // divisor, atom) for c, atom in terms)
        bound //= divisor
    lo, hi = terms_hull(terms)
    if not lo <= bound <= hi:
        return BoolConst(False)
    if lo == hi:
        return BoolConst(True)
    literals = _literals(terms)
    if literals is not None:
        count = bound + sum(c < 0 for c, _ in terms)
        return Cardinality(literals, count, count)
    if terms[0][0] < 0:
        terms, bound = _scaled(terms, -1), -bound
    if len(terms) == 1 and isinstance(terms[0][1], IntVar) and bound not in terms[0][1].domain:
        return BoolConst(False)
    return Linear(terms, "==", bound)


def _literals(terms: Sequence[tuple[int, Expr]]) -> tuple[BoolExpr, ...] | None:
    """The literals whose number, less that of the negative coefficients, is the sum; if any are."""
    literals: list[BoolExpr] = []
    for coefficient, atom in terms:
        if abs(coefficient) != 1 or not isinstance(atom, BoolExpr):
            return None
        literals.append(atom if coefficient > 0 else ~atom)
    return tuple(literals)
