"""Each pass from two texts: the statements before, and after."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from satchel.ir import (
    AllDifferent,
    And,
    AtLeast,
    AtMost,
    BoolExpr,
    BoolVar,
    Element,
    Exactly,
    If,
    Iff,
    Implies,
    IntVar,
    Model,
    Or,
    Xor,
)
from satchel.passes import domains, flatten, run_passes, simplify, undo_passes
from tests.random_models import brute_force, random_model

Build = Callable[[IntVar, IntVar, BoolVar, BoolVar, BoolVar], BoolExpr | list[BoolExpr]]


def texts(model: Model) -> list[str]:
    return [str(statement.expr) for statement in model.statements]


def model_of(build: Build) -> Model:
    model = Model()
    leaves = (model.int("x", 0, 5), model.int("y", [0, 2, 4]))
    statements = build(*leaves, model.bool("a"), model.bool("b"), model.bool("c"))
    for statement in statements if isinstance(statements, list) else [statements]:
        model.add(statement)
    return model


@pytest.mark.parametrize(
    ("build", "after"),
    [
        (lambda x, y, a, b, c: And(a, True, b), ["a", "b"]),
        (lambda x, y, a, b, c: Or(a, True), []),
        (lambda x, y, a, b, c: Or(a, ~a), []),
        (lambda x, y, a, b, c: Or(b, ~a, a), []),
        (lambda x, y, a, b, c: Or(~a, ~a), ["~a"]),
        (lambda x, y, a, b, c: Or(b, ~a, b), ["b | ~a"]),
        (lambda x, y, a, b, c: Or(~~a, b), ["a | b"]),
        (lambda x, y, a, b, c: And(a, ~a), ["false"]),
        (lambda x, y, a, b, c: ~~a, ["a"]),
        (lambda x, y, a, b, c: Implies(a, b), ["~a | b"]),
        (lambda x, y, a, b, c: Iff(a, ~b), ["a ^ b"]),
        (lambda x, y, a, b, c: Xor(a, b, a, ~c, True), ["b ^ c"]),
        (lambda x, y, a, b, c: If(True, a, b), ["a"]),
        (lambda x, y, a, b, c: If(a, b, False), ["a", "b"]),
        (lambda x, y, a, b, c: If(a, True, b), ["a | b"]),
        (lambda x, y, a, b, c: AtMost(a, b, 5), []),
        (lambda x, y, a, b, c: AtMost(a, b, -1), ["false"]),
        (lambda x, y, a, b, c: AtMost(a, b, 0), ["~a", "~b"]),
        (lambda x, y, a, b, c: AtLeast(a, b, 1), ["a | b"]),
        (lambda x, y, a, b, c: Exactly(a, True, b, c, 2), ["Exactly(a, b, c, 1)"]),
        (lambda x, y, a, b, c: x + x + y - y <= 5, ["x <= 2"]),
        (lambda x, y, a, b, c: x + y <= 100, []),
        (lambda x, y, a, b, c: x - y >= 1, ["~(x <= y)"]),
        (lambda x, y, a, b, c: x != y, ["~(x == y)"]),
        (lambda x, y, a, b, c: 2 * x + 4 * y == 3, ["false"]),
        (lambda x, y, a, b, c: 2 * x + 4 * y <= 7, ["x + 2*y <= 3"]),
        (lambda x, y, a, b, c: y <= 3, ["y <= 2"]),
        (lambda x, y, a, b, c: y == 3, ["false"]),
        (lambda x, y, a, b, c: a + b + c <= 1, ["AtMost(a, b, c, 1)"]),
        (lambda x, y, a, b, c: a + b - c == 1, ["Exactly(a, b, ~c, 2)"]),
        (lambda x, y, a, b, c: a + b + c >= 2, ["AtLeast(a, b, c, 2)"]),
        (lambda x, y, a, b, c: a + ~a + b >= 2, ["b"]),
        (lambda x, y, a, b, c: AllDifferent(1, 2), []),
        (
            lambda x, y, a, b, c: [(x < y) | a, ~(x >= y) | b],
            ["(x + 1 <= y) | a", "(x + 1 <= y) | b"],
        ),
    ],
)
def test_simplify(build: Build, after: list[str]) -> None:
    model, undo = simplify.apply(model_of(build))
    assert texts(model) == after
    assert undo is None


def test_equal_expressions_become_one() -> None:
    model, _ = simplify.apply(model_of(lambda x, y, a, b, c: [(x < y) | a, ~(x >= y) | b]))
    first, second = (statement.expr.children()[0] for statement in model.statements)
    assert first is second


@pytest.mark.parametrize(
    ("build", "variables", "after", "undo"),
    [
        (lambda x, y, a, b, c: [x <= 3, (x == 5) | a], "x in {0..3}", ["(x == 5) | a"], {}),
        (lambda x, y, a, b, c: [y == 2, x < y], "x in {0..5}", ["x - 2 <= -1"], {"y": 2}),
        (lambda x, y, a, b, c: [a, ~b, a | c], "c", ["true | c"], {"a": True, "b": False}),
    ],
)
def test_domains(build: Build, variables: str, after: list[str], undo: dict[str, int]) -> None:
    simple, _ = simplify.apply(model_of(build))
    model, data = domains.apply(simple)
    assert data == undo
    assert variables in str(model)
    assert not set(data) & set(model.variables)
    assert domains.invert(data, {"z": 1}) == {"z": 1, **undo}


def test_a_domain_without_values_is_a_contradiction() -> None:
    model, _ = run_passes(model_of(lambda x, y, a, b, c: [x <= 2, x >= 4]))
    assert texts(model) == ["false"]


def test_flatten_gives_functions_and_sums_a_variable() -> None:
    before = model_of(lambda x, y, a, b, c: [Element([3, x], y) == 3, AllDifferent(x + y, 2)])
    flat, names = flatten.apply(before)
    assert names == ["_1", "_2"]
    assert flatten.invert(names, {"x": 1, "_1": 3, "_2": 4}) == {"x": 1}
    model, _ = simplify.apply(flat)
    assert texts(model) == [
        "y <= 0",
        "_1 == 3",
        "AllDifferent(_2, 2)",
        "~(y <= 0) | ElementIs(3, x, y, _1)",
        "(y <= 0) | (_1 == 0)",
        "x + y == _2",
    ]


def test_passes_keep_all_solutions_and_are_undone_by_data() -> None:
    for seed in range(200):
        model = random_model(Random(seed))
        simple, undo = run_passes(model)
        bare = Model.assembled(model.variables.values(), model.statements, model.variables, None)
        expected = brute_force(bare)
        found = set()
        for values in _solutions(simple):
            before = undo_passes(undo, values)
            assert model.violations(before) == []
            assert model.shown_values(before) == simple.shown_values(values)
            found.add(tuple(int(before[name]) for name in model.variables))
        assert found == expected


def _solutions(model: Model) -> list[dict[str, int]]:
    from satchel.tasks.solve import enumerate_solutions

    bare = Model.assembled(model.variables.values(), model.statements, model.variables, None)
    answers = enumerate_solutions(bare, backend="cadical153", in_process=True)
    return [dict(answer.values) for answer in answers if answer.values is not None]
