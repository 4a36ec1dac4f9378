"""Shuffling: the same model in other words, for backends that take models.

Variables are renamed and declared in another order, statements change places, and so do the
arguments of whatever is symmetric. One order says little about a solver: times are compared over
several. Keeps all solutions; the undo data are the old names by the new ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from random import Random
from typing import Any

from satchel.ir import (
    AllDifferent,
    And,
    BoolVar,
    Clauses,
    Expr,
    Iff,
    IntVar,
    Linear,
    LinearExpr,
    Model,
    Or,
    Variable,
    Xor,
)
from satchel.ir.cardinality import Cardinality
from satchel.passes.rewrite import Rewriter

KEEPS = "all solutions"


def apply(model: Model, seed: int = 0) -> tuple[Model, Any]:
    """The model shuffled as the seed says."""
    random = Random(seed)
    variables = list(model.variables.values())
    random.shuffle(variables)
    renamed = {x: _renamed(x, f"v{number}") for number, x in enumerate(variables, 1)}

    def step(node: Expr) -> Expr:
        if isinstance(node, (BoolVar, IntVar)):
            return renamed[node]
        return _permuted(node, random)

    reordered = Model.assembled(
        renamed.values(),
        random.sample(model.statements, len(model.statements)),
        model.shown,
        model.objective,
        model.hints,
    )
    names = {new.name: old.name for old, new in renamed.items()}
    return Rewriter(step).model(reordered), names


def invert(data: Any, values: Mapping[str, int]) -> dict[str, int]:
    """The values under their old names."""
    return {data[name]: value for name, value in values.items()}


def _renamed(variable: Variable, name: str) -> Variable:
    return BoolVar(name) if isinstance(variable, BoolVar) else IntVar(name, variable.domain)


def _permuted(node: Expr, random: Random) -> Expr:
    """The node with its arguments in another order, where their order has no meaning."""
    match node:
        case And() | Or() | Xor():
            return type(node)(random.sample(node.args, len(node.args)))
        case Iff():
            return Iff(*random.sample([node.left, node.right], 2))
        case Cardinality():
            return Cardinality(_sampled(node.args, random), node.lo, node.hi)
        case Linear():
            return Linear(_sampled(node.terms, random), node.op, node.bound)
        case LinearExpr():
            return LinearExpr(_sampled(node.terms, random), node.constant)
        case AllDifferent():
            return AllDifferent(random.sample(node.args, len(node.args)))
        case Clauses():
            return _reordered(node, random)
        case _:
            return node


def _reordered(node: Clauses, random: Random) -> Clauses:
    """The arguments, the clauses and the literals of each in another order."""
    order = random.sample(range(1, len(node.args) + 1), len(node.args))
    place = {old: new for new, old in enumerate(order, 1)}
    clauses = list(node)
    random.shuffle(clauses)
    numbers = array("i")
    for clause in clauses:
        renamed = [place[x] if x > 0 else -place[-x] for x in clause]
        random.shuffle(renamed)
        numbers.extend([*renamed, 0])
    return Clauses([node.args[old - 1] for old in order], numbers)


def _sampled(parts: tuple[Any, ...], random: Random) -> tuple[Any, ...]:
    return tuple(random.sample(parts, len(parts)))
