"""Small constraints of every kind, simplest first: what a registered encoding is tried on.

They are what encodings are given once trivial cases are settled: of literals distinct ones, bounds
that bite. Over integers there are values without alternative, holes, repeated variables, views and
negative values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from satchel.errors import InputError
from satchel.ir import AtMostOne, BoolExpr, BoolVar, Sum
from satchel.ir.cardinality import Cardinality
from satchel.testing.grid_globals import GLOBALS
from satchel.testing.parts import integers, literals


def constraints(kind: str) -> Iterator[BoolExpr]:
    """Small constraints of a kind; InputError where there are none for it here."""
    if kind not in _GRIDS:
        raise InputError(f"no small constraints are known for the kind {kind!r}")
    return _GRIDS[kind]()


def _amo() -> Iterator[BoolExpr]:
    for count in range(2, 10):
        yield AtMostOne(literals(count))


def _cardinality() -> Iterator[BoolExpr]:
    for count in range(2, 6):
        for lo, hi in product(range(count), range(1, count + 1)):
            if lo <= hi and (lo, hi) != (0, count):
                yield Cardinality(tuple(literals(count)), lo, hi)
    for count, lo, hi in [(6, 0, 4), (6, 2, 6), (7, 1, 4), (7, 5, 5), (8, 0, 3), (8, 3, 5)]:
        yield Cardinality(tuple(literals(count)), lo, hi)


def _linear() -> Iterator[BoolExpr]:
    for coefficients, bounds in [
        *[((1, 1), (0, 1)), ((2, -3), (-1, 0)), ((1, 2, 3), (0, 3, 4, 7)), ((2, 2), (3,))],
        *[((3, -2, 2, 1), (-2, 2, 6)), ((-2, 1, 3, 2, 3), (3,)), ((5, 4, 3, 2, 1, 1), (4, 9, 12))],
    ]:
        for bound in bounds:
            yield from _compared(coefficients, literals(len(coefficients)), bound)
    domains = [(0, 1), (-2, 0, 3), (1, 2, 3, 4), (4, 9, 10), (7,)]
    for coefficients, first, bound in [
        *[((1, -1), 0, 0), ((1, 1), 1, 3), ((2, 3), 1, 5), ((2, -4), 2, 1), ((100, -101), 2, 1)],
        *[((-5, 2, 1), 0, -3), ((1, 1, 1), 0, 6), ((2, -1, 3), 1, 7), ((1, 1, -1), 0, 50)],
        *[((1, 2), 3, 23), ((1, 1), 2, 11)],
    ]:
        some = integers(*domains[first : first + len(coefficients)])
        yield from _compared(coefficients, some, bound)
    for coefficients, holes, bound in [
        ((1, -2, 2), [(0, 3), (0, 1, 2), (0, 2, 3, 4)], 4),
        ((-3, 3, 1), [(-1, 0, 1, 2), (1, 4), (-2, -1, 2, 3)], 6),
        ((2, -2, -2), [(-2, 2, 3), (-2, 2), (-2, 1)], 7),
    ]:
        yield from _compared(coefficients, integers(*holes), bound)
    x, y, b = *integers((-2, 0, 3), (7,)), BoolVar("b1")
    yield from _compared((3, 1, 2), [x, y, b], 6)


def _compared(coefficients: Sequence[int], parts: Sequence[Any], bound: int) -> Iterator[BoolExpr]:
    total = Sum(c * part for c, part in zip(coefficients, parts, strict=True))
    yield from (total <= bound, total == bound, total != bound)


_GRIDS = {"amo": _amo, "cardinality": _cardinality, "linear": _linear, **GLOBALS}
