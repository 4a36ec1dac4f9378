"""What Python prints of Satchel's objects: short, one line, and as one would write it."""

from __future__ import annotations

from typing import Any

import pytest

import satchel
from satchel import (
    AtLeast,
    AtMost,
    Automaton,
    Domain,
    Exactly,
    Model,
    Options,
    Or,
    Permuted,
    Sum,
    Symmetry,
    encode,
    explain,
    load,
    solve,
    unique,
)
from satchel.draw import Board
from satchel.ir import Objective

MODEL = Model()
X, Y = (MODEL.int(name, 0, 9) for name in "xy")
A, B, C, D = (MODEL.bool(name) for name in "abcd")
STATEMENT = MODEL.add(X + 1 == Y, label="next")


@pytest.mark.parametrize(
    ("expr", "words"),
    [
        (X, "x"),
        (A, "a"),
        (~A, "~a"),
        (X + 1 == Y, "x + 1 == y"),
        (X - Y == 1, "x == y + 1"),
        (X < Y, "x + 1 <= y"),
        (X > 3, "x >= 4"),
        (-X >= -3, "x <= 3"),
        (3 - X <= Y, "x + y >= 3"),
        (-2 * X == 4, "2*x == -4"),
        (X - 2 * Y <= -5, "x + 5 <= 2*y"),
        (X - 2 * Y <= 5, "x <= 2*y + 5"),
        (X + Y != 6, "x + y != 6"),
        (A & ~B, "a & ~b"),
        (X - Y + 3, "x - y + 3"),
        (AtMost(A, B, 1), "AtMost(a, b, 1)"),
        (AtLeast(A, B, C, 2), "AtLeast(a, b, c, 2)"),
        (Exactly([A, B, C], 2), "Exactly(a, b, c, 2)"),
        (AtMost([], 1), "AtMost(1)"),
        (MODEL, "Model(6 variables, 1 statement)"),
        (STATEMENT, "Statement(x + 1 == y, label='next')"),
        (Domain.of([1, 2, 3, 7]), "Domain({1..3, 7})"),
        (Objective("maximize", X - Y), "Objective(maximize: x - y)"),
        (Options(), "Options()"),
        (Options(integers="order", shuffle=3), "Options(integers='order', shuffle=3)"),
        (Symmetry("swapped", {"x": "y", "y": "x"}), "Symmetry(swapped: x = y, y = x)"),
        (Automaton([(0, 1, 1)], 0, [1]), "Automaton(2 states, 1 transitions)"),
    ],
)  # fmt: skip
def test_it_is_written_as_one_would(expr: Any, words: str) -> None:
    assert repr(expr) == words


def test_a_comparison_means_what_it_says() -> None:
    names: dict[str, Any] = {"x": X, "y": Y}
    for expr in (X + 1 == Y, -X >= -3, 3 - X <= Y, X - 2 * Y <= -5, -2 * X != 4, -X - Y < -7):
        again = eval(repr(expr), names)
        for x in range(10):
            for y in range(10):
                values = {"x": x, "y": y}
                assert satchel.ir.Evaluator(values)(expr) == satchel.ir.Evaluator(values)(again)


def everything() -> list[Any]:
    queens = load("queens/4")
    wide = Model()
    many = [wide.int(f"a long name for a variable {i}", 0, 9) for i in range(300)]
    wide.add(Sum(many) >= 5)
    return [
        solve(queens),
        solve(load("queens/3")),
        solve(wide),
        unique(queens),
        explain(load("queens/3"), core=True),
        explain(queens),
        encode(queens),
        queens,
        queens.puzzle,
        queens.draw(),
        queens.build(),
        wide,
        *wide.statements,
        Sum(many),
        Or(each == 3 for each in many),
        Domain.of(range(0, 10**4, 2)),
        Symmetry("s", {f"x{i}": Permuted(f"x{i}", ((0, 1), (1, 0))) for i in range(100)}),
    ]


def test_everything_is_one_short_line() -> None:
    for each in everything():
        words = repr(each)
        assert "\n" not in words
        assert " at 0x" not in words
        assert 0 < len(words) < 400, words


def test_an_answer_says_what_it_is() -> None:
    answer = solve(MODEL)
    assert answer.solution is not None
    assert str(answer).startswith("Answer(sat, checked, solution={'x': ")
    assert str(unique(load("queens/4"))).startswith("Uniqueness(several, ")


def test_a_printed_drawing_is_the_drawing() -> None:
    board = Board(1, 2, {(1, 1): "♛"})
    assert str(board) == board.text() == "    1 2\n  ┌────\n1 │ ♛ ·"
    assert repr(board) == "Board(7 x 3 characters)"
