"""Random models: the shown solutions of every road equal brute force."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from satchel.ir import Model
from satchel.tasks.choose import backend_named, list_backends
from satchel.tasks.solve import enumerate_solutions
from tests.conftest import EXAMPLES
from tests.equivalence import mismatch
from tests.random_models import brute_force, random_model, random_options

randoms = st.randoms(use_true_random=False)

ON_THE_MODEL = [
    name
    for name in list_backends()[0]
    if backend_named(name).takes == "model" and name != "brute"  # the oracle itself
]

MANY = 100
"""Solutions of a model, where each one is a search of its own."""


@settings(max_examples=EXAMPLES or 2000)
@given(randoms)
def test_clauses_have_the_solutions_of_the_model(random: Random) -> None:
    model = random_model(random)
    options = random_options(random)
    assert mismatch(model, options) is None, f"{model}\n{options}"


@pytest.mark.parametrize("backend", ON_THE_MODEL)
@settings(max_examples=EXAMPLES or 200)
@given(random=randoms)
def test_backends_on_the_model_have_its_solutions(backend: str, random: Random) -> None:
    model = random_model(random)
    expected = brute_force(model)
    assume(len(expected) <= MANY)
    answers = enumerate_solutions(model, backend=backend, in_process=True)
    found = {tuple(map(int, answer.solution.values())) for answer in answers if answer.solution}
    assert found == expected, str(model)


@settings(max_examples=EXAMPLES or 500)
@given(randoms)
def test_solving_has_the_solutions_of_the_model(random: Random) -> None:
    """As `test_clauses_...`, but with what only a solving session adds: circuits by cuts."""
    model = random_model(random)
    answers = enumerate_solutions(model, backend="glucose4", in_process=True)
    found = {tuple(map(int, answer.solution.values())) for answer in answers if answer.solution}
    assert found == brute_force(model), str(model)


@settings(max_examples=EXAMPLES or 200)
@given(randoms)
def test_a_model_survives_json(random: Random) -> None:
    model = random_model(random)
    again = Model.from_json(model.to_json())
    assert str(again) == str(model)
    assert all(
        one.expr.same(other.expr) and (one.label, one.tags) == (other.label, other.tags)
        for one, other in zip(model.statements, again.statements, strict=True)
    )
