"""Views of integers as binary numbers, and two of them compared digit by digit.

Numbers are lists of literals, least significant first, constants among them. Views are brought to
one offset first, so that their order is that of their digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from satchel.cnf.integer.view import View
from satchel.cnf.linear._digits import Columns, add, put
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal

Number: TypeAlias = list[Literal]


def aligned(out: Clauses, sums: Sequence[Sequence[View]]) -> list[Number]:
    """Sums of views as numbers of one width, each less one and the same constant.

    A sum of several views costs an adder; so does a view that has a factor, or starts above others.
    """
    falling = [view.base for views in sums for view in views if view.base and view.scale < 0]
    width = max((len(base.bits()) for base in falling), default=0)
    parts = [_columns(views, width) for views in sums]
    least = min(constant for _, constant in parts)
    numbers = []
    for columns, constant in parts:
        put(columns, TRUE, constant - least)
        numbers.append(add(out, columns))
    longest = max(map(len, numbers))
    return [number + [FALSE] * (longest - len(number)) for number in numbers]


def _columns(views: Sequence[View], width: int) -> tuple[Columns, int]:
    """Digits in columns of weight 1, 2, 4, ..., and the constant that they are to be added to.

    Of a negative factor it is the complements that are counted, in so many digits: what all views
    have in common stays in common.
    """
    columns: Columns = []
    constant = 0
    for view in views:
        constant += view.offset
        if view.base is None:
            continue
        bits, weight = view.base.bits(), abs(view.scale)
        constant += view.scale * view.base.domain.lo
        if view.scale < 0:
            bits = [-bit for bit in bits] + [TRUE] * (width - len(bits))
            constant -= weight * ((1 << width) - 1)
        for place, bit in enumerate(bits):
            put(columns, bit, weight << place)
    return columns, constant


def at_most(out: Clauses, left: Number, right: Number, below: Literal = TRUE) -> Literal:
    """A literal that implies `left <= right` (and is implied by it, if asked for).

    `below` is what digits further down say; FALSE for `left < right`.
    """
    for x, y in zip(left, right, strict=True):
        below = _majority(out, -x, y, below)
    return below


def require_at_most(out: Clauses, left: Number, right: Number, below: Literal = TRUE) -> None:
    """Demand `left <= right`, or what digits further down say where they are equal."""
    if left:
        below = at_most(out, left[:-1], right[:-1], below)
        for clause in _two_of(-left[-1], right[-1], below):
            out.require(*clause)
    else:
        out.require(below)


def _majority(out: Clauses, a: Literal, b: Literal, c: Literal) -> Literal:
    """A literal that implies that two of three are true (and is implied by it, if asked for)."""
    for one, other, third in ((a, b, c), (a, c, b), (b, c, a)):
        if one == other:
            return one
        if one == -other:
            return third
    most = out.new()
    for clause in _two_of(a, b, c):
        out.define(-most, *clause)
    if out.two_sided:
        for clause in _two_of(-a, -b, -c):
            out.define(most, *clause)
    return most


def _two_of(a: Literal, b: Literal, c: Literal) -> list[tuple[Literal, Literal]]:
    """Clauses: two of three literals are true."""
    return [(a, b), (a, c), (b, c)]
