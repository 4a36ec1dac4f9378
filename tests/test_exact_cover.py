"""Counting exact covers: what is one is found, and counted as brute force and publications do."""

from __future__ import annotations

import os
from itertools import product
from random import Random

import pytest

from satchel import InputError, LimitError, count, load
from satchel.cnf.exact_cover import NOTHING, Cover, exact_cover, split
from satchel.cnf.exclusions import NotACoverError
from satchel.cnf.options import Options, Presolve
from satchel.ir import (
    AllDifferent,
    AtMostOne,
    BoolVar,
    Circuit,
    Exactly,
    ExactlyOne,
    Iff,
    Implies,
    Model,
    Or,
    Sum,
)
from satchel.puzzle import Catalogue, shipped_instances
from satchel.tasks.compile import compile_model
from satchel.tasks.count.exactcover import covers, recognised
from tests.conftest import EXAMPLES
from tests.containment import marked
from tests.random_models import brute_force, random_model

MOST = 8_000
"""Solutions that a test waits for."""

if "CI" not in os.environ:
    pytest.importorskip("xcover")


def counted(cover: Cover, parts: int = 1) -> int:
    return sum(map(covers, split(cover, parts))) << cover.free


def likely(random: Random) -> Model:
    """Lines of Booleans and AllDifferents over integers, some of it fixed, equal or hidden."""
    model = Model()
    bools = [model.bool(f"b{i}") for i in range(random.randint(0, 7))]
    ints = [
        model.int(f"x{i}", random.sample(range(5), random.randint(1, 4)))
        for i in range(random.randint(0, 3))
    ]
    literals = [b if random.random() < 0.8 else ~b for b in bools]
    literals += [x == value for x in ints for value in x.domain]
    for _ in range(random.randint(0, 5)):
        line = random.sample(literals, min(len(literals), random.randint(1, 5)))
        model.add(random.choice([ExactlyOne, ExactlyOne, AtMostOne])(line))
    if random.random() < 0.6:
        model.add(AllDifferent(x + random.randint(-1, 1) for x in ints))
    for _ in range(random.choice([0, 0, 1, 2])):
        some = [random.choice([x, x, ~x]) for x in random.sample(literals, min(2, len(literals)))]
        if len(some) == 2:
            model.add(random.choice([Iff, Or, Implies])(*some))
        elif some:
            model.add(some[0])
    for variable in (*bools, *ints):
        if random.random() < 0.9:
            model.show(variable.name, variable)
    return model


def cover_of(model: Model, presolve: Presolve = "auto") -> Cover:
    return recognised(model, Options(presolve=presolve))


def test_random_models_that_look_like_covers() -> None:
    found = refused = several = doubled = 0
    for seed in range(max(EXAMPLES, 800)):
        model = likely(Random(seed))
        try:
            cover = cover_of(model, random_presolve(seed))
        except NotACoverError:
            refused += 1
            continue
        found += 1
        expected = len(brute_force(model))
        assert counted(cover) == expected, f"seed {seed}"
        assert counted(cover, 5) == expected, f"seed {seed}"
        several += expected > 1
        doubled += cover.free > 0
    assert found > 2 * refused
    assert refused
    assert several > found // 3
    assert doubled


def random_presolve(seed: int) -> Presolve:
    return () if seed % 2 else "auto"


def test_random_models_of_any_kind() -> None:
    found = 0
    for seed in range(max(EXAMPLES, 500)):
        model = random_model(Random(seed))
        try:
            cover = cover_of(model)
        except NotACoverError:
            continue
        found += 1
        assert counted(cover) == len(brute_force(model)), f"seed {seed}"
    assert found > 50


def test_what_the_parts_are() -> None:
    model = Model()
    cells = {(r, c): model.bool(f"{r}{c}") for r, c in product("abcd", repeat=2)}
    for line in "abcd":
        model.add(ExactlyOne(cells[line, other] for other in "abcd"))
        model.add(ExactlyOne(cells[other, line] for other in "abcd"))
    for (r, c), cell in cells.items():
        model.show(r + c, cell)
    cover = cover_of(model)
    assert (cover.primary, cover.items, len(cover.options), cover.free) == (8, 8, 16, 0)
    parts = split(cover, 10)
    assert len(parts) >= 10
    assert counted(cover) == sum(map(counted, parts)) == 24
    assert split(NOTHING, 10) == []
    assert counted(NOTHING, 10) == 0


def test_equal_variables_are_one_option() -> None:
    """As counting up to symmetry adds them: a board that a half-turn leaves as it is."""
    for n, expected in enumerate([1, 0, 0, 2, 2, 4, 8, 4, 16], 1):  # OEIS A032522
        model = load(f"queens:n={n}").build("lines")
        for r, c in product(range(1, n + 1), repeat=2):
            turned = f"r{n + 1 - r}c{n + 1 - c}"
            here, there = model.variables[f"r{r}c{c}"], model.variables[turned]
            assert isinstance(here, BoolVar)
            assert isinstance(there, BoolVar)
            model.add(Iff(here, there))
        cover = cover_of(model)
        assert counted(cover) == expected
        assert len(cover.options) <= (n * n + 1) // 2


@pytest.mark.parametrize(
    ("add", "words"),
    [
        (lambda a, b, c, x: Exactly([a, b, c, x == 1], 2), "a sum is more than an at-most-one"),
        (lambda a, b, c, x: Or(a, b, c), "3 literals of which more than one may be true"),
        (lambda a, b, c, x: Sum([a, b, c, x]) == 2, "no exact cover: there is a sum of integers"),
        (lambda a, b, c, x: Circuit([x, x + 1]), "no exact cover: there is a Circuit"),
    ],
)
def test_why_it_is_none(add: object, words: str) -> None:
    model = Model()
    a, b, c = (model.bool(name) for name in "abc")
    x = model.int("x", 0, 2)
    model.add(add(a, b, c, x))  # type: ignore[operator]
    for name in "abcx":
        model.show(name, model.variables[name])
    with pytest.raises(InputError, match=words):
        count(model, method="exactcover")


def test_what_is_hidden_must_follow_from_what_is_shown() -> None:
    model = Model()
    a, b, c = (model.bool(name) for name in "abc")
    model.add(ExactlyOne(a, b, c))
    model.show("a", a)
    with pytest.raises(NotACoverError, match="2 variables do not follow from what is shown"):
        cover_of(model)
    model.show("b", b)
    assert counted(cover_of(model)) == 3


def test_clause_options_are_for_those_who_make_clauses() -> None:
    options = Options(choices={"amo": "product"})
    with pytest.raises(InputError, match="the encoding is its own, choices asked for"):
        count(load("queens/6"), method="exactcover", options=options)
    assert count(load("queens/6"), options=options).method == "enumeration"


def test_shipped_instances_with_a_known_count() -> None:
    catalogue, found = Catalogue(), 0
    for name in shipped_instances():
        instance = catalogue.instance(name)
        if instance.known is None or instance.known.count is None:
            continue
        if instance.known.count > MOST:
            continue
        for model in instance.puzzle.models:
            if instance.puzzle.name == "knights_tour":
                continue  # each has a circuit, and some are large
            try:
                cover = cover_of(instance.build(model))
            except NotACoverError:
                continue
            found += 1
            assert counted(cover) == instance.known.count, (name, model)
    assert found > 20


def test_a_lazy_formula_is_none() -> None:
    model = load("knights_tour/open-5").build()
    formula = compile_model(model, Options(solving=True)).formula
    with pytest.raises(NotACoverError, match="completed while solving"):
        exact_cover(formula)


@pytest.mark.parametrize("jobs", [None, 1, 3])
def test_worker_processes_share_the_parts(jobs: int | None) -> None:
    assert count(load("queens/8"), method="exactcover", jobs=jobs).number == 92


def test_a_model_without_solutions_has_no_parts() -> None:
    assert count(load("queens/3"), method="exactcover", jobs=2).number == 0


@pytest.mark.parametrize("given", [{"timeout": 0.5}, {"memory": 20 << 20}])
def test_limits_hold_while_it_is_recognised(given: dict[str, int], nothing_left: str) -> None:
    with pytest.raises(LimitError):
        count(load("queens:n=90"), method="exactcover", **given)  # type: ignore[arg-type]
    assert marked(nothing_left) == []
