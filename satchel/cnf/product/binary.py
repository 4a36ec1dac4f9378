"""Binary: every digit of one factor by every digit of the other, added up by an adder.

Factors that do not start at zero add multiples of the other one to the sum. Size: a variable and
three clauses for each two digits, and the adder of their sum. Propagation: none promised.
Determined always. The only one whose size is logarithmic in the domains. Source: the long
multiplication of circuits; the adder, Warners 1998.
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.integer.base import Integer
from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.integer.view import View
from satchel.cnf.linear import adder
from satchel.cnf.sink import Clauses, Literal
from satchel.ir import ProductIs

DETERMINED = "always"
PROPAGATES = "total"
NEEDS = "bits"


def encode(context: Context, out: Clauses, constraint: ProductIs) -> None:
    """`left * right == value`."""
    left, right = context.view(constraint.left), context.view(constraint.right)
    value = context.view(constraint.value)
    one, first = _digits(left)
    other, second = _digits(right)
    terms: list[tuple[int, Integer]] = [
        (a * b, ZeroOne(_both(out, x, y), out)) for a, x in one for b, y in other
    ]
    terms += [(second * a, ZeroOne(x, out)) for a, x in one if second]
    terms += [(first * b, ZeroOne(y, out)) for b, y in other if first]
    if value.base is not None:
        terms.append((-value.scale, value.base))
    adder.encode(out, terms, "==", value.offset - first * second)


def _digits(factor: View) -> tuple[list[tuple[int, Literal]], int]:
    """The factor as a sum of weighted literals and a constant."""
    if factor.base is None:
        return [], factor.offset
    least = factor.scale * factor.base.domain.lo + factor.offset
    return [(factor.scale << place, x) for place, x in enumerate(factor.base.bits())], least


def _both(out: Clauses, x: Literal, y: Literal) -> Literal:
    """A literal that is equivalent to both being true."""
    if x == y:
        return x
    both = out.new()
    out.define(-both, x)
    out.define(-both, y)
    out.define(both, -x, -y)
    return both
