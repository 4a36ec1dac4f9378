"""From the model's expressions to z3's, with the form of each integer variable chosen from use.

*Direct*: a variable that occurs only where values are compared for equality (one variable against a
constant, two against each other, AllDifferent, Table, Element) becomes a Boolean per value, exactly
one of them true. z3 is far better at these than at integers: `Distinct` over `Int` is hopeless for
50 queens, `AtMost` over Booleans solves 100 in a quarter of a second.

*Int*: a variable of a proper linear constraint, or of a huge domain, becomes z3's integer.

The form is a matter of speed only: every construct accepts both. Functions must have been flattened
by the passes (see `satchel.passes`); globals come in by their decomposition, AllDifferent by itself.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

import z3

from satchel.ir import (
    AllDifferent,
    And,
    BoolConst,
    BoolExpr,
    BoolVar,
    Cardinality,
    Expr,
    Iff,
    Implies,
    IntVar,
    Linear,
    LinearExpr,
    Not,
    Or,
    Xor,
)
from satchel.ir.conditional import IfThenElse
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.walk import fold, postorder

_MAX_DIRECT: Final = 4096
"""Beyond so many values a variable is an integer, however it is used."""

_MAX_COEFFICIENT: Final = 2**31 - 1
"""z3's pseudo-Boolean constraints take C integers."""


class Terms:
    """Translates expressions; `axioms` collects what must be asserted about new variables."""

    def __init__(self, statements: Sequence[BoolExpr]) -> None:
        self.axioms: list[z3.BoolRef] = []
        self._expanded: dict[GlobalConstraint, BoolExpr] = {}
        self._memo: dict[Expr, Any] = {}
        self._integers: dict[str, z3.ArithRef] = {}
        self._literals: dict[str, dict[int, z3.BoolRef]] = {}
        self._arithmetic = _arithmetic(statements, self._expand)

    @property
    def theory(self) -> str:
        """`integers` once there is an integer variable, else `booleans`."""
        return "integers" if self._arithmetic else "booleans"

    def boolean(self, expr: BoolExpr) -> z3.BoolRef:
        """The expression as z3's, shared nodes once, nesting without limit."""
        return fold(expr, self._step, self._memo)

    def value(self, variable: BoolVar | IntVar, found: dict[str, Any]) -> int:
        """The variable's value in z3's model, given as a table; where it has none, any will do."""
        if isinstance(variable, BoolVar):
            return z3.is_true(found.get(f"b {variable.name}"))
        if variable.name in self._integers:
            value = found.get(f"i {variable.name}")
            return variable.domain.lo if value is None else int(value.as_long())
        for value, literal in self._literals.get(variable.name, {}).items():
            if z3.is_true(found.get(literal.decl().name())):
                return value
        return variable.domain.lo

    def _expand(self, node: GlobalConstraint) -> BoolExpr:
        if node not in self._expanded:
            self._expanded[node] = node.decompose()
        return self._expanded[node]

    def _step(self, node: Expr, below: list[Any]) -> Any:
        match node:
            case BoolVar():
                return z3.Bool(f"b {node.name}")
            case IntVar() | LinearExpr():
                return None  # whoever compares them says in which form
            case BoolConst():
                return z3.BoolVal(node.value)
            case Not():
                return z3.Not(below[0])
            case And():
                return z3.And(below)
            case Or():
                return z3.Or(below)
            case Xor():
                return _xor(below)
            case Implies():
                return z3.Implies(*below)
            case Iff():
                return below[0] == below[1]
            case IfThenElse():
                return z3.If(*below)
            case Cardinality():
                return _count([(literal, 1) for literal in below], node.lo, node.hi)
            case Linear():
                return self._linear(node)
            case AllDifferent():
                return self._all_different(node)
            case GlobalConstraint():
                return self.boolean(self._expand(node))
            case _:
                raise TypeError(f"z3 has no form for {type(node).__name__}")

    def _linear(self, node: Linear) -> z3.BoolRef:
        terms = _collected(node.terms)
        integers = [(c, atom) for c, atom in terms if isinstance(atom, IntVar)]
        if not integers:
            weighted = [(self._memo[atom], c) for c, atom in terms]
            return _bounded(weighted, node.op, node.bound)
        if len(terms) == len(integers) == 1:
            return self._membership(integers[0], node.op, node.bound)
        if _compares_two(terms, node.op) and not any(self._is_int(x) for _, x in integers):
            return self._two(integers, node.op, node.bound)
        return _compare(self._sum(terms), node.op, node.bound)

    def _membership(self, term: tuple[int, IntVar], op: str, bound: int) -> z3.BoolRef:
        """`scale * x op bound`."""
        scale, x = term
        if self._is_int(x):
            return _compare(scale * self._integer(x), op, bound)
        literals = self._direct(x)
        chosen = [lit for v, lit in literals.items() if _holds(scale * v, op, bound)]
        if 2 * len(chosen) <= len(literals):
            return z3.Or(chosen)
        others = [lit for v, lit in literals.items() if not _holds(scale * v, op, bound)]
        return z3.Not(z3.Or(others))

    def _two(self, terms: Sequence[tuple[int, IntVar]], op: str, bound: int) -> z3.BoolRef:
        """`a*x + b*y == bound` or `!=`, value by value."""
        (a, x), (b, y) = terms
        right = self._direct(y)
        parts = []
        for value, literal in self._direct(x).items():
            quotient, remainder = divmod(bound - a * value, b)
            partner = None if remainder else right.get(quotient)
            if op == "!=":
                parts += [] if partner is None else [z3.Not(z3.And(literal, partner))]
            else:
                parts.append(z3.Not(literal) if partner is None else z3.Implies(literal, partner))
        return z3.And(parts)

    def _all_different(self, node: AllDifferent) -> z3.BoolRef:
        views = [_view(arg) for arg in node.args]
        if any(view is None or (view[1] is not None and self._is_int(view[1])) for view in views):
            return z3.Distinct([self._sum(arg.terms) + arg.constant for arg in node.args])
        takers: defaultdict[int, list[z3.BoolRef]] = defaultdict(list)
        for scale, x, offset in filter(None, views):
            if x is None:
                takers[offset].append(z3.BoolVal(True))
                continue
            for value, literal in self._direct(x).items():
                takers[scale * value + offset].append(literal)
        return z3.And([_count([(t, 1) for t in lits], 0, 1) for lits in takers.values()])

    def _sum(self, terms: Iterable[tuple[int, Expr]]) -> z3.ArithRef:
        parts = [
            c * self._integer(atom)
            if isinstance(atom, IntVar)
            else z3.If(self._memo[atom], z3.IntVal(c), z3.IntVal(0))
            for c, atom in terms
        ]
        return z3.Sum([z3.IntVal(0), *parts])

    def _is_int(self, x: IntVar) -> bool:
        return x in self._arithmetic or len(x.domain) > _MAX_DIRECT

    def _integer(self, x: IntVar) -> z3.ArithRef:
        """`x` as an integer term."""
        if not self._is_int(x):
            return z3.Sum([z3.If(lit, z3.IntVal(v), z3.IntVal(0)) for v, lit in self._direct(x).items()])
        if x.name not in self._integers:
            term = self._integers[x.name] = z3.Int(f"i {x.name}")
            self.axioms += [term >= x.domain.lo, term <= x.domain.hi]
            self.axioms += [
                z3.Or(term <= hi, term >= lo) for (_, hi), (lo, _) in pairwise(x.domain.intervals)
            ]
        return self._integers[x.name]

    def _direct(self, x: IntVar) -> dict[int, z3.BoolRef]:
        """A Boolean for each value of `x`, exactly one of them true."""
        if x.name not in self._literals:
            literals = {value: z3.Bool(f"d {value} {x.name}") for value in x.domain}
            self._literals[x.name] = literals
            self.axioms.append(_count([(lit, 1) for lit in literals.values()], 1, 1))
        return self._literals[x.name]


def _arithmetic(statements: Iterable[BoolExpr], expand: Any) -> set[IntVar]:
    """The variables that take part in arithmetic, or are compared to one that does."""
    found: set[IntVar] = set()
    compared: list[tuple[IntVar, IntVar]] = []
    known: set[Expr] = set()
    pending: list[BoolExpr] = list(statements)
    while pending:
        for node in postorder(pending.pop(), known=known):
            match node:
                case Linear():
                    terms = _collected(node.terms)
                    atoms = [atom for _, atom in terms if isinstance(atom, IntVar)]
                    if _compares_two(terms, node.op):
                        compared.append((atoms[0], atoms[1]))
                    elif len(terms) > 1:
                        found.update(atoms)
                case AllDifferent():
                    for arg in node.args:
                        if _view(arg) is None:
                            found.update(a for _, a in arg.terms if isinstance(a, IntVar))
                case GlobalConstraint():
                    pending.append(expand(node))
                case IntVar() if len(node.domain) > _MAX_DIRECT:
                    found.add(node)
                case _:
                    pass
    return _closure(found, compared)


def _closure(found: set[IntVar], compared: Iterable[tuple[IntVar, IntVar]]) -> set[IntVar]:
    neighbours: defaultdict[IntVar, list[IntVar]] = defaultdict(list)
    for x, y in compared:
        neighbours[x].append(y)
        neighbours[y].append(x)
    pending = list(found)
    while pending:
        for other in neighbours[pending.pop()]:
            if other not in found:
                found.add(other)
                pending.append(other)
    return found


def _collected(terms: Iterable[tuple[int, Expr]]) -> list[tuple[int, Expr]]:
    """Terms with each atom once and no zero coefficient."""
    totals: Counter[Expr] = Counter()
    for coefficient, atom in terms:
        totals[atom] += coefficient
    return [(c, atom) for atom, c in totals.items() if c]


def _compares_two(terms: Sequence[tuple[int, Expr]], op: str) -> bool:
    """Whether this says that two variables match, or do not, value by value."""
    return op in ("==", "!=") and len(terms) == 2 and all(isinstance(x, IntVar) for _, x in terms)


def _view(arg: LinearExpr) -> tuple[int, IntVar | None, int] | None:
    """`scale * x + offset`, a constant (x is None), or None for any other sum."""
    match _collected(arg.terms):
        case []:
            return 0, None, arg.constant
        case [(scale, IntVar() as x)]:
            return scale, x, arg.constant
        case _:
            return None


def _holds(value: int, op: str, bound: int) -> bool:
    match op:
        case "<=":
            return value <= bound
        case ">=":
            return value >= bound
        case "==":
            return value == bound
        case _:
            return value != bound


def _compare(term: Any, op: str, bound: int) -> z3.BoolRef:
    match op:
        case "<=":
            return term <= bound
        case ">=":
            return term >= bound
        case "==":
            return term == bound
        case _:
            return term != bound


def _xor(args: Sequence[z3.BoolRef]) -> z3.BoolRef:
    result = z3.BoolVal(False)
    for arg in args:
        result = z3.Xor(result, arg)
    return result


def _bounded(terms: Sequence[tuple[z3.BoolRef, int]], op: str, bound: int) -> z3.BoolRef:
    """A comparison of a weighted sum of Booleans."""
    low = sum(min(c, 0) for _, c in terms)
    high = sum(max(c, 0) for _, c in terms)
    match op:
        case "<=":
            return _count(terms, low, bound)
        case ">=":
            return _count(terms, bound, high)
        case "==":
            return _count(terms, bound, bound)
        case _:
            return z3.Not(_count(terms, bound, bound))


def _count(terms: Sequence[tuple[z3.BoolRef, int]], lo: int, hi: int) -> z3.BoolRef:
    """`lo <= sum of weight * Boolean <= hi`, in the most special form that z3 has."""
    shift = -sum(min(c, 0) for _, c in terms)  # c*b = c + |c|*(not b) for negative c
    terms = [(b, c) if c > 0 else (z3.Not(b), -c) for b, c in terms if c]
    total = sum(c for _, c in terms)
    lo, hi = max(lo + shift, 0), min(hi + shift, total)
    if lo > hi:
        return z3.BoolVal(False)
    if total > _MAX_COEFFICIENT:
        exact = z3.Sum([z3.If(b, z3.IntVal(c), z3.IntVal(0)) for b, c in terms])
        return z3.And(exact >= lo, exact <= hi)
    if lo == hi and total:
        return z3.PbEq(terms, lo)
    if all(c == 1 for _, c in terms):
        return z3.And(_at_least([b for b, _ in terms], lo), _at_most([b for b, _ in terms], hi))
    return z3.And(
        z3.BoolVal(True) if lo == 0 else z3.PbGe(terms, lo),
        z3.BoolVal(True) if hi == total else z3.PbLe(terms, hi),
    )


def _at_least(literals: list[z3.BoolRef], k: int) -> z3.BoolRef:
    if k == 0:
        return z3.BoolVal(True)
    return z3.Or(literals) if k == 1 else z3.AtLeast(*literals, k)


def _at_most(literals: list[z3.BoolRef], k: int) -> z3.BoolRef:
    return z3.BoolVal(True) if k >= len(literals) else z3.AtMost(*literals, k)
