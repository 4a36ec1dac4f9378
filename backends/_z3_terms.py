"""From the model's expressions to z3's, with the form of each integer variable chosen from use.

*Direct*: a variable that occurs only where values are compared for equality (one variable against a
constant, two against each other, AllDifferent, Table, Element) becomes a Boolean per value, exactly
one of them true. z3 is far better at these than at integers: `Distinct` over `Int` is hopeless for
50 queens, `AtMost` over Booleans solves 100 in a quarter of a second.

*Int*: a variable of a proper linear constraint, or of a huge domain, becomes z3's integer.

The form is a matter of speed only: every construct accepts both. Functions must have been
flattened by the passes; globals come in by their decomposition, AllDifferent by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from satchel.backends._z3_counts import Term, bounded, count, xor, z3
from satchel.backends._z3_forms import arithmetic, collected, compares_two, view
from satchel.backends._z3_model import truth_in
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
    Variable,
    Xor,
)
from satchel.ir.conditional import IfThenElse
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.walk import fold


class Terms:
    """Translates expressions; `axioms` collects what must be asserted about new variables."""

    def __init__(self, statements: Sequence[BoolExpr]) -> None:
        self.axioms: list[Term] = []
        self._expanded: dict[GlobalConstraint, BoolExpr] = {}
        self._memo: dict[Expr, Any] = {}
        self._integers: dict[str, Term] = {}
        self._literals: dict[str, dict[int, Term]] = {}
        self._cases: dict[str, dict[int, Term]] = {}  # declarations of the literals
        self._booleans: dict[str, Term] = {}  # declarations, too
        self._arithmetic = arithmetic(statements, self._expand)

    @property
    def theory(self) -> str:
        """`integers` once there is an integer variable, else `booleans`."""
        return "integers" if self._arithmetic else "booleans"

    def boolean(self, expr: BoolExpr) -> Term:
        """The expression as z3's, shared nodes once, nesting without limit."""
        return fold(expr, self._step, self._memo)

    def values(self, variables: Iterable[Variable], model: Any) -> dict[str, int]:
        """The variables' values in z3's model; where it has none, any will do."""
        holds = truth_in(model)
        return {x.name: self._value(x, model, holds) for x in variables}

    def _value(self, x: Variable, model: Any, holds: Callable[[Term], bool]) -> int:
        if isinstance(x, BoolVar):
            declaration = self._booleans.get(x.name)
            return declaration is not None and holds(declaration)
        if x.name in self._integers:
            value = model[self._integers[x.name]]
            return x.domain.lo if value is None else int(value.as_long())
        cases = self._cases.get(x.name, {})
        return next((v for v, case in cases.items() if holds(case)), x.domain.lo)

    def _expand(self, node: GlobalConstraint) -> BoolExpr:
        if node not in self._expanded:
            self._expanded[node] = node.decompose()
        return self._expanded[node]

    def _step(self, node: Expr, below: list[Any]) -> Any:
        match node:
            case BoolVar():
                literal = z3.Bool(f"b {node.name}")
                self._booleans[node.name] = literal.decl()
                return literal
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
                return xor(below)
            case Implies():
                return z3.Implies(*below)
            case Iff():
                return below[0] == below[1]
            case IfThenElse():
                return z3.If(*below)
            case Cardinality():
                return count([(literal, 1) for literal in below], node.lo, node.hi)
            case Linear():
                return self._linear(node)
            case AllDifferent():
                return self._all_different(node)
            case GlobalConstraint():
                return self.boolean(self._expand(node))
            case _:
                raise TypeError(f"z3 has no form for {type(node).__name__}")

    def _linear(self, node: Linear) -> Term:
        terms = collected(node.terms)
        integers = [(c, atom) for c, atom in terms if isinstance(atom, IntVar)]
        if not integers:
            weighted = [(self._memo[atom], c) for c, atom in terms]
            return bounded(weighted, node.op, node.bound)
        if len(terms) == len(integers) == 1:
            return self._membership(integers[0], node.op, node.bound)
        if compares_two(terms, node.op) and not any(self._is_int(x) for _, x in integers):
            return self._two(integers, node.op, node.bound)
        return _compare(self._sum(terms), node.op, node.bound)

    def _membership(self, term: tuple[int, IntVar], op: str, bound: int) -> Term:
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

    def _two(self, terms: Sequence[tuple[int, IntVar]], op: str, bound: int) -> Term:
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

    def _all_different(self, node: AllDifferent) -> Term:
        views = [view(arg) for arg in node.args]
        if any(v is None or (v[1] is not None and self._is_int(v[1])) for v in views):
            return z3.Distinct([self._sum(arg.terms) + arg.constant for arg in node.args])
        takers: defaultdict[int, list[Term]] = defaultdict(list)
        for scale, x, offset in filter(None, views):
            if x is None:
                takers[offset].append(z3.BoolVal(True))
                continue
            for value, literal in self._direct(x).items():
                takers[scale * value + offset].append(literal)
        return z3.And([count([(t, 1) for t in lits], 0, 1) for lits in takers.values()])

    def _sum(self, terms: Iterable[tuple[int, Expr]]) -> Term:
        parts = [
            c * self._integer(atom)
            if isinstance(atom, IntVar)
            else z3.If(self._memo[atom], z3.IntVal(c), z3.IntVal(0))
            for c, atom in terms
        ]
        return z3.Sum([z3.IntVal(0), *parts])

    def _is_int(self, x: IntVar) -> bool:
        return x in self._arithmetic

    def _integer(self, x: IntVar) -> Term:
        """`x` as an integer term."""
        if not self._is_int(x):
            return z3.Sum(
                [z3.If(lit, z3.IntVal(v), z3.IntVal(0)) for v, lit in self._direct(x).items()]
            )
        if x.name not in self._integers:
            term = self._integers[x.name] = z3.Int(f"i {x.name}")
            self.axioms += [term >= x.domain.lo, term <= x.domain.hi]
            self.axioms += [
                z3.Or(term <= hi, term >= lo) for (_, hi), (lo, _) in pairwise(x.domain.intervals)
            ]
        return self._integers[x.name]

    def _direct(self, x: IntVar) -> dict[int, Term]:
        """A Boolean for each value of `x`, exactly one of them true."""
        if x.name not in self._literals:
            literals = {value: z3.Bool(f"d {value} {x.name}") for value in x.domain}
            self._literals[x.name] = literals
            self._cases[x.name] = {value: literal.decl() for value, literal in literals.items()}
            self.axioms.append(count([(lit, 1) for lit in literals.values()], 1, 1))
        return self._literals[x.name]


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


def _compare(term: Any, op: str, bound: int) -> Term:
    match op:
        case "<=":
            return term <= bound
        case ">=":
            return term >= bound
        case "==":
            return term == bound
        case _:
            return term != bound
