"""Backends that take the model itself, against the evaluator."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from itertools import product

import pytest

from satchel.backends.protocol import ModelBackend
from satchel.errors import BackendError
from satchel.ir import (
    AllDifferent,
    AtMost,
    BoolExpr,
    Element,
    Exactly,
    ExactlyOne,
    If,
    Iff,
    Implies,
    IntVar,
    Model,
    Or,
    Sum,
    Table,
    Xor,
)
from satchel.passes import run_passes, undo_passes
from satchel.tasks.choose import backend_named, list_backends

NAMES = [name for name in list_backends()[0] if backend_named(name).takes == "model"]


def every_construct() -> Model:
    """Each node of the model once, plain, negated and nested."""
    m = Model()
    a, b, c = m.bool("a"), m.bool("b"), m.bool("c")
    x, y, z = m.int("x", 0, 3), m.int("y", [0, 2, 5]), m.int("z", -1, 2)
    m.add(Implies(a, AllDifferent(x, y, z + 1)))
    m.add(Iff(b, Table([x, z], [(0, 1), (3, None), (2, -1)])))
    m.add(Xor(a, b, c) | (x + 2 * y - z <= 4))
    m.add(If(c, AtMost(a, b, x == 1, 1), Exactly(a, b, ~c, 2)))
    m.add(Or(Element([x, 2, y], z) == 2, ~(x != z), ExactlyOne(a, c)))
    m.add(3 * Sum(a, b) - 2 * c != 1)
    m.add(If(a, x, y) >= 1)
    return m


def brute_solutions(model: Model) -> set[tuple[int, ...]]:
    domains = [
        tuple(v.domain) if isinstance(v, IntVar) else (False, True)
        for v in model.variables.values()
    ]
    names = list(model.variables)
    return {
        values
        for values in product(*domains)
        if not model.violations(dict(zip(names, values, strict=True)))
    }


def model_backend(name: str) -> ModelBackend:
    backend = backend_named(name)
    assert backend.takes == "model"
    return backend


@pytest.mark.parametrize("name", NAMES)
class TestModelBackends:
    def test_every_construct(self, name: str) -> None:
        original = every_construct()
        model, undo = run_passes(original)
        expected = brute_solutions(original)
        with closing(model_backend(name).open(model)) as session:
            found = set()
            while session.solve():
                values = undo_passes(undo, session.values())
                assert original.violations(values) == []
                solution = tuple(values[variable] for variable in original.variables)
                found.add(solution)
                session.add(differs(model, session.values()))
            assert found == expected

    def test_an_unused_variable_has_a_value(self, name: str) -> None:
        m = Model()
        m.bool("a")
        m.int("x", [4, 7])
        with closing(model_backend(name).open(m)) as session:
            assert session.solve() is True
            assert m.violations(session.values()) == []

    def test_assumptions_and_core(self, name: str) -> None:
        m = Model()
        a, x = m.bool("a"), m.int("x", 0, 9)
        m.add(Implies(a, x >= 5))
        with closing(model_backend(name).open(m)) as session:
            assumed: list[BoolExpr] = [a, x <= 4]
            assert session.solve(assumed) is False
            assert {id(e) for e in session.core()} == {id(e) for e in assumed}
            assert session.solve([a]) is True
            assert session.values()["a"] is True
            assert session.solve([x <= 4]) is True
            assert session.values()["a"] is False

    def test_deep_nesting(self, name: str) -> None:
        m = Model()
        a, b = m.bool("a"), m.bool("b")
        expr: BoolExpr = a
        for _ in range(3000):
            expr = ~(expr & b) | a
        m.add(expr)
        with closing(model_backend(name).open(m)) as session:
            assert session.solve() is True
            assert m.violations(session.values()) == []

    def test_false_model(self, name: str) -> None:
        m = Model()
        m.add(False)
        with closing(model_backend(name).open(m)) as session:
            assert session.solve() is False


def differs(model: Model, values: Mapping[str, int]) -> BoolExpr:
    parts: list[BoolExpr] = []
    for name, variable in model.variables.items():
        if isinstance(variable, BoolExpr):
            parts.append(~variable if values[name] else variable)
        else:
            parts.append(variable != values[name])
    return Or(parts)


def test_brute_refuses_what_it_cannot_search() -> None:
    m = Model()
    for i in range(41):
        m.bool(f"b{i}")
    with pytest.raises(BackendError, match=r"up to 2\^40 assignments; this one has 2\^41"):
        model_backend("brute").open(m)


def test_z3_counts_with_coefficients_beyond_c_integers() -> None:
    m = Model()
    bits = [m.bool(f"b{i}") for i in range(70)]
    m.add(Sum(2**i * bit for i, bit in enumerate(bits)) == 2**69 + 5)
    with closing(model_backend("z3").open(m)) as session:
        assert session.solve() is True
        on = {name for name, value in session.values().items() if value}
        assert on == {"b0", "b2", "b69"}
