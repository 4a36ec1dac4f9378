"""A shuffled model is the same in other words, and its solutions come back under the old names."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.cnf.options import Options
from satchel.ir import BoolVar, IntVar, Model, Or
from satchel.passes import shuffle
from satchel.puzzle import Catalogue
from satchel.tasks.choose import backend_named, list_backends
from satchel.tasks.solve import enumerate_solutions, solve
from tests.conftest import EXAMPLES
from tests.random_models import brute_force, random_model

ON_MODELS = [name for name in list_backends()[0] if backend_named(name).takes == "model"]


@settings(max_examples=EXAMPLES or 200)
@given(st.randoms(use_true_random=False), st.integers(0, 2**32))
def test_the_shown_solutions_stay(random: Random, seed: int) -> None:
    model = random_model(random)
    shuffled, _ = shuffle.apply(model, seed)
    assert brute_force(shuffled) == brute_force(model), f"{model}\n{shuffled}"


@settings(max_examples=EXAMPLES or 100)
@given(st.randoms(use_true_random=False), st.integers(0, 2**32))
def test_values_come_back_under_the_old_names(random: Random, seed: int) -> None:
    model = random_model(random)
    shuffled, names = shuffle.apply(model, seed)
    domains = [x.domain if isinstance(x, IntVar) else (False, True) for x in _variables(shuffled)]
    for values in product(*domains):
        new = dict(zip(shuffled.variables, values, strict=True))
        old = shuffle.invert(names, new)
        assert bool(model.violations(old)) is bool(shuffled.violations(new))


def _variables(model: Model) -> list[BoolVar | IntVar]:
    return list(model.variables.values())


def test_a_seed_is_an_order() -> None:
    model = Catalogue().instance("queens/6").build()
    texts = [str(shuffle.apply(model, seed)[0]) for seed in (1, 1, 2, 3)]
    assert texts[0] == texts[1]
    assert len({str(model), *texts}) == 4


def test_statements_and_arguments_move() -> None:
    m = Model()
    some = [m.bool(f"b{i}") for i in range(20)]
    m.add(Or(some), label="one")
    m.add(Or(some[:5]), label="two")
    labels, orders = set(), set()
    for seed in range(10):
        shuffled, names = shuffle.apply(m, seed)
        labels.add(tuple(statement.label for statement in shuffled.statements))
        wide = next(s.expr for s in shuffled.statements if s.label == "one")
        orders.add(tuple(names[b.name] for b in wide.children() if isinstance(b, BoolVar)))
    assert labels == {("one", "two"), ("two", "one")}
    assert len(orders) == 10


@pytest.mark.parametrize("backend", ON_MODELS)
def test_backends_on_the_model_take_the_shuffled_one(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds: list[int] = []
    apply = shuffle.apply
    monkeypatch.setattr(shuffle, "apply", lambda m, seed: (seeds.append(seed), apply(m, seed))[1])
    instance = Catalogue().instance("queens/5")
    answers = enumerate_solutions(
        instance.build(),
        backend=backend,
        options=Options(shuffle=4),
        check=instance.check,
        in_process=True,
    )
    assert len(list(answers)) == 10
    assert seeds == [4]
    assert solve(instance.build(), backend=backend, in_process=True).status == "sat"
    assert seeds == [4]
