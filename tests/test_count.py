"""`satchel count` and `satchel.count`: exact numbers, or none."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import satchel as public
from satchel import BackendError, CheckError, InputError, LimitError, Model, Or, load
from satchel.puzzle.known import read_known
from satchel.tasks.count.rule import METHODS
from tests.commands import done, satchel


@pytest.mark.parametrize("method", ["auto", *METHODS])
def test_known_counts(method: str) -> None:
    assert public.count(load("queens/6"), method=method).number == 4
    assert public.count(load("queens/3"), method=method).number == 0


def test_a_count_says_how_it_was_made() -> None:
    data = json.loads(done("count", "queens/6", "--method", "enumeration", "--output", "json"))
    assert (data["count"], data["method"], data["why"]) == (4, "enumeration", "asked for")
    assert data["checked"] is True
    assert data["instance"]["parameters"] == {"n": 6}
    first, second = done("count", "queens/6", "--method", "enumeration").splitlines()
    assert first == "4 solutions, each checked"
    assert second.startswith("by enumeration (asked for), ")


def test_what_the_puzzle_refutes_is_counted_by_its_argument() -> None:
    answer = public.count(load("knights_tour/closed-5"))
    assert (answer.number, answer.method) == (0, "argument")


def test_a_count_that_was_not_finished_is_no_count() -> None:
    result = satchel("count", "queens:n=14", "--method", "enumeration", "--timeout", "1.5")
    assert (result.returncode, result.stdout) == (3, "")
    assert "; at least " in result.stderr
    with pytest.raises(LimitError, match=r"at least \d+ solution"):
        public.count(load("queens:n=14"), method="enumeration", timeout=1.5)


def test_a_solver_that_fails_leaves_no_count(program: Callable[[str], str]) -> None:
    with pytest.raises(BackendError, match=r"at least 0 solutions"):
        public.count(load("queens/6"), method="enumeration", backend=program("sys.exit(1)"))


def test_bad_input() -> None:
    result = satchel("count", "queens/6", "--method", "guessing")
    assert (result.returncode, result.stdout) == (2, "")
    assert "no method 'guessing' (there are: auto, " in result.stderr
    with pytest.raises(InputError, match="unknown backend"):
        public.count(load("queens/6"), backend="no such")


def test_a_wrong_count_contradicts_the_known_one() -> None:
    instance = load("queens/6")
    wrong = read_known({"count": 5, "source": "a planted fault"})
    with pytest.raises(CheckError, match="4 solutions were found, but the known answer is"):
        public.count(type(instance)(instance.puzzle, instance.parameters, wrong, "wrong"))


@pytest.mark.parametrize("method", ["auto", "enumeration", "sharpsat"])
def test_a_model_that_shows_nothing_is_counted_by_all_its_variables(method: str) -> None:
    model = Model()
    one, other = model.bool("one"), model.bool("other")
    model.add(one | other)
    assert public.count(model, method=method).number == 3
    model.add(~one & ~other)
    assert public.count(model, method=method).number == 0


@pytest.mark.parametrize("method", ["auto", *METHODS])
def test_a_model_without_variables_has_one_solution_or_none(method: str) -> None:
    model = Model()
    assert public.count(model, method=method).number == 1
    model.add(Or())
    assert public.count(model, method=method).number == 0
