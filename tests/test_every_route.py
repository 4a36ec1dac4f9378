"""Enumerating and counting, with and without symmetry, on everything registered: brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from satchel.errors import BackendError
from satchel.ir import Model
from satchel.ir.walk import variables
from satchel.symmetry.group import Group
from satchel.tasks.answer import Answer
from satchel.tasks.choose import list_backends
from satchel.tasks.count import enumeration
from satchel.tasks.count.counting import count
from satchel.tasks.count.orbits import count_orbits
from satchel.tasks.count.protocol import Question
from satchel.tasks.count.rule import METHODS
from satchel.tasks.orbits import representatives
from satchel.tasks.origin import Origin
from satchel.tasks.solve import enumerate_solutions
from tests.programs import CLASP, MINISAT
from tests.random_models import brute_force, random_model, within_brute
from tests.symmetric_models import first, orbits, symmetric_model

BACKENDS = [*list_backends()[0], MINISAT, CLASP]


def telling(model: Model) -> bool:
    """Whether there is something to get wrong, and not too much of it for a start per solution."""
    solutions = brute_force(model)
    return 2 < len(solutions) <= 20 and within_brute(model)


def mentioned(model: Model) -> int:
    """How many variables the statements speak of."""
    return len({x for statement in model.statements for x in variables(statement.expr)})


def has_symmetry(model: Model) -> bool:
    """Whether it has symmetries, and the backend `brute` takes it with them broken."""
    if len(Group(model)) <= 2:
        return False
    try:
        next(representatives(model, backend="brute", in_process=True), None)
    except BackendError:
        return False
    return True


def some(models: Iterable[Model]) -> list[Model]:
    """Four that tell something; two of them show nothing, which is to show everything."""
    chosen: dict[bool, list[Model]] = {True: [], False: []}
    for model in models:
        if len(chosen[model.shows_all]) < 2 and telling(model):
            chosen[model.shows_all].append(model)
        if all(len(each) == 2 for each in chosen.values()):
            break
    return [*chosen[True], *chosen[False]]


# Where everything is shown, some variable is one that no statement speaks of.
RANDOM = some(
    model
    for model in map(random_model, map(Random, range(1000)))
    if not model.shows_all or mentioned(model) < len(model.shown)
)
SYMMETRIC = some(filter(has_symmetry, map(symmetric_model, map(Random, range(200)))))


@pytest.fixture(autouse=True)
def _in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def here(*given: Any, worker: object, **others: Any) -> Iterator[Answer]:
        return enumerate_solutions(*given, in_process=True, **others)

    monkeypatch.setattr(enumeration, "enumerate_solutions", here)


def test_the_models_tell_something() -> None:
    assert len(RANDOM) == 4
    assert len(SYMMETRIC) == 4
    sizes = {len(o) for model in SYMMETRIC for o in orbits(model, brute_force(model))}
    assert len(sizes) >= 3


@pytest.mark.parametrize("backend", BACKENDS)
def test_all_solutions(backend: str) -> None:
    for model in RANDOM:
        expected = brute_force(model)
        found = [
            tuple(map(int, (answer.solution or {}).values()))
            for answer in enumerate_solutions(model, backend=backend, in_process=True)
        ]
        assert sorted(found) == sorted(expected), f"{model}"
        assert count(Question(model, backend), "enumeration").number == len(expected)


@pytest.mark.parametrize("method", METHODS)
def test_all_methods_count_alike(method: str) -> None:
    counted = 0
    for model in (*RANDOM, *SYMMETRIC):
        question = Question(model)
        if METHODS[method].refusal(question) is None:
            assert count(question, method).number == len(brute_force(model)), f"{model}"
            counted += 1
    if not counted:
        pytest.skip(f"{method} takes none of these")


@pytest.mark.parametrize("backend", BACKENDS)
def test_all_orbits(backend: str) -> None:
    for model in SYMMETRIC:
        expected = orbits(model, brute_force(model))
        sizes = Counter(map(len, expected))
        found = list(representatives(model, backend=backend, in_process=True))
        values = [tuple(map(int, (each.answer.solution or {}).values())) for each in found]
        assert sorted(values) == sorted(map(first, expected)), f"{model}"
        assert Counter(each.orbit for each in found) == sizes
        counted = count_orbits(Origin(model), Question(model, backend), "enumeration")
        assert (counted.number, counted.sizes) == (len(expected), sizes)
        assert counted.total.number == sum(map(len, expected))
