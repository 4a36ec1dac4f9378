"""Direct: at each place, the item has a value exactly where the result has it.

Size: no variables, two clauses for each place and value, where `support` has an equality a place by
the linear encoding. Propagation: from place to values, both ways; a value that no place can give
stays. No auxiliaries. Source: folklore (conflict clauses, Walsh 2000).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.limits import refuse_many
from satchel.cnf.sink import FALSE, Clauses
from satchel.ir import ElementIs

DETERMINED = "always"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: ElementIs) -> None:
    """`array[index] == value`, the index inside the array."""
    index, result = context.view(constraint.index), context.view(constraint.value)
    places = [(index.eq(place), item) for place, item in enumerate(constraint.array)]
    items = [context.view(item) for here, item in places if here != FALSE]
    values = sum(item.domain.size + result.domain.size for item in items)
    refuse_many(values, "element=direct", "--set element=binary")
    out.require(*(here for here, _ in places))
    for here, item in places:
        if here == FALSE:
            continue
        given = context.view(item)
        for value in given.domain:
            out.require(-here, -given.eq(value), result.eq(value))
        for value in result.domain:
            out.require(-here, -result.eq(value), given.eq(value))
