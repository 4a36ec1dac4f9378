"""Support: each place fixes the value; where all items are constants, each value needs a place.

Size: no variables for an array of constants, a clause a place and a value; for variables, one
equality under each place. Propagation: complete for constants once the index is known to be inside
the array; that of the equality, place by place, for variables. Auxiliaries: none for constants,
else those of the equality. Source: Gent 2002 (support encoding).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.sink import FALSE, Clauses
from satchel.ir import ElementIs

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: ElementIs) -> None:
    """`array[index] == value`, the index inside the array."""
    index, value = context.view(constraint.index), context.view(constraint.value)
    places = {place: index.eq(place) for place in range(len(constraint.array))}
    places = {place: here for place, here in places.items() if here != FALSE}
    out.require(*places.values())
    items = {place: constraint.array[place] for place in places}
    for place, item in items.items():
        if item.terms:
            context.require(item == constraint.value, out.under(places[place]))
        else:
            out.require(-places[place], value.eq(item.constant))
    if not any(item.terms for item in items.values()):
        for wanted in value.domain:
            givers = (here for place, here in places.items() if items[place].constant == wanted)
            out.require(-value.eq(wanted), *givers)
