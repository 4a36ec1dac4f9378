"""Steps come as they are found; statements without labels are named by their texts."""

from __future__ import annotations

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from satchel import InputError, LimitError, Model, explain, explain_steps, load
from satchel.tasks.explain import Explanation, Step
from satchel.tasks.explain.groups import labelled
from tests.commands import ENVIRONMENT, PYTHON, satchel


def two_sums() -> Model:
    model = Model()
    x, y = model.int("x", 0, 9), model.int("y", 0, 9)
    model.add(x + y == 6)
    model.add(x - y == 4)
    return model


def test_statements_without_labels_are_named_by_their_texts() -> None:
    found = explain(two_sums())
    assert found.kind == "steps"
    assert {label for step in found.steps for label in step.labels} == {"x + y == 6", "x == y + 4"}
    assert found.solution() == {"x": 5, "y": 1}


def test_a_contradiction_of_statements_without_labels() -> None:
    model = two_sums()
    model.add(model.variables["x"] <= 4)  # type: ignore[operator]
    model.add(model.variables["y"] <= 7)  # type: ignore[operator]
    assert explain(model).labels == ("x + y == 6", "x == y + 4", "x <= 4")
    kept = explain(model, keep=["x == y*"])
    assert kept.labels == ("x + y == 6", "x <= 4")


def test_equal_and_long_texts_stay_apart() -> None:
    model = Model()
    a = [model.bool(f"a number {number}") for number in range(50)]
    for _ in range(2):
        model.add(a[0] | a[1])
        model.add(sum(a) >= 3)
    labels = [statement.label or "" for statement in labelled(model).statements]
    assert len(set(labels)) == 4
    assert labels[0] == "a number 0 | a number 1"
    assert labels[2] == "a number 0 | a number 1 (2)"
    assert max(map(len, labels)) < 220


def test_some_labels_are_enough_to_leave_the_rest_alone() -> None:
    model = two_sums()
    model.add(model.variables["x"] >= 1, label="clue")  # type: ignore[operator]
    assert labelled(model) is model
    with pytest.raises(InputError, match="no statement is labelled"):
        explain(model, keep=["x + y == 6"])


def test_steps_come_before_the_end() -> None:
    steps = explain_steps(load("zebra/life-1962"))
    first = next(steps)
    assert isinstance(first, Step)
    found = [first]
    while True:
        try:
            found.append(next(steps))
        except StopIteration as end:
            whole: Explanation = end.value
            break
    assert whole.checked
    assert whole.steps == tuple(found)
    assert found == list(explain(load("zebra/life-1962")).steps)


def chain(length: int) -> Model:
    """As many steps as it is long: the first in seconds, all of them in minutes."""
    model = Model()
    bits = [model.bool(f"b{i}") for i in range(length)]
    model.add(bits[0])
    for one, other in pairwise(bits):
        model.add(one == other)
    return model


PUZZLE = """
from dataclasses import dataclass

from satchel.draw import Board
from satchel.puzzle import Puzzle, parameter
from tests.test_explain_live import chain


@dataclass(frozen=True)
class Parameters:
    length: int = parameter(help="how many variables are equal")


class Chain(Puzzle):
    name = "chain"
    summary = "each variable equals the one before"
    parameters = Parameters
    models = {"plain": "no more than said"}

    def build(self, parameters, model):
        return chain(parameters.length)

    def check(self, parameters, solution):
        return [] if all(solution.values()) else ["wrong"]

    def draw(self, parameters, solution):
        return Board(1, 1, {})


puzzle = Chain()
"""


def test_at_the_deadline_the_steps_so_far_have_come() -> None:
    found: list[Step] = []
    with pytest.raises(LimitError, match=r"\d+ steps were found, which are not checked: timeout"):
        found.extend(explain_steps(chain(1000), timeout=12))
    assert found


def test_the_command_prints_steps_as_it_finds_them() -> None:
    command = [*PYTHON, "explain", "latin_square/sudoku"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as running:
        assert running.stdout is not None
        first = [running.stdout.readline() for _ in range(2)]
        assert running.poll() is None, "it has ended already"
        running.terminate()
    assert first == ["  1  r1c1 = 5\n", "       given r1c1\n"]


def test_the_command_keeps_what_it_has_at_the_deadline(tmp_path: Path) -> None:
    (tmp_path / "chain.py").write_text(PUZZLE)
    wanted = ["explain", "chain:length=1000", "--puzzle", "chain.py", "--timeout", "12"]
    result = satchel(*wanted, cwd=tmp_path)
    assert result.returncode == 3
    assert result.stdout.startswith("  1  b0\n       b0\n")
    assert result.stdout.endswith("the steps so far are not checked\n")
