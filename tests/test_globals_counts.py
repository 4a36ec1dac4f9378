"""New globals and functions against known numbers of solutions, by every encoding."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial, prod
from typing import Any

import pytest

from satchel.cnf import portfolio
from satchel.cnf.options import Options
from satchel.ir import (
    Automaton,
    Cumulative,
    GlobalCardinality,
    Max,
    Min,
    Model,
    Precedence,
    Regular,
)
from satchel.tasks.compile import compile_model
from satchel.tasks.solve import enumerate_solutions
from tests.equivalence import count_models


def count(model: Model, variables: Sequence[Any], options: Options | None = None) -> int:
    """The solutions of a model, told apart by these variables."""
    for number, variable in enumerate(variables):
        model.show(f"v{number}", variable)
    formula = compile_model(model, options or Options(count_safe=True), number_free=True).formula
    return count_models(list(formula.iterate()), formula.variables)


@pytest.mark.parametrize("name", sorted(portfolio.encodings("regular")))
def test_words_without_two_ones_in_a_row_are_fibonacci_numbers(name: str) -> None:
    """Of length n there are F(n + 2): 1, 2, 3, 5, 8, ... (OEIS A000045)."""
    no_two = Automaton([(0, 0, 0), (0, 1, 1), (1, 0, 0)], 0, [0, 1])
    before, expected = 1, 1
    for length in range(9):
        model = Model()
        word = [model.int(f"x{i}", 0, 1) for i in range(length)]
        model.add(Regular(word, no_two))
        options = Options(choices={"regular": name}, count_safe=True)
        assert count(model, word, options) == expected
        before, expected = expected, before + expected


@pytest.mark.parametrize("name", sorted(portfolio.encodings("regular")))
def test_words_of_an_automaton_are_paths_in_its_graph(name: str) -> None:
    """The n-th power of the adjacency matrix has their number."""
    arcs = [(s, v, (3 * s + v) % 5) for s in range(5) for v in range(4) if (s + v) % 4]
    automaton = Automaton(arcs, 2, [0, 3])
    ways = {2: 1}
    for length in range(1, 6):
        ways = {t: sum(ways.get(s, 0) for s, _, head in arcs if head == t) for t in range(5)}
        model = Model()
        word = [model.int(f"x{i}", -1, 4) for i in range(length)]
        model.add(Regular(word, automaton))
        options = Options(choices={"regular": name}, count_safe=True)
        assert count(model, word, options) == ways[0] + ways[3]


@pytest.mark.parametrize("name", sorted(portfolio.encodings("precedence")))
@pytest.mark.parametrize(("n", "bell"), list(enumerate([1, 1, 2, 5, 15, 52, 203])))
def test_value_precedence_leaves_one_word_a_set_partition(n: int, bell: int, name: str) -> None:
    """Blocks are numbered by their least elements: Bell numbers (OEIS A000110)."""
    model = Model()
    blocks = [model.int(f"x{i}", range(n)) for i in range(n)]
    model.add(Precedence(blocks, range(n)))
    assert count(model, blocks, Options(choices={"precedence": name}, count_safe=True)) == bell


@pytest.mark.parametrize("name", sorted(portfolio.encodings("precedence")))
def test_precedence_and_a_count_of_every_value_are_stirling_numbers(name: str) -> None:
    """Partitions of 6 elements into k blocks: 1, 31, 90, 65, 15, 1 (OEIS A008277)."""
    for k, stirling in enumerate([1, 31, 90, 65, 15, 1], 1):
        model = Model()
        blocks = [model.int(f"x{i}", range(k)) for i in range(6)]
        model.add(Precedence(blocks, range(k)))
        model.add(GlobalCardinality(blocks, dict.fromkeys(range(k), (1, 6))))
        options = Options(choices={"precedence": name}, count_safe=True)
        assert count(model, blocks, options) == stirling


@pytest.mark.parametrize("name", sorted(portfolio.encodings("gcc")))
@pytest.mark.parametrize("counts", [(2, 2, 2), (3, 2, 1), (0, 1, 4), (1, 1, 1), (6,)])
def test_exact_counts_are_multinomials(counts: tuple[int, ...], name: str) -> None:
    model = Model()
    word = [model.int(f"x{i}", 0, len(counts)) for i in range(sum(counts))]
    model.add(GlobalCardinality(word, dict(enumerate(counts))))
    expected = factorial(sum(counts)) // prod(map(factorial, counts))
    assert count(model, word, Options(choices={"gcc": name}, count_safe=True)) == expected


@pytest.mark.parametrize("name", sorted(portfolio.encodings("gcc")))
@pytest.mark.parametrize(("n", "k"), [(3, 2), (4, 3), (5, 3), (4, 5)])
def test_every_value_at_least_once_is_a_surjection(n: int, k: int, name: str) -> None:
    """By inclusion and exclusion: the sum of (-1)^i C(k, i) (k - i)^n."""
    model = Model()
    word = [model.int(f"x{i}", range(k + 2)) for i in range(n)]
    model.add(GlobalCardinality(word, dict.fromkeys(range(k), (1, n)), closed=True))
    expected = sum((-1) ** i * comb(k, i) * (k - i) ** n for i in range(k + 1))
    assert count(model, word, Options(choices={"gcc": name}, count_safe=True)) == expected


@pytest.mark.parametrize("name", sorted(portfolio.encodings("gcc")))
def test_magic_sequences(name: str) -> None:
    """The i-th number says how often i occurs (CSPLib 19): two of length 4, one of 5, none of 6."""
    for length, expected in [(4, 2), (5, 1), (6, 0), (7, 1)]:
        model = Model()
        xs = [model.int(f"x{i}", range(length)) for i in range(length)]
        model.add(GlobalCardinality(xs, dict(enumerate(xs))))
        assert count(model, xs, Options(choices={"gcc": name}, count_safe=True)) == expected


@pytest.mark.parametrize("name", sorted(portfolio.encodings("product")))
@pytest.mark.parametrize(("n", "divisors"), [(1, 1), (24, 8), (31, 2), (36, 9)])
def test_pairs_of_factors_are_the_divisors(n: int, divisors: int, name: str) -> None:
    """OEIS A000005; with negative factors twice as many."""
    for low, times in [(1, 1), (-n, 2)]:
        model = Model()
        x, y = model.int("x", low, n), model.int("y", low, n)
        model.add(x * y == n)
        options = Options(choices={"product": name}, count_safe=True)
        assert count(model, [x, y], options) == times * divisors


@pytest.mark.parametrize("name", ["auto", "binary"])
def test_factors_of_a_large_number(name: str) -> None:
    model = Model()
    x, y = model.int("x", 2, 2000), model.int("y", 2, 2000)
    model.add(x * y == 1009 * 1013)
    model.add(x <= y)
    for variable in (x, y):
        model.show(variable.name, variable)
    options = Options(choices={"product": name})
    found = list(enumerate_solutions(model, options=options, backend="cadical", in_process=True))
    assert [a.solution for a in found if a.solution] == [{"x": 1009, "y": 1013}]


@pytest.mark.parametrize("name", sorted(portfolio.encodings("cumulative")))
def test_tasks_of_length_one_are_words_with_bounded_counts(name: str) -> None:
    """4 tasks at 3 times, two at a time at most: 4!/2!2! * 3 + 4!/2! * 3 = 18 + 36."""
    model = Model()
    starts = [model.int(f"x{i}", range(3)) for i in range(4)]
    model.add(Cumulative(starts, [1] * 4, [1] * 4, 2))
    options = Options(choices={"cumulative": name}, count_safe=True)
    assert count(model, starts, options) == 18 + 36


@pytest.mark.parametrize("name", sorted(portfolio.encodings("cumulative")))
def test_capacity_one_is_an_order_of_the_tasks(name: str) -> None:
    """Lengths 1, 2, 3 one by one: all 3! orders fill 6 units; in 7, the gap has 4 places."""
    for units, expected in [(5, 0), (6, 6), (7, 24)]:
        model = Model()
        starts = [model.int(f"x{i}", 0, units - i) for i in (1, 2, 3)]
        model.add(Cumulative(starts, [1, 2, 3], [3, 3, 2], 4))
        options = Options(choices={"cumulative": name}, count_safe=True)
        assert count(model, starts, options) == expected


@pytest.mark.parametrize("name", sorted(portfolio.encodings("maximum")))
@pytest.mark.parametrize("n", range(1, 5))
def test_words_with_a_given_maximum(n: int, name: str) -> None:
    """(k + 1)^n - k^n words over 0, 1, 2, ... have the maximum k, or the minimum -k negated."""
    for k in range(3):
        for negative in (False, True):
            model = Model()
            word = [model.int(f"x{i}", -3, 3) for i in range(n)]
            for x in word:
                model.add((x <= 0) if negative else (x >= 0))
            model.add(Min(word) == -k if negative else Max(word) == k)
            options = Options(choices={"maximum": name}, count_safe=True)
            assert count(model, word, options) == (k + 1) ** n - k**n
