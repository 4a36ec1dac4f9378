"""Every best solution, against trying every assignment; and answers by a puzzle's own argument."""

# pyright: reportArgumentType=false, reportCallIssue=false, reportReturnType=false

from __future__ import annotations

import json
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import satchel
from satchel import CheckError, InputError, LimitError, Model, load
from satchel.tasks.optimise.every import optimal_solutions
from tests.commands import done
from tests.commands import satchel as command
from tests.random_models import best_value, random_objective


def best_ones(model: Model) -> list[tuple[Any, ...]]:
    """The shown values of every assignment that reaches the best value."""
    best = best_value(model)
    found = set()
    domains = [
        [False, True] if isinstance(v, satchel.BoolVar) else list(v.domain)
        for v in model.variables.values()
    ]
    for row in product(*domains):
        values = dict(zip(model.variables, row, strict=True))
        if not model.violations(values) and model.objective_value(values) == best:
            found.add(tuple(model.shown_values(values).values()))
    return sorted(found)


def listed(answers: Any) -> list[tuple[Any, ...]]:
    found = []
    for answer in answers:
        assert (answer.status, answer.checked) == ("optimum", True)
        assert answer.bounds == (answer.objective, answer.objective)
        found.append(tuple(answer.solution.values()))
    return sorted(found)


@pytest.mark.parametrize("seed", range(12))
def test_every_best_one_and_no_other(seed: int) -> None:
    model = random_objective(Random(seed))
    before = model.to_json()
    backend = ["cadical", "z3"][seed % 2]
    assert listed(satchel.solutions(model, optimal=True, backend=backend)) == best_ones(model)
    assert model.to_json() == before


def at_most_two(size: int = 4) -> Model:
    """Some of a few items, two at most, as many as can be."""
    model = Model()
    items = [model.bool(f"item {i}") for i in range(size)]
    model.add(satchel.AtMost(items, 2))
    for item in items:
        model.show(item.name, item)
    model.maximize(satchel.Sum(items))
    return model


def test_without_the_wish_all_come() -> None:
    model = at_most_two()
    assert len(list(satchel.solutions(model))) == 1 + 4 + 6
    assert len(list(satchel.solutions(model, optimal=True))) == 6
    assert len(list(satchel.solutions(model, optimal=True, limit=4))) == 4
    model.add(model.variables["item 0"] & model.variables["item 1"])
    model.add(model.variables["item 2"])
    assert list(satchel.solutions(model, optimal=True)) == []


def test_there_must_be_an_objective() -> None:
    model = Model()
    model.show("a", model.bool("a"))
    with pytest.raises(InputError, match="no objective"):
        next(satchel.solutions(model, optimal=True))


def test_what_is_not_proved_is_not_listed() -> None:
    with pytest.raises(LimitError) as error:
        next(satchel.solutions(load("packing/csplib9-051"), optimal=True, timeout=0.01))
    assert error.value.reason == "timeout"
    slow = at_most_two()
    with pytest.raises(LimitError, match="the best value is not proved"):
        next(optimal_solutions(slow, timeout=-1.0))


def knights(side: int) -> list[set[tuple[int, int]]]:
    """Every largest set of squares of which none attacks another, by trying all sets."""
    squares = list(product(range(side), repeat=2))
    for size in range(side * side, 0, -1):
        found = [
            set(some)
            for some in combinations(squares, size)
            if all({abs(a[0] - b[0]), abs(a[1] - b[1])} != {1, 2} for a, b in combinations(some, 2))
        ]
        if found:
            return found
    return []


def test_the_command() -> None:
    expected = knights(3)
    instance = "placement/most-knights-3"
    text = done("solve", instance, "--all", "--optimal")
    words = f"{len(expected)} solutions of the optimum {len(expected[0])}\n"
    assert text.endswith(words)
    lines = done("solve", instance, "--all", "--optimal", "--output", "json").splitlines()
    assert {json.loads(line)["status"] for line in lines} == {"optimum"}
    assert len(lines) == len(expected)


@pytest.mark.parametrize("others", [[], ["--all", "--up-to-symmetry"], ["--all", "--satisfy"]])
def test_options_that_do_not_go_with_it(others: list[str]) -> None:
    result = command("solve", "queens/8", "--optimal", *others)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)


def test_an_argument_answers_as_in_the_command() -> None:
    odd = load("tiling/mutilated-6")
    argument = odd.refutation()
    assert argument is not None
    answer = satchel.solve(odd, timeout=60)
    assert (answer.status, answer.backend, answer.certificate) == (
        "unsat",
        "argument",
        f"argument: {argument}",
    )
    found = satchel.unique(odd)
    assert (found.verdict, found.backend, found.certificate) == (
        "none",
        "argument",
        f"argument: {argument}",
    )
    assert list(satchel.solutions(odd)) == list(satchel.representatives(odd)) == []
    assert satchel.count(odd).number == 0
    with pytest.raises(InputError, match="unknown backend"):
        satchel.solve(odd, backend="cadicall")


def test_an_argument_against_a_known_solution_is_an_error() -> None:
    odd = load("tiling/mutilated-6")
    known = load("tiling/dominoes-4").known
    lying = satchel.Instance(odd.puzzle, odd.parameters, known, "lying")
    for ask in (satchel.solve, satchel.unique, lambda x: list(satchel.solutions(x))):
        with pytest.raises(CheckError):
            ask(lying)
