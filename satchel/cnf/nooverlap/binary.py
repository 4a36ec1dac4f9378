"""Binary: where each rectangle begins and ends as numbers, compared digit by digit.

Size: an adder for the end of each side that is no multiple of a number; then for each pair four
comparisons, a variable and three clauses a digit each. Propagation: by complete assignments.
Comparisons are one-sided unless asked for otherwise. The only one whose size is logarithmic in the
domains, with one adder a side where `linear` has one for each pair. Source: the comparator, digit
by digit, is folklore; as in `linear=comparator`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from satchel.cnf.context import Context
from satchel.cnf.digits import Number, aligned, at_most
from satchel.cnf.sink import Clauses
from satchel.ir import LinearExpr, NoOverlap2D

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "bits"


def encode(context: Context, out: Clauses, constraint: NoOverlap2D) -> None:
    """No two rectangles overlap."""
    pieces = constraint.rectangles
    if len(pieces) < 2:
        return
    across = _sides(context, out, [(piece.x, piece.width) for piece in pieces])
    down = _sides(context, out, [(piece.y, piece.height) for piece in pieces])
    for one, other in combinations(range(len(pieces)), 2):
        ways = [
            at_most(out, sides[first][1], sides[second][0])
            for sides in (across, down)
            for first, second in ((one, other), (other, one))
        ]
        out.require(*ways)


def _sides(
    context: Context, out: Clauses, given: Sequence[tuple[LinearExpr, LinearExpr]]
) -> list[tuple[Number, Number]]:
    """Where each rectangle begins and where it ends, in one direction."""
    starts = [[context.view(start)] for start, _ in given]
    ends = [[context.view(start), context.view(size)] for start, size in given]
    numbers = aligned(out, [*starts, *ends])
    return list(zip(numbers[: len(given)], numbers[len(given) :], strict=True))
