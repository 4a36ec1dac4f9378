"""AllDifferent: `encode(context, out, constraint)`, one file an encoding."""

from collections.abc import Sequence

from satchel.cnf.integer.view import View
from satchel.cnf.sink import FALSE, Literal


def takers(views: Sequence[View]) -> dict[int, list[Literal]]:
    """For each value that some argument can take: the literals of taking it."""
    found: dict[int, list[Literal]] = {}
    for view in views:
        for value in view.domain:
            literal = view.eq(value)
            if literal != FALSE:
                found.setdefault(value, []).append(literal)
    return {value: found[value] for value in sorted(found)}
