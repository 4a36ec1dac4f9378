"""Binary: at each place, the item has the digits of the result.

Size: no variables, two clauses a digit for each place, one where the item is a number; an adder for
each of the items and the result that starts above the least of them, or has a factor. Propagation:
digit by digit, from a known place on. No auxiliaries but those of adders, determined. The only one
whose size is logarithmic in the domains of items and result. Source: folklore (a multiplexer).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.digits import aligned
from satchel.cnf.sink import FALSE, Clauses
from satchel.ir import ElementIs

DETERMINED = "always"
PROPAGATES = "total"
NEEDS = "bits"


def encode(context: Context, out: Clauses, constraint: ElementIs) -> None:
    """`array[index] == value`, the index inside the array."""
    index = context.view(constraint.index)
    places = [(index.eq(place), item) for place, item in enumerate(constraint.array)]
    places = [(here, item) for here, item in places if here != FALSE]
    out.require(*(here for here, _ in places))
    views = [[context.view(given)] for given in (constraint.value, *(item for _, item in places))]
    value, *numbers = aligned(out, views)
    for (here, _), number in zip(places, numbers, strict=True):
        for x, y in zip(number, value, strict=True):
            out.require(-here, -x, y)
            out.require(-here, x, -y)
