"""Relation: a literal for each way to keep two rectangles apart, one of which holds.

Each literal implies "this ends before that begins" threshold by threshold. Size: up to four
variables a pair; for each a clause of three literals a position of the first (times the sizes it
can have). A way that does not fit is left out. Propagation: bounds of both positions from the
literal, and the literal's falsity from bounds: complete for two rectangles. Literals are one-sided
unless asked for otherwise. Source: Soh, Inoue, Tamura, Banbara and Nabeshima 2010 (order encoding,
two-dimensional packing).
"""

from __future__ import annotations

from itertools import combinations

from satchel.cnf.context import Context
from satchel.cnf.integer.view import View
from satchel.cnf.limits import refuse_many
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.ir import NoOverlap2D

DETERMINED = "never"
PROPAGATES = "total"
NEEDS = "ge"


def encode(context: Context, out: Clauses, constraint: NoOverlap2D) -> None:
    """No two rectangles overlap."""
    rectangles = [[context.view(side) for side in each] for each in constraint.rectangles]
    for (x, y, w, h), (x2, y2, w2, h2) in combinations(rectangles, 2):
        ways = [(x, w, x2), (x2, w2, x), (y, h, y2), (y2, h2, y)]
        out.require(*(_before(out, *way) for way in ways))


def _before(out: Clauses, start: View, size: View, end: View) -> Literal:
    """A literal that implies `start + size <= end`."""
    if start.domain.hi + size.domain.hi <= end.domain.lo:
        return TRUE
    if start.domain.lo + size.domain.lo > end.domain.hi:
        return FALSE
    steps = size.domain.size * max(start.domain.size, end.domain.size)
    refuse_many(steps, "nooverlap=relation", "--set nooverlap=binary")
    before = out.new()
    for clause in _clauses(start, size, end):
        out.define(-before, *clause)
    if out.two_sided:
        for clause in _opposite(start, size, end):
            out.define(before, *clause)
    return before


def _clauses(start: View, size: View, end: View) -> list[list[Literal]]:
    """`start + size <= end`: from bounds below on the left to a bound below on the right."""
    clauses = []
    for length in size.domain:
        last = TRUE
        for value in start.domain:
            bound = end.ge(value + length)
            if bound != last:
                clauses.append([-size.ge(length), -start.ge(value), bound])
            if bound == FALSE:
                break
            last = bound
    return clauses


def _opposite(start: View, size: View, end: View) -> list[list[Literal]]:
    """`start + size > end`: from a bound below on the right to one on the left."""
    clauses = []
    for length in size.domain:
        last = TRUE
        for value in end.domain:
            bound = start.ge(value + 1 - length)
            if bound != last:
                clauses.append([-size.le(length), -end.ge(value), bound])
            if bound == FALSE:
                break
            last = bound
    return clauses
