"""Which literals of a sum exclude each other, and the sum with such literals as one term.

What excludes is known from the model: at-most-one and exactly-one among its statements, if nothing
conditions them, and values of one integer. Only variables and comparisons of one integer are looked
at; their literals mean the same in both directions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from satchel.cnf.integer.group import Group
from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.linear import Terms
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.ir import BoolExpr, BoolVar, IntVar, Linear, Model, Not
from satchel.ir.cardinality import Cardinality
from satchel.ir.core import Expr

SMALLEST = 3
"""Literals of a group; two as one term are not fewer clauses."""

Weighted: TypeAlias = tuple[tuple[int, Literal], ...]


@dataclass(frozen=True, slots=True)
class Exclusive:
    """Literals of which at most one is true, or exactly one."""

    literals: frozenset[Literal]
    exactly: bool

    def members(self, variables: Iterable[Literal]) -> list[Literal]:
        """Those of its literals that are of these variables, one for each."""
        found = ((x if x in self.literals else -x) for x in variables)
        return [literal for literal in found if literal in self.literals]


@dataclass(frozen=True, slots=True)
class _Statement:
    args: tuple[BoolExpr, ...]
    exactly: bool


class Exclusions:
    """What the model says, by variable; `literal` gives the literal of an expression."""

    def __init__(self, model: Model, literal: Callable[[BoolExpr], Literal], out: Clauses) -> None:
        self._literal = literal
        self._out = out
        self._statements = [statement.expr for statement in model.statements]
        self._made: dict[tuple[Weighted, bool], Group] = {}

    @cached_property
    def _by_variable(self) -> Mapping[Expr, list[_Statement]]:
        """At-most-ones and exactly-ones by the variables in them, looked for once asked for."""
        found: defaultdict[Expr, list[_Statement]] = defaultdict(list)
        for expr in self._statements:
            match expr:
                case Cardinality(args, lo, 1):
                    plain = tuple(arg for arg in args if _variable(arg) is not None)
                    statement = _Statement(plain, lo == 1 and len(plain) == len(args))
                    for variable in dict.fromkeys(map(_variable, plain)):
                        if variable is not None:
                            found[variable].append(statement)
        return found

    def _among(self, total: Linear) -> list[Exclusive]:
        """Sets of literals that may share some with the sum."""
        values: dict[Expr, dict[int, BoolExpr]] = {}
        statements: dict[int, tuple[int, _Statement]] = {}
        for _, atom in total.terms:
            match atom:
                case Linear(((1, IntVar() as x),), "==", value) if value in x.domain:
                    values.setdefault(x, {})[value] = atom
            for statement in self._saying(atom):
                count, _ = statements.get(id(statement), (0, statement))
                statements[id(statement)] = count + 1, statement
        found = [statement for count, statement in statements.values() if count >= SMALLEST]
        found += [
            _Statement(tuple(atoms.values()), isinstance(x, IntVar) and len(atoms) == x.domain.size)
            for x, atoms in values.items()
        ]
        return [self._exclusive(some) for some in found if len(some.args) >= SMALLEST]

    def _saying(self, literal: Expr) -> list[_Statement]:
        """What the model says of the variable of a literal."""
        variable = _variable(literal)
        return [] if variable is None else self._by_variable.get(variable, [])

    def _exclusive(self, statement: _Statement) -> Exclusive:
        literals = frozenset(map(self._literal, statement.args))
        return Exclusive(literals - {TRUE, FALSE}, statement.exactly and TRUE not in literals)

    def grouped(self, total: Linear, terms: Terms, bound: int) -> tuple[Terms, int]:
        """The terms with literals that exclude each other as one, and the bound that then fits.

        `terms` and `bound` are what has become of `total`. The greatest sets come first.
        """
        sets = self._among(total)
        literals = {x.eq(1): c for c, x in terms if isinstance(x, ZeroOne)} if sets else {}
        if not literals:
            return terms, bound
        grouped: Terms = [(c, x) for c, x in terms if not isinstance(x, ZeroOne)]
        while sets := [some for some in sets if len(some.members(literals)) >= SMALLEST]:
            largest = max(sets, key=lambda some: len(some.members(literals)))
            members = largest.members(literals)
            weighted = []
            for member in members:
                c = literals.pop(abs(member))
                weighted.append((c, member) if member > 0 else (-c, member))
                bound -= 0 if member > 0 else c
            exactly = largest.exactly and len(members) == len(largest.literals)
            constant, term = self._term(tuple(weighted), exactly)
            bound -= constant
            grouped += term
        return [*grouped, *((c, ZeroOne(x, self._out)) for x, c in literals.items())], bound

    def _term(self, weighted: Weighted, exactly: bool) -> tuple[int, Terms]:
        """A group as a constant and at most one term, a literal where two values are left."""
        if (weighted, exactly) not in self._made:
            self._made[weighted, exactly] = Group(weighted, exactly, self._out)
        group = self._made[weighted, exactly]
        low, high = group.domain.lo, group.domain.hi
        if group.domain.size > 2:
            return 0, [(1, group)]
        return low, [(high - low, ZeroOne(group.eq(high), self._out))] if high > low else []


def _variable(expr: Expr) -> Expr | None:
    """The variable of a literal that means the same in both directions; None for any other."""
    while isinstance(expr, Not):
        expr = expr.arg
    match expr:
        case BoolVar():
            return expr
        case Linear(((_, IntVar() as x),)):
            return x
    return None
