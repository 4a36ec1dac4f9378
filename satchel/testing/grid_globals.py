"""Small global constraints of every kind: see `satchel.testing.grid`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from satchel.ir import (
    AllDifferent,
    Automaton,
    BoolExpr,
    BoolVar,
    Circuit,
    Clauses,
    Cumulative,
    ElementIs,
    GlobalCardinality,
    HamiltonianCycle,
    Inverse,
    LexLess,
    LexLessEq,
    MaxIs,
    NoOverlap2D,
    Precedence,
    ProductIs,
    Regular,
    Table,
)
from satchel.testing.parts import integers, literals


def _alldifferent() -> Iterator[BoolExpr]:
    yield AllDifferent([])
    yield AllDifferent(integers((1, 2)))
    for domains in [
        *[((1, 2), (1, 2)), ((0, 3), (0, 3), (0, 3)), ((1, 2, 3),) * 3, ((1, 2, 3, 4),) * 3],
        *[((-1, 0, 4), (0, 4), (4, 5)), ((7,), (6, 7), (5, 6, 7)), ((1, 2), (1, 2), (1, 2, 3))],
        *[((1,), (1,)), ((1, 2, 3), (1, 2, 3), (1, 2, 3), (4, 5))],
        ((-2, 0, 2), (-2, 0, 2), (-2, 1), (-1, 0, 1)),
    ]:
        yield AllDifferent(integers(*domains))
    x, y, z = integers((0, 1, 2), (0, 1, 2), (0, 2, 4))
    yield AllDifferent([x, x + 1, y])
    yield AllDifferent([2 * x, 3 - y, z, 2])
    yield AllDifferent([x, y, x])


def _element() -> Iterator[BoolExpr]:
    index, value, x, y = integers((-1, 0, 1, 2, 3), (0, 3, 4, 7), (3, 4), (0, 4, 7))
    for array in [[3], [3, 4], [0, 7, 4], [4, 4, 3, 0], [9, 8], [3, 9, 3]]:
        yield ElementIs(array, index, value)
    yield ElementIs([4, 3, 0], 2 - index, value)
    yield ElementIs([4, 3, 0], index, 3)
    yield ElementIs([4, 3, 0], 1, value)
    yield ElementIs([x, 4], index, value)
    yield ElementIs([x, y], index, value)
    yield ElementIs([x, y, x + 1], index, value)
    u, v, place, taken = integers((-1, 0, 2), (-1, 0), (0, 1, 2), (-2, 2))
    yield ElementIs([u, 0, v], place, taken)
    yield ElementIs([index, 3, 1], index, value)
    yield ElementIs([2, 1, 0], index, index)


def _table() -> Iterator[BoolExpr]:
    x, y, z = integers((1, 2, 3), (-1, 0, 2), (0, 1))
    yield Table([], [])
    yield Table([], [()])
    yield Table([x], [(1,), (3,), (5,)])
    yield Table([x, y], [])
    yield Table([x, y], [(1, -1), (2, 0), (2, 2), (3, 9)])
    yield Table([x, y, z], [(1, None, 1), (2, 0, None), (3, 2, 0), (3, -1, 1)])
    rows = [(2, None, None), (-1, 0, 2), (None, -1, 1), (-2, -2, 1)]
    yield Table(integers((-2, 1), (-1, 0, 1), (0, 1, 2)), rows)
    yield Table([x, y, z], [(None, None, None)])
    yield Table([x, x + 1, 5], [(1, 2, 5), (2, 2, 5), (3, 4, None)])


def _circuit() -> Iterator[BoolExpr]:
    for size in range(5):
        yield Circuit(integers(*[range(size)] * size))
    yield Circuit(integers((1, 2), (0, 2), (0, 1)))
    yield Circuit(integers((1, 2), (0, 3), (0, 3), (1, 2)))
    yield Circuit(integers((1, 7), (-1, 2), (0,)))
    cycles = [*range(3)], [*range(3, 9)], [*range(9, 15)]
    yield Circuit(integers(*[(v,) for cycle in cycles for v in (*cycle[1:], cycle[0])]))
    x, y = integers((0, 1, 2), (0, 1, 2))
    yield Circuit([x, y, x])
    yield Circuit([3 - x, 0, y, 2 - x])
    for size in range(3):
        yield HamiltonianCycle(size, [])
    yield from _cycles()


def _cycles() -> Iterator[BoolExpr]:
    for size in (3, 4):
        pairs = [(u, v) for v in range(size) for u in range(v)]
        yield HamiltonianCycle(size, _edges(pairs))
        yield HamiltonianCycle(size, _edges(pairs[1:]))
    ring = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (0, 2), (1, 3)]
    yield HamiltonianCycle(5, _edges(ring))
    prism = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (1, 4), (2, 5)]
    yield HamiltonianCycle(6, _edges(prism))
    b = BoolVar("b1")
    yield HamiltonianCycle(3, [(0, 1, True), (1, 2, b), (0, 2, b)])


def _edges(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int, BoolExpr]]:
    return [(u, v, b) for (u, v), b in zip(pairs, literals(len(pairs)), strict=True)]


def _nooverlap() -> Iterator[BoolExpr]:
    yield NoOverlap2D([], [], [], [])
    x, y, u, v, w = integers((0, 1, 2), (0, 1), (-1, 0, 2), (0, 3), (1, 2))
    yield NoOverlap2D([x], [y], [2], [2])
    for sizes in [(1, 1), (2, 1), (2, 2), (0, 3), (3, 3)]:
        yield NoOverlap2D([x, u], [y, v], sizes, sizes[::-1])
    yield NoOverlap2D([x, u], [0, 1], [w, 2], [2, w])
    yield NoOverlap2D([x, u, v], [y, 0, 1], [1, 2, 2], [2, 1, 1])
    yield NoOverlap2D(integers(*[(0, 1)] * 3), [0] * 3, [1] * 3, [1] * 3)
    yield NoOverlap2D([x, x], [y, 1], [1, 2], [1, 1])


def _lex() -> Iterator[BoolExpr]:
    a, b, c, d, e, f, g, h = integers(
        (0, 1, 3), (0, 1), (0, 2, 3), (-1, 1), (0, 1), (0, 1), (-2, 0, 2, 4), (0, 2, 3, 4)
    )
    for kind in (LexLess, LexLessEq):
        yield kind([], [])
        yield kind([a], [c])
        yield kind([a, b], [c, d])
        yield kind([b, 1, e], [d, 2 - e, f])
        yield kind([b, e, a], [f, d, c])
        yield kind([a, b], [b, a])
        yield kind([7, a], [7, c])
        yield kind([g, 1], [h, 0])


def _inverse() -> Iterator[BoolExpr]:
    yield Inverse([], [])
    for size in (1, 2, 3):
        every = integers(*[range(size)] * (2 * size))
        yield Inverse(every[:size], every[size:])
    every = integers(*[(0, 1)] * 3, *[(2, 3, 4)] * 2, *[(0, 1, 2)] * 2, *[(3, 4)] * 3)
    yield Inverse(every[:5], every[5:])
    p, q, r, s, t, u = integers((0, 2), (0, 1, 5), (1, 2), (0, 1), (0, 1, 2), (-1, 2))
    yield Inverse([p, q, r], [s, t, u])
    yield Inverse([p, q, r], [p, q, r])
    yield Inverse([2 - p, q, 1], [s, 2, t])


def _clauses() -> Iterator[BoolExpr]:
    yield Clauses([], [])
    yield Clauses([], [0])
    yield Clauses(literals(1), [-1, 0])
    yield Clauses(literals(3), [1, -2, 0, 3, 0])
    yield Clauses(literals(3), [1, 2, 0, -1, 2, 0, 1, -2, 0, -1, -2, 3, 0])
    yield Clauses(literals(5), [5, -4, 0, 3, 4, -5, 0, -1, 0])
    yield Clauses(literals(4), [1, 2, 3, 0, 0, -4, 0])


def _cumulative() -> Iterator[BoolExpr]:
    yield Cumulative([], [], [], 1)
    a, b, c, d = integers((0, 1, 2), (-1, 0, 2), (0, 1), (1, 2))
    yield Cumulative([a], [2], [2], 1)
    yield Cumulative([a, b], [2, 2], [1, 1], 1)
    yield Cumulative([a, b, c], [1, 2, 3], [2, 1, 1], 2)
    yield Cumulative([a, b], [d, 2], [1, d], 2)
    yield Cumulative([a, b, 1], [1, 0, 2], [1, 3, 1], d)
    yield Cumulative([a, a], [1, d], [1, 1], 1)
    yield Cumulative(integers(*[(0, 1)] * 3), [1] * 3, [1] * 3, 1)
    yield Cumulative(integers(*[(0, 1, 2)] * 3), [1] * 3, [2, 1, 2], 2)


def _gcc() -> Iterator[BoolExpr]:
    yield GlobalCardinality([], {1: 0})
    yield GlobalCardinality([], {1: 1})
    a, b, c, n = integers((1, 2, 3), (1, 2), (-1, 2, 3), (0, 1, 3))
    yield GlobalCardinality([a, b], {})
    yield GlobalCardinality([a, b, c], {1: 1})
    yield GlobalCardinality([a, b, c], {2: (1, 2), 3: (0, 1)}, closed=True)
    yield GlobalCardinality([a, b, c], {1: n, 7: 0})
    yield GlobalCardinality([a, b, 2], {2: n, 3: 1})
    yield GlobalCardinality([a, b, a], {1: (1, 2), 2: n})
    yield GlobalCardinality(integers(*[(1, 2, 3)] * 3), {1: (0, 1), 2: (0, 1), 3: (0, 1)})
    some = integers((1, 3, 4), (1, 3), (1, 3, 4), (1, 3, 4), (1, 2, 3))
    yield GlobalCardinality(some, {1: (1, 2), 2: (0, 1), 3: (0, 2)})
    yield GlobalCardinality(integers(*[(1, 2)] * 3), {1: (0, 1), 2: (0, 1)})


def _maximum() -> Iterator[BoolExpr]:
    a, b, c, y = integers((0, 1, 3), (-1, 2), (1, 2, 4), (-2, 1, 2, 3))
    yield MaxIs([a], y)
    yield MaxIs([a, b], y)
    yield MaxIs([a, b, c], y)
    yield MaxIs([a, 2, -b], y)
    yield MaxIs([a, b], 2)
    yield MaxIs([a, -a], y)
    yield MaxIs([2 * a, 3 - c], 1 - y)
    for value in [(-1, 1, 3), (-1, 0, 1, 2)]:
        *args, greatest = integers((-1, 0, 2, 3), (0, 2), value)
        yield MaxIs(args, greatest)


def _precedence() -> Iterator[BoolExpr]:
    a, b, c, d = integers((1, 2, 3), (1, 2), (0, 2, 3), (1, 2, 3))
    yield Precedence([], [1, 2])
    yield Precedence([a, b], [1])
    yield Precedence([a, b], [1, 2])
    yield Precedence([a, b, c, d], [1, 2, 3])
    yield Precedence([a, b, c, d], [3, 0, 1])
    yield Precedence([a, b + 1, c, 3], [2, 3])
    yield Precedence(integers((1, 2), (1, 3, 4), (4, 5), (2, 3)), [1, 4, 5])
    yield Precedence(integers((-2, 2), (-2, 0, 2), (-1, 0), (2,)), [2, 0, -1])
    yield Precedence([a, b, a], [2, 1])


def _product() -> Iterator[BoolExpr]:
    a, b, y = integers((0, 1, 2, 3), (-2, 0, 3), (-6, -2, 0, 3, 4, 9))
    yield ProductIs(a, b, y)
    yield ProductIs(a, a, y)
    yield ProductIs(a, 2, y)
    yield ProductIs(a, b, 0)
    yield ProductIs(a, 1 - b, 2 * y)
    yield ProductIs(*integers((1, 2, 4), (1, 2, 3), (2, 3, 4, 6)))
    yield ProductIs(a, b, b)


def _regular() -> Iterator[BoolExpr]:
    pairs = Automaton(
        [("even", 0, "even"), ("even", 1, "odd"), ("odd", 1, "even")], "even", ["even"]
    )
    parity = Automaton([(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)], 0, [1])
    stuck = Automaton([(0, 3, 1), (1, 5, 2)], 0, [2])
    for automaton in (pairs, parity, stuck):
        for size in range(5):
            yield Regular(integers(*[(0, 1)] * size), automaton)
    a, b, c = integers((0, 1, 2), (0, 3), (0, 1))
    yield Regular([a, c, b], pairs)
    arcs = [(0, 0, 1), (0, 1, 0), (0, 2, 1), (1, 0, 0), (1, 2, 2), (2, 1, 0), (2, 2, 2)]
    yield Regular(integers(*[(0, 1, 2)] * 4), Automaton(arcs, 0, [0, 1]))
    yield Regular([b, 5], stuck)
    yield Regular([c, 1 - c, a, 1], parity)


GLOBALS: Mapping[str, Callable[[], Iterator[BoolExpr]]] = {
    "alldifferent": _alldifferent,
    "circuit": _circuit,
    "clauses": _clauses,
    "cumulative": _cumulative,
    "element": _element,
    "gcc": _gcc,
    "inverse": _inverse,
    "lex": _lex,
    "maximum": _maximum,
    "nooverlap": _nooverlap,
    "precedence": _precedence,
    "product": _product,
    "regular": _regular,
    "table": _table,
}
"""A grid for each kind of global constraint."""
