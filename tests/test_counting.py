"""At-most-one and cardinality: sizes as the docstrings have them, and numbers of literals that the
suites over everything registered are too thorough for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import ceil, comb, isqrt, log2
from random import Random

import pytest
from pysat.solvers import Solver

from satchel.cnf import portfolio
from satchel.cnf.options import Options
from satchel.cnf.sink import Clauses, ClauseSink, CountingSink
from satchel.errors import InputError
from satchel.ir import AtMost, AtMostOne, Implies, Model
from satchel.tasks.compile import compile_model
from tests.equivalence import mismatch
from tests.random_models import NATIVE

AMO = sorted({*portfolio.encodings("amo")} - NATIVE)
CARDINALITY = sorted({*portfolio.encodings("cardinality")} - NATIVE)
PEERS = [
    (kind, name)
    for kind in ("amo", "cardinality")
    for name in portfolio.encodings(kind)
    if name.startswith("pysat_")
]

Size = tuple[int, int]
"""Variables other than the inputs, and clauses."""


def size(kind: str, name: str, n: int, *bounds: int) -> Size:
    sink = CountingSink()
    inputs = [sink.new() for _ in range(n)]
    portfolio.load(kind, name)(Clauses(sink), inputs, *bounds)
    return sink.variables - n, sink.clauses


def bits(n: int) -> int:
    """ceil(log2 n), for the few numbers in these tests."""
    return ceil(log2(n))


def product_size(n: int) -> Size:
    if n <= 6:
        return 0, comb(n, 2)
    height = isqrt(n - 1) + 1
    width = ceil(n / height)
    parts = product_size(height), product_size(width)
    return height + width + sum(v for v, _ in parts), 2 * n + sum(c for _, c in parts)


def commander_size(n: int) -> Size:
    if n <= 6:
        return 0, comb(n, 2)
    variables, clauses = commander_size(ceil(n / 3))
    groups, rest = divmod(n, 3)
    return variables + groups + (rest == 2), clauses + 7 * groups + 4 * (rest == 2)


AMO_SIZES: dict[str, Callable[[int], Size]] = {
    "pairwise": lambda n: (0, n * (n - 1) // 2),
    "sequential": lambda n: (n - 1, 3 * n - 4),
    "ladder": lambda n: (n - 1, 4 * n - 5),
    "product": product_size,
    "commander": commander_size,
    "binary": lambda n: (bits(n), n * bits(n)),
    "bimander": lambda n: (bits(ceil(n / 2)), n // 2 + n * bits(ceil(n / 2))),
    "cut3": lambda n: ((n - 3) // 2, 3 * n - 6) if n > 4 else (0, comb(n, 2)),
}


@pytest.mark.parametrize("n", range(2, 61))
@pytest.mark.parametrize("name", AMO_SIZES)
def test_size_of_at_most_one(name: str, n: int) -> None:
    assert size("amo", name, n) == AMO_SIZES[name](n)


def test_at_most_one_stays_below_what_its_docstring_says_in_round_numbers() -> None:
    for n in range(7, 400):
        variables, clauses = size("amo", "commander", n)
        assert variables <= n / 2 + 1
        assert clauses <= 3.5 * n + 6
        variables, clauses = size("amo", "product", n)
        assert variables <= 2 * n**0.5 + 4 * n**0.25 + 6
        assert clauses <= 2 * n + 4 * n**0.5 + 8 * n**0.25 + 16


@cache
def merged(left: int, right: int) -> int:
    """Comparators of the odd-even merge of two sequences (Knuth, volume 3, 5.3.4)."""
    if left * right < 2:
        return left * right
    odd = merged(ceil(left / 2), ceil(right / 2))
    return odd + merged(left // 2, right // 2) + (left + right - 1) // 2


@cache
def comparators(n: int) -> int:
    if n < 2:
        return 0
    left, right = ceil(n / 2), n // 2
    return comparators(left) + comparators(right) + merged(left, right)


def sequential_size(n: int, k: int) -> Size:
    variables = sum(min(i, k) for i in range(1, n))
    return variables, 2 * variables + n - 2 * k


AT_MOST_SIZES: dict[str, Callable[[int, int], Size]] = {
    "pairwise": lambda n, k: (0, comb(n, k + 1)),
    "sequential": sequential_size,
    "bdd": lambda n, k: ((k + 1) * (n - k) - 1, (k + 1) * (2 * (n - k) - 1)),
    "sorting": lambda n, k: (2 * comparators(n), 3 * comparators(n) + 1),
}


@pytest.mark.parametrize("n", range(3, 15))
@pytest.mark.parametrize("name", AT_MOST_SIZES)
def test_size_of_at_most(name: str, n: int) -> None:
    for k in range(1, n):
        assert size("cardinality", name, n, 0, k) == AT_MOST_SIZES[name](n, k)


@pytest.mark.parametrize("power", range(1, 8))
def test_size_of_the_sorting_network_in_closed_form(power: int) -> None:
    n = 2**power
    count = (power**2 - power + 4) * n // 4 - 1
    for bounds in ((0, n // 2), (n // 2, n)):
        assert size("cardinality", "sorting", n, *bounds) == (2 * count, 3 * count + 1)


def test_size_of_the_cardinality_network_follows_the_bound() -> None:
    n = 64
    sizes = [size("cardinality", "cardnet", n, 0, k) for k in range(1, n)]
    assert sizes == sorted(sizes)
    assert sizes[-1] == size("cardinality", "sorting", n, 0, n - 1)
    for k, (variables, clauses) in enumerate(sizes, 1):
        assert variables <= n * (log2(k + 1) + 1) * (log2(k + 1) + 2) / 2
        assert clauses <= 1.5 * variables + n


def test_size_of_the_modulo_totalizer_is_less_where_sums_are_long() -> None:
    variables, clauses = size("cardinality", "kmtotalizer", 80, 0, 40)
    more_variables, more_clauses = size("cardinality", "totalizer", 80, 0, 40)
    assert variables < 0.8 * more_variables
    assert clauses < 0.5 * more_clauses


def sums_that_fit(kind: str, name: str, n: int, *bounds: int) -> list[int]:
    """How many of the inputs may be true, of several choices of that many."""
    sink = ClauseSink()
    inputs = [sink.new() for _ in range(n)]
    portfolio.load(kind, name)(Clauses(sink), inputs, *bounds)
    clauses: list[list[int]] = [[]]
    for chunk in sink.chunks:
        for literal in chunk:
            if literal:
                clauses[-1].append(literal)
            else:
                clauses.append([])
    random = Random(n)
    fitting = []
    with Solver(name="cadical153", bootstrap_with=clauses[:-1]) as solver:
        for count in range(n + 1):
            choices = [range(count), range(n - count, n), random.sample(range(n), count)]
            fits = {
                solver.solve([x if place in chosen else -x for place, x in enumerate(inputs)])
                for chosen in map(set, choices)
            }
            assert len(fits) == 1, (count, choices)
            fitting += [count] if fits.pop() else []
    return fitting


@pytest.mark.parametrize("n", [11, 16, 23, 37])
@pytest.mark.parametrize("name", AMO)
def test_long_at_most_one(name: str, n: int) -> None:
    assert sums_that_fit("amo", name, n) == [0, 1]


@pytest.mark.parametrize("n", [9, 13, 17])
@pytest.mark.parametrize("name", CARDINALITY)
def test_long_sums(name: str, n: int) -> None:
    random = Random(n)
    for _ in range(12):
        lo, hi = sorted(random.sample(range(n + 1), 2))
        if hi and (lo, hi) != (0, n):
            assert sums_that_fit("cardinality", name, n, lo, hi) == list(range(lo, hi + 1))


def counted(kind: str, *, guarded: bool = False) -> Model:
    model = Model()
    some = [model.bool(f"b{i}") for i in range(5)]
    constraint = AtMostOne(some) if kind == "amo" else AtMost(some, 3)
    model.add(Implies(model.bool("guard"), constraint) if guarded else constraint, label="count")
    for variable in model.variables.values():
        model.show(variable.name, variable)
    return model


@pytest.mark.parametrize(("kind", "name"), PEERS)
def test_peers_are_released_by_a_condition(kind: str, name: str) -> None:
    assert mismatch(counted(kind, guarded=True), Options(choices={kind: name})) is None


@pytest.mark.parametrize(("kind", "name"), PEERS)
def test_peers_cannot_be_count_safe(kind: str, name: str) -> None:
    for options in (
        Options(choices={kind: name}, count_safe=True),
        Options(labels={"count": {kind: name}}, count_safe=True),
    ):
        with pytest.raises(InputError, match=f"{name}' cannot be count-safe"):
            compile_model(counted(kind), options)
    with pytest.raises(InputError, match="cannot be count-safe"):
        portfolio.load(kind, name)(Clauses(CountingSink(), two_sided=True), [1, 2, 3])


def test_there_are_as_many_as_were_promised() -> None:
    ours = {
        kind: {n for n in portfolio.encodings(kind) if (kind, n) not in PEERS} - NATIVE
        for kind in ("amo", "cardinality")
    }
    assert len(ours["amo"]) >= 8
    assert len(ours["cardinality"]) >= 6
    assert len(PEERS) >= 8
