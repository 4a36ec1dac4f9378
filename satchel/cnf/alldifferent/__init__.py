"""AllDifferent: `encode(context, out, constraint)`, one file an encoding."""

from collections.abc import Sequence

from satchel.cnf.integer.view import View
from satchel.cnf.limits import refuse_many
from satchel.cnf.sink import FALSE, Literal


def takers(views: Sequence[View]) -> dict[int, list[Literal]]:
    """For each value that some argument can take: the literals of taking it.

    SizeError where these are too many.
    """
    values = sum(view.domain.size for view in views)
    refuse_many(values, "alldifferent value by value", "--set alldifferent=difference")
    found: dict[int, list[Literal]] = {}
    for view in views:
        for value in view.domain:
            literal = view.eq(value)
            if literal != FALSE:
                found.setdefault(value, []).append(literal)
    return {value: found[value] for value in sorted(found)}
