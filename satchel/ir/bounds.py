"""Bounds of integer expressions, computed from the domains of their variables."""

from __future__ import annotations

from satchel.ir.core import BoolExpr, Expr, Linear, LinearExpr
from satchel.ir.domain import Domain
from satchel.ir.protocols import IntFunction
from satchel.ir.variables import IntVar

_NONE = Domain(())


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


def allowed(literal: Expr) -> tuple[IntVar, Domain] | None:
    """The variable and those of its values that a comparison with a constant allows.

    None where the expression is no comparison of one integer variable.
    """
    if not isinstance(literal, Linear) or len(literal.terms) != 1:
        return None
    ((scale, atom),) = literal.terms
    if not isinstance(atom, IntVar) or not scale:
        return None
    domain, bound = atom.domain, literal.bound
    if literal.op in ("==", "!="):
        equal = domain & Domain.range(*(2 * [bound // scale])) if bound % scale == 0 else _NONE
        return atom, equal if literal.op == "==" else domain - equal
    if (literal.op == "<=") == (scale > 0):
        last = bound // scale if scale > 0 else -bound // -scale
        return atom, domain & Domain.range(min(domain.lo, last), last)
    first = -(-bound // scale) if scale > 0 else -(bound // -scale)
    return atom, domain & Domain.range(first, max(domain.hi, first))


def terms_hull(terms: tuple[tuple[int, Expr], ...], constant: int = 0) -> tuple[int, int]:
    """Bounds of `constant + sum of coefficient * atom`."""
    lo = hi = constant
    for coefficient, atom in terms:
        domain = atom_domain(atom)
        ends = coefficient * domain.lo, coefficient * domain.hi
        lo += min(ends)
        hi += max(ends)
    return lo, hi
