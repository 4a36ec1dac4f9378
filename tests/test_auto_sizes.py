"""What `auto` takes for each kind but linear, against the clauses of every encoding there is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from satchel.cnf import limits, portfolio
from satchel.cnf.cardinality._size import of_sequential, of_totalizer
from satchel.cnf.options import Options
from satchel.errors import SizeError
from satchel.ir import (
    AllDifferent,
    Automaton,
    BoolExpr,
    Cardinality,
    Circuit,
    Cumulative,
    Element,
    GlobalCardinality,
    IntVar,
    Inverse,
    LexLess,
    Max,
    Model,
    NoOverlap2D,
    Precedence,
    Regular,
    Table,
)
from satchel.tasks.compile import predict

SIZES = {"small": 9, "medium": 199, "10^5": 10**5, "10^6": 10**6}
FACTOR = 1.5

CASES: dict[str, Callable[[int, list[IntVar], list[IntVar]], BoolExpr]] = {
    "lex": lambda n, x, y: LexLess(x[:3], y[:3]),
    "maximum": lambda n, x, y: Max(*x[:3]) == y[0],
    "maximum, abs": lambda n, x, y: abs(x[0] - x[1]) == y[0],
    "element": lambda n, x, y: Element(x[:5], y[1]) == y[0],
    "element, numbers": lambda n, x, y: Element([37 * i % n for i in range(8)], x[0]) == y[0],
    "nooverlap": lambda n, x, y: NoOverlap2D(x[:4], y[:4], [3] * 4, [4] * 4),
    "nooverlap, sizes": lambda n, x, y: NoOverlap2D(x[:2], y[:2], x[2:4], [4] * 2),
    "product": lambda n, x, y: x[0] * x[1] == y[0],
    "table": lambda n, x, y: Table(
        x[:3], [(7 * i % n, i * i % n, (3 * i + 1) % n) for i in range(20)]
    ),
    "table, any": lambda n, x, y: Table(x[:3], [(1, None, 2), (None, 3, n), (4, 5, None)]),
    "cumulative": lambda n, x, y: Cumulative(x, [3] * 6, [1, 2, 3] * 2, 4),
    "cumulative, one": lambda n, x, y: Cumulative(x, [3] * 6, [1] * 6, 1),
    "cumulative, many": lambda n, x, y: Cumulative([*x, *y], [1, 2, 3] * 4, [1, 3] * 6, 8),
    "alldifferent": lambda n, x, y: AllDifferent(*x),
    "gcc": lambda n, x, y: GlobalCardinality(x, {1: 2, 2: (0, 1), 3: 1, 5: (1, 3)}),
    "inverse": lambda n, x, y: Inverse(x, y),
    "precedence": lambda n, x, y: Precedence(x, [1, 2, 3, 4]),
    "regular": lambda n, x, y: Regular(
        x, Automaton([(0, 1, 1), (1, 2, 0), (1, n, 2), (2, 3, 2), (0, 0, 0)], 0, [0, 2])
    ),
    "circuit": lambda n, x, y: Circuit(*x),
}
"""A constraint of each kind over integers in 0..n, six of either name."""

VALUES = "`order` and `support` see each value or bound; digits promise complete assignments only"
PAIRS = "`permutation` excludes a value as soon as it is taken; pairs in digits do so at the end"
LARGER = {
    ("lex", "small"): "`order` claims all consequences, `binary` total assignments",
    ("lex", "medium"): "`order` claims all consequences, `binary` total assignments",
    ("element", "small"): VALUES,
    ("element", "medium"): VALUES,
    ("nooverlap", "medium"): VALUES,
    ("product", "small"): "complete once one factor is fixed; `binary` promises nothing",
    ("alldifferent", "small"): PAIRS,
    ("alldifferent", "medium"): PAIRS,
    ("gcc", "medium"): "`count` writes fewer clauses of its own; the rest is what integers cost",
    **{
        ("circuit", size): "as large, elimination is erratic to solve"
        for size in SIZES
        if size != "medium"
    },
}
"""Where `auto` is larger than the least by more than the factor, and why that is right."""


@pytest.fixture(autouse=True)
def refuse_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks at each value is refused sooner, so that no case takes long."""
    monkeypatch.setattr(limits, "MOST", 20_000)


def size(case: str, top: int, encoding: str, most: int | None = None) -> int:
    model = Model()
    x, y = ([model.int(f"{name}{i}", 0, top) for i in range(6)] for name in "xy")
    model.add(CASES[case](top, x, y))
    kind = case.split(",")[0]
    return predict(model, Options(choices={kind: encoding}, presolve=(), max_clauses=most)).clauses


def least(case: str, top: int, most: int) -> tuple[int, str]:
    """The fewest clauses of an encoding that can be written out; those over `most` are left out."""
    kind = case.split(",")[0]
    found = []
    for name in portfolio.encodings(kind):
        if name == "native" or portfolio.is_lazy(kind, name):
            continue
        try:
            found.append((size(case, top, name, most), name))
        except SizeError:
            continue
    return min(found)


COUNTERS = {"sequential": of_sequential, "totalizer": of_totalizer}


@pytest.mark.parametrize("encoding", COUNTERS)
@pytest.mark.parametrize("count", [3, 8, 13, 31])
def test_the_sizes_of_counters_are_those_of_what_is_written(encoding: str, count: int) -> None:
    for lo, hi in product(range(count), range(2, count + 1)):
        if lo <= hi and (lo, hi) not in {(0, count), (1, count)}:  # no counter, and one clause
            model = Model()
            model.add(Cardinality(tuple(model.bool(f"b{i}") for i in range(count)), lo, hi))
            options = Options(choices={"cardinality": encoding}, presolve=())
            written = predict(model, options).clauses
            assert written == COUNTERS[encoding](count, lo, hi), (lo, hi)


@pytest.mark.parametrize(("case", "width"), [*product(CASES, SIZES)])
def test_auto_is_among_the_smallest_or_there_is_a_reason(case: str, width: str) -> None:
    mine = size(case, SIZES[width], "auto")
    fewest, name = least(case, SIZES[width], mine)
    within = mine <= FACTOR * fewest
    assert within == ((case, width) not in LARGER), (mine, fewest, name)
