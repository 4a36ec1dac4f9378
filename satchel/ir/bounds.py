"""Bounds of integer expressions, computed from the domains of their variables."""

from __future__ import annotations

from satchel.ir.core import BoolExpr, Expr, LinearExpr
from satchel.ir.domain import Domain
from satchel.ir.protocols import IntFunction
from satchel.ir.variables import IntVar


def atom_domain(atom: Expr) -> Domain:
    """The values that one atom of a sum can take."""
    match atom:
        case BoolExpr():
            return Domain.range(0, 1)
        case IntVar():
            return atom.domain
        case IntFunction():
            return atom.range()
        case _:
            raise TypeError(f"not an atom: {type(atom).__name__}")


def hull(expr: Expr) -> tuple[int, int]:
    """The least and greatest value that the expression's intervals allow."""
    if not isinstance(expr, LinearExpr):
        domain = atom_domain(expr)
        return domain.lo, domain.hi
    return terms_hull(expr.terms, expr.constant)


def values(expr: LinearExpr) -> Domain:
    """A domain that holds every value of the sum; for a view of one variable, exactly those."""
    if len(expr.terms) == 1:
        coefficient, atom = expr.terms[0]
        return atom_domain(atom).affine(coefficient, expr.constant)
    return Domain.range(*hull(expr))


def terms_hull(terms: tuple[tuple[int, Expr], ...], constant: int = 0) -> tuple[int, int]:
    """Bounds of `constant + sum of coefficient * atom`."""
    lo = hi = constant
    for coefficient, atom in terms:
        domain = atom_domain(atom)
        ends = coefficient * domain.lo, coefficient * domain.hi
        lo += min(ends)
        hi += max(ends)
    return lo, hi
