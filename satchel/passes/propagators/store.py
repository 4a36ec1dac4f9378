"""What is known so far while domains are propagated: the values left to variables and nodes."""

from __future__ import annotations

from collections.abc import Mapping

from satchel.ir import BoolConst, BoolExpr, Domain, Expr, IntVar, LinearExpr, Not, Variable

WIDE = 2048
"""Domains of more values are not looked at one by one: of a multiple of such an integer only the
bounds are known."""

_BOTH, _TRUE, _FALSE = Domain.range(0, 1), Domain.range(1, 1), Domain.range(0, 0)


class Contradiction(Exception):  # noqa: N818 - no error, but a finding
    """Something has no value left: the model has no solution."""


class Store:
    """Domains of integers, and truths of Booleans, variables and other nodes alike.

    An atom is a variable or any Boolean node. An argument is what constraints take: an atom with a
    factor and a constant. `changed` collects atoms of which something was learnt.
    """

    def __init__(self, domains: Mapping[Variable, Domain]) -> None:
        self._domains: dict[Expr, Domain] = {}
        self._truths: dict[Expr, bool] = {}
        self.changed: list[Expr] = []
        for variable, domain in domains.items():
            if isinstance(variable, IntVar):
                self._domains[variable] = domain
            elif domain.size == 1:
                self._truths[variable] = bool(domain.lo)

    def truth(self, expr: BoolExpr) -> bool | None:
        """Whether the expression is true, if that is known."""
        if isinstance(expr, Not):
            inner = self.truth(expr.arg)
            return None if inner is None else not inner
        return expr.value if isinstance(expr, BoolConst) else self._truths.get(expr)

    def fix(self, expr: BoolExpr, value: bool) -> None:
        """Learn that the expression is true, or that it is false."""
        while isinstance(expr, Not):
            expr, value = expr.arg, not value
        known = self.truth(expr)
        if known is None:
            self._truths[expr] = value
            self.changed.append(expr)
        elif known != value:
            raise Contradiction

    def domain(self, atom: Expr) -> Domain:
        """The values left to an atom."""
        if not isinstance(atom, BoolExpr):
            return self._domains[atom]
        known = self.truth(atom)
        return _BOTH if known is None else _TRUE if known else _FALSE

    def narrow(self, atom: Expr, domain: Domain) -> None:
        """Learn that the atom has one of these values."""
        before = self.domain(atom)
        after = before & domain
        if not after:
            raise Contradiction
        if after == before:
            return
        if isinstance(atom, BoolExpr):
            self.fix(atom, bool(after.lo))
        else:
            self._domains[atom] = after
            self.changed.append(atom)

    def values(self, arg: LinearExpr) -> Domain:
        """The values left to an argument; of several terms or a wide multiple their hull."""
        if not arg.terms:
            return Domain.range(arg.constant, arg.constant)
        (scale, atom), *more = arg.terms
        domain = self.domain(atom)
        if not more and (abs(scale) == 1 or domain.size <= WIDE):
            return domain.affine(scale, arg.constant)
        return Domain.range(*self.hull(arg))

    def hull(self, arg: LinearExpr) -> tuple[int, int]:
        """The least and the greatest value left to an argument."""
        lo = hi = arg.constant
        for scale, atom in arg.terms:
            domain = self.domain(atom)
            ends = scale * domain.lo, scale * domain.hi
            lo, hi = lo + min(ends), hi + max(ends)
        return lo, hi

    def value(self, arg: LinearExpr) -> int | None:
        """The only value left to an argument, if there is but one."""
        lo, hi = self.hull(arg)
        return lo if lo == hi else None

    def keep(self, arg: LinearExpr, domain: Domain) -> None:
        """Learn that the argument has one of these values."""
        if len(arg.terms) != 1:
            if not self.values(arg) & domain:
                raise Contradiction
            return
        ((scale, atom),) = arg.terms
        if abs(scale) == 1:
            self.narrow(atom, domain.affine(scale, -scale * arg.constant))
        elif self.domain(atom).size <= WIDE:
            left = (v for v in self.domain(atom) if scale * v + arg.constant in domain)
            self.narrow(atom, Domain.of(left))
        elif domain.size <= WIDE:
            offsets = (value - arg.constant for value in domain)
            self.narrow(atom, Domain.of(v // scale for v in offsets if v % scale == 0))
        else:
            ends = domain.lo - arg.constant, domain.hi - arg.constant
            lo, hi = ends if scale > 0 else ends[::-1]
            self.narrow(atom, Domain.range(-(-lo // scale), hi // scale))

    def at_least(self, arg: LinearExpr, bound: int) -> None:
        """Learn a lower bound of an argument."""
        hi = self.hull(arg)[1]
        self.keep(arg, Domain.range(bound, hi))

    def at_most(self, arg: LinearExpr, bound: int) -> None:
        """Learn an upper bound of an argument."""
        lo = self.hull(arg)[0]
        self.keep(arg, Domain.range(lo, bound))
