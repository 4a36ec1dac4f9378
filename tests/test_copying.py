"""Copies and pickles: of expressions, of models, however deep they are nested."""

# pyright: reportArgumentType=false, reportCallIssue=false

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from satchel.ir import And, BoolExpr, LinearExpr, Model, Sum, Symmetry
from satchel.tasks.solve import solve
from tests.random_models import random_model, random_objective

DEPTH = 20_000


def nested(m: Model) -> BoolExpr:
    a, b = m.bool("a"), m.bool("b")
    expr: BoolExpr = a
    for i in range(DEPTH):
        expr = And(expr, b) if i % 2 else ~expr ^ b
    return expr


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def test_a_copy_of_an_expression_is_itself() -> None:
    m = Model()
    x, deep = m.int("x", 0, 9), nested(m)
    for expr in (x, x + 1 == 2, deep):
        assert copy.copy(expr) is expr
        assert copy.deepcopy([expr])[0] is expr


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_expression_survives_pickling(protocol: int) -> None:
    m = Model()
    x, deep = m.int("x", [1, 5, 7]), nested(m)
    for expr in (x, m.variables["a"], x + 1 == 2, abs(x - 3) * x >= 1, deep, And()):
        back = pickle.loads(pickle.dumps(expr, protocol))
        assert back is not expr
        assert back.same(expr)


def test_variables_stay_the_same_ones_within_a_pickle() -> None:
    m = Model()
    x, y = m.int("x", 0, 3), m.int("y", 0, 3)
    m.add(x + y == 3)
    [x_again, total, model] = again([x, Sum(x, y), m])
    assert isinstance(total, LinearExpr)
    assert total.terms[0][1] is x_again
    assert model.variables["x"] is x_again
    model.add(x_again + total == 5)
    assert len(m.statements) == 1


def test_a_deep_model_is_copied_and_pickled() -> None:
    m = Model()
    deep = nested(m)
    m.add(deep | m.variables["a"], label="deep")
    m.add(~deep | m.variables["b"])
    m.show("deep", deep)
    m.maximize(Sum(deep, m.variables["b"]))
    m.hint(m.variables["a"])
    for copied in (copy.copy(m), copy.deepcopy(m), again(m)):
        assert copied.to_json() == m.to_json()
        copied.add(copied.variables["b"], label="more")
        copied.bool("new")
        copied.show("new", copied.variables["new"])
        assert (len(m.statements), list(m.variables), list(m.shown)) == (2, ["a", "b"], ["deep"])


def test_what_is_shared_stays_shared() -> None:
    m = Model()
    deep = nested(m)
    m.add(deep | m.variables["a"])
    m.add(deep | m.variables["b"])
    back = again(m)
    assert back.statements[0].expr.args[0] is back.statements[1].expr.args[0]


def test_promised_symmetries_are_kept() -> None:
    m = Model()
    a, b = m.bool("a"), m.bool("b")
    m.show("a", a)
    m.show("b", b)
    m.promise_symmetries(lambda: [Symmetry("swap", {"a": "b", "b": "a"})])
    for copied in (copy.deepcopy(m), again(m)):
        assert [symmetry.label for symmetry in copied.symmetries] == ["swap"]


@pytest.mark.parametrize("seed", range(25))
def test_random_models_come_back(seed: int) -> None:
    m = random_objective(Random(seed)) if seed % 2 else random_model(Random(seed))
    assert again(m).to_json() == m.to_json()
    assert copy.deepcopy(m).to_json() == m.to_json()


def test_a_model_that_was_pickled_is_solved() -> None:
    m = Model()
    x, y = m.int("x", 0, 3), m.int("y", 0, 3)
    m.add((x + y == 6) & (x * y == 9))
    assert again(solve(again(m), in_process=True)).values == {"x": 3, "y": 3}
