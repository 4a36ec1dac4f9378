"""Support: each two values of the factors fix the product; a factor and the product, the other.

Size: no variables; a clause for each two values of the factors, and for each value of a factor with
one of the product. Propagation: complete once one factor is fixed. No auxiliaries. Source: Gent
2002 (support encoding), for each value of a factor.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.limits import refuse_many
from satchel.cnf.sink import Clauses
from satchel.ir import ProductIs

DETERMINED = "always"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: ProductIs) -> None:
    """`left * right == value`."""
    left, right = context.view(constraint.left), context.view(constraint.right)
    value = context.view(constraint.value)
    sizes = [view.domain.size for view in (left, right, value)]
    pairs = sizes[0] * sizes[1] + (sizes[0] + sizes[1]) * sizes[2]
    refuse_many(pairs, "product=support", "--set product=binary")
    for a in left.domain:
        for b in right.domain:
            out.require(-left.eq(a), -right.eq(b), value.eq(a * b))
    for one, other in ((left, right), (right, left)):
        for a in one.domain:
            for product in value.domain if a else ():
                quotient, rest = divmod(product, a)
                partner = [] if rest else [other.eq(quotient)]
                out.require(-one.eq(a), -value.eq(product), *partner)
