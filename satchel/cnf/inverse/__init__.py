"""Inverse: `encode(context, out, constraint)`, one file an encoding."""

from satchel.cnf.context import Context
from satchel.cnf.integer.view import View
from satchel.cnf.places import require_place
from satchel.cnf.sink import Clauses
from satchel.ir import Inverse


def places(context: Context, out: Clauses, constraint: Inverse) -> tuple[list[View], list[View]]:
    """Both lists, whose values are places of the other one: others are excluded."""
    xs = [context.view(x) for x in constraint.xs]
    ys = [context.view(y) for y in constraint.ys]
    for view in (*xs, *ys):
        require_place(out, view, len(xs))
    return xs, ys
