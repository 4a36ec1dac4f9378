"""What every expression means: one evaluator, the oracle of tests and the check of answers.

Integer expressions may be undefined (None); as in MiniZinc's relational semantics, a Boolean
expression directly above an undefined integer is false, and nothing above that notices.

A node's meaning is a function of its children's values, made by `operation`. An `Evaluator` applies
them to any expressions under one assignment; a `Tape` has those of some expressions ready, in
order, for many assignments.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter, mul
from typing import Any, Final, TypeAlias

from satchel.ir.cardinality import Cardinality
from satchel.ir.conditional import IfThenElse
from satchel.ir.core import And, BoolConst, Expr, Iff, Implies, Linear, LinearExpr, Not, Or, Xor
from satchel.ir.protocols import GlobalConstraint, IntFunction
from satchel.ir.variables import BoolVar, IntVar
from satchel.ir.walk import fold, postorder, variables

Values: TypeAlias = Mapping[str, int]
"""One value per variable name; Booleans are True and False."""

Operation: TypeAlias = Callable[[Sequence[Any]], Any]
"""A node's value from those of its children, in order."""

_COMPARISONS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


class Evaluator:
    """Evaluates expressions under one assignment, each shared node once."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._memo: dict[Expr, int | None] = {}

    def __call__(self, expr: Expr) -> int | None:
        """The value of `expr`: a bool for Boolean ones; KeyError where a variable has none."""
        return fold(expr, self._step, self._memo)

    def _step(self, node: Expr, below: list[int | None]) -> int | None:
        if isinstance(node, (BoolVar, IntVar)):
            return self._values[node.name]
        return meaning(node, below)


class Tape:
    """Evaluates the same expressions under one assignment after the other."""

    def __init__(self, *exprs: Expr) -> None:
        scope = variables(*exprs)
        self._names = [variable.name for variable in scope]
        places: dict[Expr, int] = {variable: place for place, variable in enumerate(scope)}
        undefined: set[Expr] = set()
        self._steps: list[tuple[Operation, Callable[[list[Any]], Sequence[Any]]]] = []
        for node in postorder(*exprs):
            if node in places:
                continue
            children = node.children()
            partial = not undefined.isdisjoint(children)
            if isinstance(node, IntFunction) or (partial and isinstance(node, LinearExpr)):
                undefined.add(node)
            step = _guarded(node) if partial else operation(node)
            self._steps.append((step, _picker([places[child] for child in children])))
            places[node] = len(places)
        self._results = _picker([places[expr] for expr in exprs])

    def __call__(self, values: Values) -> Sequence[int | None]:
        """What an `Evaluator` gives for each of the expressions."""
        known: list[Any] = [values[name] for name in self._names]
        note = known.append
        for step, pick in self._steps:
            note(step(pick(known)))
        return self._results(known)


def meaning(node: Expr, below: Sequence[Any]) -> int | None:
    """The value of a node that is no variable, given its children's values."""
    value: int | None = _guarded(node)(below)
    return value


def operation(node: Expr) -> Operation:
    """What a node that is no variable makes of its children's values, all of them defined."""
    match node:
        case BoolConst(value):
            return lambda below: value
        case Not():
            return lambda below: not below[0]
        case And():
            return all
        case Or():
            return any
        case Xor():
            return lambda below: sum(below) % 2 == 1
        case Implies():
            return lambda below: not below[0] or below[1]
        case Iff():
            return lambda below: below[0] == below[1]
        case IfThenElse():
            return lambda below: below[1] if below[0] else below[2]
        case Linear(terms, op, bound):
            return _comparison([c for c, _ in terms], _COMPARISONS[op], bound)
        case LinearExpr(terms, constant):
            return _sum([c for c, _ in terms], constant)
        case Cardinality(_, lo, hi):
            return lambda below: lo <= sum(below) <= hi
        case GlobalConstraint():
            return node.holds
        case IntFunction():
            return node.apply
        case _:
            raise TypeError(f"no meaning is known for {type(node).__name__}")


def _guarded(node: Expr) -> Operation:
    """The same where children may be undefined."""
    defined = operation(node)
    if isinstance(node, IntFunction):
        return defined
    otherwise = None if isinstance(node, LinearExpr) else False
    return lambda below: otherwise if None in below else defined(below)


def _comparison(weights: list[int], compares: Callable[[int, int], bool], bound: int) -> Operation:
    if weights == [1]:  # most of them: a value, or a bound, of one variable
        return lambda below: compares(below[0], bound)
    return lambda below: compares(sum(map(mul, weights, below)), bound)


def _sum(weights: list[int], constant: int) -> Operation:
    if weights == [1]:
        return lambda below: below[0] + constant
    return lambda below: sum(map(mul, weights, below), constant)


def _picker(places: list[int]) -> Callable[[list[Any]], Sequence[Any]]:
    """Takes the items at these places out of a list."""
    if len(places) > 1:
        return itemgetter(*places)
    start = places[0] if places else 0
    return itemgetter(slice(start, start + len(places)))
