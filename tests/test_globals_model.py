"""Globals and integer functions in the model: ranges, undefined values, text, bad arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from satchel.errors import ModelError
from satchel.ir import (
    Automaton,
    Cumulative,
    Domain,
    Element,
    Evaluator,
    GlobalCardinality,
    IntVar,
    Max,
    Min,
    Model,
    Precedence,
    Regular,
)
from satchel.ir.bounds import values
from satchel.ir.core import linear


def test_ranges_are_tight() -> None:
    model = Model()
    x, y = model.int("x", -2, 3), model.int("y", [4, 6])
    wide, far = model.int("wide", -1000, 2000), model.int("far", -3000, 10)
    for expression, expected in [
        (x * y, Domain.of([-12, -8, -6, -4, 0, 4, 6, 8, 12, 18])),
        (x * x, Domain.of([0, 1, 4, 9])),
        (wide * far, Domain.range(-6_000_000, 3_000_000)),
        (wide * wide, Domain.of(root * root for root in range(2001))),
        (Max(x, y), Domain.range(4, 6)),
        (Min(x, y, 2), Domain.range(-2, 2)),
        (abs(x - 1), Domain.range(0, 3)),
        (abs(y), Domain.range(4, 6)),
        (abs(-y), Domain.range(4, 6)),
    ]:
        assert values(linear(expression)) == expected, str(expression)


def test_a_function_is_undefined_where_an_argument_is() -> None:
    model = Model()
    i, x = model.int("i", -1, 3), model.int("x", 0, 2)
    nothing = Element([1, 2], i)
    for function in (x * nothing, 0 * nothing * x, Max(x, nothing), Min(nothing, 0), abs(nothing)):
        least = [function >= -9, ~(function >= -9)]
        for at, holds in [(-1, (False, True)), (0, (True, False)), (2, (False, True))]:
            evaluate = Evaluator({"i": at, "x": 1})
            assert (evaluate(least[0]), evaluate(least[1])) == holds, str(function)


def test_operators_stay_linear_where_they_can() -> None:
    model = Model()
    x, b = model.int("x", 0, 9), model.bool("b")
    constant = x - x + 3
    assert str(x * linear(3)) == str(3 * x) == str(linear(3) * x) == "3*x"
    assert str(abs(linear(-3))) == "3"
    assert str(x * b * 2 + 1) == "2*(x * b) + 1"
    assert str(x * (x + 1) <= 7) == "(x * (x + 1)) <= 7"
    assert constant.terms


def test_they_read_well() -> None:
    model = Model()
    x, y, b = model.int("x", 0, 9), model.int("y", 0, 9), model.bool("b")
    for expression, text in [
        (Cumulative([x, y], [2, y], [1, 3], 4), "Cumulative(x, y, 2, y, 1, 3, 4)"),
        (
            GlobalCardinality([x, y], {1: 2, 3: (0, 1), 4: b}, closed=True),
            "GlobalCardinality(x, y, b; closed; [1, [2, 2]]; [3, [0, 1]]; [4, *])",
        ),
        (
            Regular([x, y], Automaton([("a", 1, "a")], "a", ["a"])),
            "Regular(x, y; [[a, 1, a]]; a; [a])",
        ),
        (Precedence([x, y], [3, 1]), "Precedence(x, y; 3; 1)"),
        (Max(x, y) - Min([x, y]) + abs(x), "Max(x, y) - Min(x, y) + Abs(x)"),
    ]:
        assert str(expression) == text


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (lambda x: Cumulative([x], [-1], [1], 1), "a duration of Cumulative is not negative: -1"),
        (lambda x: Cumulative([x], [1], [-2], 1), "a demand of Cumulative is not negative: -2"),
        (lambda x: Cumulative([x], [1], [1], -1), "the capacity of Cumulative is not negative: -1"),
        (lambda x: Cumulative([x], [1, 2], [1], 1), "three lists of one length, not of 1, 2, 1"),
        (lambda x: Cumulative([x], cast(Any, [1.5]), [1], 1), "1.5 is not an integer"),
        (lambda x: GlobalCardinality([x], {1: -1}), "a number from 0 on.*1: -1"),
        (lambda x: GlobalCardinality([x], {1: (2, 1)}), r"\(least, greatest\); 1: \(2, 1\)"),
        (lambda x: Automaton([(0, 1, 0), (0, 1, 2)], 0, []), "in state 0, 1 leads to two states"),
        (lambda x: Automaton([(0, 1, 0)], 0, [3]), "the accepting state 3 is in no transition"),
        (lambda x: Precedence([x], [1, 2, 1]), "Precedence lists each value once"),
        (lambda x: Max([]), "Max needs at least one argument"),
        (lambda x: Min(), "Min needs at least one argument"),
        (lambda x: x * cast(Any, 1.5), "1.5 is not an integer expression"),
    ],
)
def test_bad_arguments_are_refused(bad: Callable[[IntVar], Any], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        bad(Model().int("x", 0, 9))


def test_negative_sizes_of_expressions_make_it_false() -> None:
    model = Model()
    x = model.int("x", -2, 2)
    constraint = Cumulative([0], [x], [1], 1)
    assert [v for v in range(-2, 3) if Evaluator({"x": v})(constraint)] == [0, 1, 2]
    constraint = Cumulative([0, 7], [1, 1], [x, 2], 3)
    assert [v for v in range(-2, 3) if Evaluator({"x": v})(constraint)] == [0, 1, 2]
    constraint = Cumulative([], [], [], x)
    assert [v for v in range(-2, 3) if Evaluator({"x": v})(constraint)] == [0, 1, 2]
