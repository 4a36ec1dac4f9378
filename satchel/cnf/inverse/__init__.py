"""Inverse: `encode(context, out, constraint)`, one file an encoding."""

from satchel.cnf.auto import WIDEST
from satchel.cnf.context import Context
from satchel.cnf.integer.view import View
from satchel.cnf.sink import Clauses
from satchel.ir import Domain, Inverse


def places(context: Context, out: Clauses, constraint: Inverse) -> tuple[list[View], list[View]]:
    """Both lists, whose values are places of the other one: others are excluded."""
    xs = [context.view(x) for x in constraint.xs]
    ys = [context.view(y) for y in constraint.ys]
    places = Domain.range(0, len(xs) - 1)
    for view in (*xs, *ys):
        others = view.domain - places
        if others.size <= WIDEST:
            for value in others:
                out.require(-view.eq(value))
        else:
            out.require(view.ge(0))
            out.require(view.le(len(xs) - 1))
    return xs, ys
