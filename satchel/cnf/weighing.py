"""From the objective of a model to that of a formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from satchel import ir
from satchel.cnf.integer.base import Integer
from satchel.cnf.objective import Objective
from satchel.cnf.sink import Literal


def weighed(objective: ir.Objective, integer: Callable[[Any], Integer]) -> Objective:
    """The objective over literals; `integer` makes an atom one, each literal equivalent to what it
    stands for. An integer is the weighted sum of its native literals, whatever its encoding."""
    constant = objective.expr.constant
    weights: list[tuple[int, Literal]] = []
    for coefficient, atom in objective.expr.terms:
        represented = integer(atom)
        represented.tell_apart()
        value = represented.reader()
        constant += coefficient * value.constant
        weights += [(coefficient * weight, x) for weight, x in value.terms if x is not None]
    return Objective.of(objective.sense, constant, weights)
