"""A look at the whole model before lowering: which literals its integers need, what is shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby

from satchel.cnf import auto, portfolio
from satchel.cnf.auto import Need
from satchel.cnf.costs import Native
from satchel.cnf.linear._size import Term
from satchel.cnf.options import IntegerEncoding, Options
from satchel.ir import (
    And,
    BoolExpr,
    BoolVar,
    Expr,
    Iff,
    IntVar,
    Linear,
    Model,
    Not,
    Objective,
    Or,
    Xor,
)
from satchel.ir.bounds import atom_domain
from satchel.ir.cardinality import Cardinality
from satchel.ir.conditional import IfThenElse
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.walk import is_clause, postorder


class Survey:
    """What the statements, shown values and objective of a model will ask for."""

    def __init__(self, model: Model, options: Options, objective: Objective | None = None) -> None:
        self.needs: dict[IntVar, set[Need]] = {}
        self._integers: IntegerEncoding = options.integers
        self._parents: Counter[Expr] = Counter()
        self._known: set[Expr] = set(model.variables.values())
        for labelled, some in groupby(
            model.statements, lambda statement: options.labels.get(statement.label or "", {})
        ):
            choices = {**options.choices, **labelled}
            exprs = (statement.expr for statement in some)
            self.look(*(expr for expr in exprs if not is_clause(expr)), choices=choices)
        self.look(*model.shown.values(), choices=options.choices)
        for shown in model.shown.values():
            if not isinstance(shown, BoolExpr):
                self._ask(shown, "all")
        if objective is not None:
            self.look(objective.expr, choices=options.choices)
            for need in ("all", "ge"):
                self._ask(objective.expr, need)

    def inlines(self, expr: BoolExpr) -> bool:
        """Whether the expression is a whole constraint, known to be used in one place only."""
        whole = isinstance(expr, (And, Iff, Xor, IfThenElse, Cardinality, GlobalConstraint)) or (
            isinstance(expr, Linear) and len(expr.terms) > 1
        )
        return whole and self._parents[expr] == 1

    def is_shared(self, expr: BoolExpr) -> bool:
        """Whether the expression is known to be used in several places."""
        return self._parents[expr] > 1

    def look(self, *roots: Expr, choices: Mapping[str, str]) -> None:
        """Take in what is new below some expressions."""
        parents = self._parents
        for node in postorder(*roots, known=self._known):
            for child in node.children():
                parents[child] = parents.get(child, 0) + 1
            match node:
                case BoolVar() | Not() | Or():
                    pass
                case Linear(terms) if len(terms) > 1:
                    if any(isinstance(atom, IntVar) for _, atom in terms):
                        self._ask(node, self._linear(node, choices))
                case Linear(((_, IntVar()),)):
                    self._ask(node, "value" if node.op in ("==", "!=") else "threshold")
                case GlobalConstraint():
                    self._ask(node, self._global(node, choices))

    def _linear(self, node: Linear, choices: Mapping[str, str]) -> Need:
        turn = -1 if node.op == ">=" else 1
        terms = tuple(
            Term(turn * c, atom_domain(atom), self._native(atom)) for c, atom in node.terms
        )
        op = "<=" if node.op == ">=" else node.op
        rule = auto.linear(terms, op, turn * node.bound, self._integers)
        return portfolio.needs("linear", portfolio.rule("linear", choices, rule).name)

    def _global(self, node: GlobalConstraint, choices: Mapping[str, str]) -> Need:
        """What the constraint's encoding asks for; "eq" where it is decomposed."""
        if node.family not in portfolio.KINDS:
            return "eq"
        rule = auto.global_(node, self._integers, lazy=True)
        return portfolio.needs(node.family, portfolio.rule(node.family, choices, rule).name)

    def _native(self, atom: Expr) -> Native | None:
        """How an atom is represented, as far as that is known before everything is looked at."""
        if not isinstance(atom, IntVar):
            return "order"
        return None if self._integers == "auto" else self._integers

    def _ask(self, node: Expr, need: Need) -> None:
        if isinstance(node, IntVar):
            self.needs.setdefault(node, set()).add(need)
        for part in node.children():
            if not isinstance(part, BoolExpr):
                self._ask(part, need)
