"""`cvc5` where it differs from the other backends on the model."""

from __future__ import annotations

import os
from contextlib import closing
from importlib import import_module
from typing import Any

import pytest

from satchel.errors import BackendError
from satchel.ir import AllDifferent, BoolExpr, Model, Not, Xor
from satchel.tasks.choose import backend_named

if "CI" not in os.environ:
    pytest.importorskip("cvc5")
cvc5: Any = import_module("cvc5")


def pigeons(holes: int) -> Model:
    m = Model()
    m.add(AllDifferent(m.int(f"pigeon {i}", 1, holes) for i in range(holes + 1)))
    return m


def opened(model: Model) -> Any:
    backend = backend_named("cvc5")
    assert backend.takes == "model"
    return closing(backend.open(model))


def test_giving_up_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    class Limited(cvc5.Solver):  # type: ignore[misc]
        def __init__(self, manager: object) -> None:
            self.setOption("rlimit-per", "100")

    monkeypatch.setattr(cvc5, "Solver", Limited)
    with (
        opened(pigeons(10)) as session,
        pytest.raises(BackendError, match=r"cvc5 gave up: .*RESOURCEOUT"),
    ):
        session.solve()


def test_a_long_expression_may_be_added_and_assumed_again() -> None:
    m = Model()
    bits = [m.bool(f"a rather long name {i}") for i in range(8)]
    expr: BoolExpr = Xor(*bits)
    for bit in bits * 20:
        expr = (expr & bit) | Not(expr)
    with opened(m) as session:
        assert session.solve([expr]) is True
        session.add(expr)
        assert session.solve([~expr]) is False
        assert session.core()[0].same(~expr)
        assert session.solve() is True
        assert all(isinstance(number, int) for number in session.statistics().values())


def test_integers_of_any_size() -> None:
    m = Model()
    x, y = m.int("x", -(10**30), 10**30), m.int("y", 0, 10**30)
    m.add(x + y == 0)
    m.add(y >= 10**30 - 1)
    with opened(m) as session:
        assert session.solve() is True
        assert m.violations(session.values()) == []
        session.add(x >= 2 - 10**30)
        assert session.solve() is False
        assert session.core() == []
