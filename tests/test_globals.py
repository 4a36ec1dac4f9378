"""Cumulative, GlobalCardinality, Regular, Precedence, products, Max, Min and abs: every encoding.

The meaning is said once more, in other words, as a function of plain values; what is compared are
the solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any

import pytest

from satchel.cnf import portfolio
from satchel.cnf.options import Options
from satchel.ir import (
    Automaton,
    BoolExpr,
    Cumulative,
    GlobalCardinality,
    IntVar,
    Max,
    Min,
    Model,
    Precedence,
    Regular,
)
from satchel.tasks.compile import compile_model
from satchel.tasks.solve import enumerate_solutions
from tests.equivalence import count_models, mismatch
from tests.random_models import brute_force

Meaning = Callable[..., bool]
Case = tuple[str, list[Sequence[int]], Callable[[Sequence[IntVar]], BoolExpr], Meaning]

EVEN_ONES = Automaton(
    [("even", 0, "even"), ("even", 1, "odd"), ("odd", 1, "even")], "even", ["even"]
)
"""Words of 0 and 1 in which each 1 has another one right behind it."""


def _no_overload(tasks: Sequence[tuple[int, int, int]], capacity: int) -> bool:
    """Every point of time, one after the other."""
    return capacity >= 0 and all(
        sum(demand for start, length, demand in tasks if moment in range(start, start + length))
        <= capacity
        for moment in range(-20, 30)
    )


def _first_places_in_order(word: Sequence[int], values: Sequence[int]) -> bool:
    places = [word.index(value) if value in word else len(word) for value in values]
    return all(a < b or b == len(word) for a, b in pairwise(places))


CASES: list[Case] = [
    (
        "cumulative",
        [range(4), range(-1, 3), [0, 1, 5]],
        lambda x: Cumulative(x, [2, 3, 1], [1, 2, 2], 3),
        lambda a, b, c: _no_overload([(a, 2, 1), (b, 3, 2), (c, 1, 2)], 3),
    ),
    (
        "cumulative",
        [range(3), range(3), range(-1, 3), range(3), range(-1, 3)],
        lambda x: Cumulative([x[0], 2 - x[1]], [x[2], 2], [2, x[3]], x[4]),
        lambda a, b, d, r, c: d >= 0 and _no_overload([(a, d, 2), (2 - b, 2, r)], c),
    ),
    (
        "gcc",
        [range(3), [0, 2, 3], range(1, 4), range(-1, 2)],
        lambda x: GlobalCardinality(x, {0: (1, 2), 1: 1, 3: (0, 1)}),
        lambda *x: 1 <= x.count(0) <= 2 and x.count(1) == 1 and x.count(3) <= 1,
    ),
    (
        "gcc",
        [range(3), range(3), range(4), range(-1, 3)],
        lambda x: GlobalCardinality(x[:3], {0: x[3], 1: (1, 3), 2: (0, 1)}, closed=True),
        lambda a, b, c, n: (
            [a, b, c].count(0) == n
            and [a, b, c].count(1) >= 1
            and [a, b, c].count(2) <= 1
            and c != 3
        ),
    ),
    (
        "regular",
        [range(2), range(-1, 3), [1, 4], [0, 1]],
        lambda x: Regular([x[0], x[1], 1, x[2], 1 - x[3]], EVEN_ONES),
        lambda a, b, c, d: (
            "".join(map(str, (a, b, 1, c, 1 - d))).replace("11", "").strip("0") == "" and b != -1
        ),
    ),
    (
        "precedence",
        [range(4)] * 4,
        lambda x: Precedence(x, [2, 0, 3]),
        lambda *x: _first_places_in_order(x, [2, 0, 3]),
    ),
    (
        "precedence",
        [range(-1, 2), [0, 2], range(3)],
        lambda x: Precedence([x[0], 2 - x[1], x[2], x[0]], [1, 2]),
        lambda a, b, c: _first_places_in_order([a, 2 - b, c, a], [1, 2]),
    ),
    (
        "product",
        [range(-2, 4), [-3, 0, 1, 2], range(-7, 8)],
        lambda x: x[0] * (3 - 2 * x[1]) == x[2],
        lambda a, b, c: a * (3 - 2 * b) == c,
    ),
    (
        "product",
        [range(-3, 4), range(10)],
        lambda x: x[0] * x[0] + 2 * x[0] * x[1] <= 5,
        lambda a, b: a * a + 2 * a * b <= 5,
    ),
    (
        "maximum",
        [range(4), [-3, 0, 5], range(-2, 3), range(-4, 6)],
        lambda x: (Max(x[0], 1 - x[1], 2 * x[2]) == x[3]) | (Min(x[0], x[1]) == x[3]),
        lambda a, b, c, d: d in (max(a, 1 - b, 2 * c), min(a, b)),
    ),
    (
        "maximum",
        [[-4, -1, 0, 2, 3], range(-1, 5)],
        lambda x: abs(x[0] - x[1]) == x[1],
        lambda a, b: abs(a - b) == b,
    ),
]
FORMS: dict[str, Callable[[BoolExpr, BoolExpr], BoolExpr]] = {
    "plain": lambda constraint, _: constraint,
    "negated": lambda constraint, _: ~constraint,
    "reified": lambda constraint, asked: asked == constraint,
}
CHOICES = [
    pytest.param(case, name, id=f"{number}-{case[0]}-{name}")
    for number, case in enumerate(CASES)
    for name in ("auto", *sorted(portfolio.encodings(case[0])))
]


def model_of(case: Case, form: str) -> Model:
    """The case's constraint over its variables, all of them shown."""
    _, domains, build, _ = case
    model = Model()
    asked = model.bool("asked")
    xs = [model.int(f"x{i}", domain) for i, domain in enumerate(domains)]
    model.add(FORMS[form](build(xs), asked))
    for variable in model.variables.values():
        model.show(variable.name, variable)
    return model


def solutions_of(case: Case, form: str) -> set[tuple[int, ...]]:
    """The solutions by the words of the case."""
    _, domains, _, meaning = case
    allowed = {
        "plain": lambda h, _: h,
        "negated": lambda h, _: not h,
        "reified": lambda h, a: h == a,
    }
    return {
        (asked, *values)
        for asked in (0, 1)
        for values in product(*domains)
        if allowed[form](bool(meaning(*values)), bool(asked))
    }


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_meaning(case: Case, form: str) -> None:
    expected = solutions_of(case, form)
    assert expected
    assert brute_force(model_of(case, form)) == expected


@pytest.mark.parametrize("integers", ["direct", "order", "binary"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("case", "name"), CHOICES)
def test_encodings(case: Case, name: str, form: str, integers: Any) -> None:
    options = Options(integers=integers, choices={case[0]: name})
    assert mismatch(model_of(case, form), options) is None


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("case", "name"), CHOICES)
def test_count_safe_has_one_model_a_solution(case: Case, name: str, form: str) -> None:
    model = model_of(case, form)
    options = Options(choices={case[0]: name}, count_safe=True)
    formula = compile_model(model, options, number_free=True).formula
    models = count_models(list(formula.iterate()), formula.variables)
    assert models == len(solutions_of(case, form))


@pytest.mark.parametrize("name", ["z3", "z3-bv", "z3-fd", "cvc5"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_backends_on_the_model(case: Case, form: str, name: str) -> None:
    answers = enumerate_solutions(model_of(case, form), backend=name, in_process=True)
    found = {tuple(map(int, answer.solution.values())) for answer in answers if answer.solution}
    assert found == solutions_of(case, form)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_ortools(case: Case) -> None:
    """By its own forms where it has them; one way only, for it starts anew for each solution."""
    model = model_of(case, "plain")
    model.add(model.variables["asked"])  # type: ignore[arg-type]
    answers = enumerate_solutions(model, backend="ortools", in_process=True)
    found = {tuple(map(int, answer.solution.values())) for answer in answers if answer.solution}
    assert found == {values for values in solutions_of(case, "plain") if values[0]}
