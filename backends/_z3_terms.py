"""From the model's expressions to z3's: the Boolean part, which all of z3's roads share.

Integers are left to `_z3_integers.py`. Functions must have been flattened by the passes. Global
constraints come in by their form in `_z3_forms/`, where there is one, or by their decomposition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from satchel.backends import _z3_forms
from satchel.backends._z3_counts import bounded, count, countable
from satchel.backends._z3_integers import Integers
from satchel.backends._z3_model import truth_in
from satchel.backends._z3_script import (
    BOOL,
    FALSE,
    TRUE,
    Script,
    Term,
    conjunction,
    disjunction,
    negated,
    parity,
    z3,
)
from satchel.backends._z3_use import Decompositions, collected
from satchel.ir import (
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
    """Translates expressions over one model."""

    def __init__(self, script: Script, integers: Integers, decompose: Decompositions) -> None:
        self._script = script
        self._integers = integers
        self._decompose = decompose
        self._memo: dict[Expr, Term] = {}
        self._booleans: dict[str, Any] = {}  # declarations

    def boolean(self, expr: BoolExpr) -> Term:
        """The expression as z3's, shared nodes once, nesting without limit."""
        return fold(expr, self._step, self._memo)

    def literals(self, x: IntVar) -> dict[int, Term] | None:
        """The literal of each value of the variable, if that is what it consists of."""
        return self._integers.literals(x)

    def numbers(self, args: Sequence[LinearExpr]) -> list[Term]:
        """Sums as terms of one sort, which are equal where the sums are."""
        return self._integers.comparable((self._atoms(arg.terms), arg.constant) for arg in args)

    def product(self, left: LinearExpr, right: LinearExpr, value: LinearExpr) -> Term:
        """`left * right == value`, by a multiplication of numbers."""
        sums = [(self._atoms(part.terms), part.constant) for part in (left, right, value)]
        return self._integers.product(*sums)

    def values(self, variables: Iterable[Variable], model: Any) -> dict[str, int]:
        """The variables' values in z3's model; where it has none, any will do."""
        holds = truth_in(model)
        values: dict[str, int] = {}
        for x in variables:
            if isinstance(x, IntVar):
                values[x.name] = self._integers.value(x, model, holds)
            else:
                declaration = self._booleans.get(x.name)
                values[x.name] = declaration is not None and holds(declaration)
        return values

    def _step(self, node: Expr, below: list[Term]) -> Term:
        match node:
            case BoolVar():
                literal = self._script.constant(BOOL)
                self._booleans[node.name] = z3.Bool(literal, self._script.context).decl()
                return literal
            case IntVar() | LinearExpr():
                return ""  # whoever compares them says in which form
            case BoolConst():
                return TRUE if node.value else FALSE
            case BoolExpr():
                return self._script.named(self._composed(node, below), BOOL)
            case _:
                raise TypeError(f"z3 has no form for {type(node).__name__}")

    def _composed(self, node: BoolExpr, below: list[Term]) -> Term:
        match node:
            case Not():
                return negated(below[0])
            case And():
                return conjunction(below)
            case Or():
                return disjunction(below)
            case Xor():
                return parity(below)
            case Implies():
                return f"(=> {below[0]} {below[1]})"
            case Iff():
                return f"(= {below[0]} {below[1]})"
            case IfThenElse():
                return f"(ite {below[0]} {below[1]} {below[2]})"
            case Cardinality():
                return count([(literal, 1) for literal in below], node.lo, node.hi)
            case Linear():
                return self._linear(node)
            case GlobalConstraint():
                form = _z3_forms.form(node.kind)
                return self.boolean(self._decompose(node)) if form is None else form(self, node)
            case _:
                raise TypeError(f"z3 has no form for {type(node).__name__}")

    def _linear(self, node: Linear) -> Term:
        terms = self._atoms(node.terms)
        booleans = not any(isinstance(atom, IntVar) for _, atom in terms)
        if booleans and countable([c for c, _ in terms]):
            return bounded([(atom, c) for c, atom in terms], node.op, node.bound)
        return self._integers.compare(terms, node.op, node.bound)

    def _atoms(self, terms: Iterable[tuple[int, Expr]]) -> list[tuple[int, Any]]:
        """Integer variables as they are, Booleans as z3's; each once."""
        return [
            (c, atom if isinstance(atom, IntVar) else self.boolean(atom))
            for c, atom in collected(terms)
            if isinstance(atom, (IntVar, BoolExpr))
        ]
