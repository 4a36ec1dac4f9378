"""Bit-vectors are as wide as every subterm needs: brute force agrees, one bit less is noticed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import pytest

from satchel.backends import _z3_bits as bits
from satchel.ir import AllDifferent, IntVar, Linear, Model, Or, Sum
from tests.test_model_backends import brute_solutions, differs, model_backend

BACKENDS = ("z3", "z3-bv", "z3-fd")
HUGE = 10**30


def sums_beyond_the_width_of_a_variable(m: Model) -> None:
    x, y, z = (m.int(name, 0, 3) for name in "xyz")
    m.add(x + y + z >= 8)


def sums_below_zero(m: Model) -> None:
    x, y, z = (m.int(name, -4, 3) for name in "xyz")
    m.add(x + y + z <= -10)


def coefficients(m: Model) -> None:
    x, y = m.int("x", -3, 4), m.int("y", -20, 20)
    m.add(5 * x - 3 * y == 2)


def minus_at_the_minimum(m: Model) -> None:
    x, y = m.int("x", -8, 7), m.int("y", -8, 8)
    m.add(Linear(((-1, x), (-1, y)), "==", 0))
    m.add(x <= -7)


def comparisons_across_the_sign(m: Model) -> None:
    x, y = m.int("x", -4, 3), m.int("y", 0, 15)
    m.add(Or(x - y >= 3, x > y - 1, 2 * x + 30 <= 2 * y))


def strict_comparisons_at_the_ends(m: Model) -> None:
    x, y = m.int("x", -8, 7), m.int("y", -8, 7)
    m.add(Or(x - y > 14, x - y < -14, x + y > 13, x + y < -15))


def many_booleans_and_an_integer(m: Model) -> None:
    x, some = m.int("x", -2, 1), [m.bool(f"b{i}") for i in range(9)]
    m.add(Or(Sum(some) + x >= 9, Sum(some) - 3 * x <= -2))


def booleans_with_coefficients_beyond_a_word(m: Model) -> None:
    a, b, c = (m.bool(name) for name in "abc")
    m.add(HUGE * a - (HUGE + 1) * b + 2**64 * c >= 2**64)


def integers_with_coefficients_beyond_a_word(m: Model) -> None:
    x, y = m.int("x", -3, 3), m.int("y", -3, 3)
    m.add(HUGE * x - (HUGE - 1) * y != 1)
    m.add(-HUGE * x + 2**70 * y <= -(2**70))


def bounds_beyond_everything(m: Model) -> None:
    x, y = m.int("x", -3, 3), m.int("y", 0, 5)
    m.add(Or(x + 2 * y <= -HUGE, x + 2 * y >= HUGE, x - y == HUGE, x - y == -8))
    m.add(x - 2 * y <= HUGE)
    m.add(x - 2 * y != -HUGE)


def holes(m: Model) -> None:
    x, y = m.int("x", [-9, -2, 5]), m.int("y", [-7, 0, 1, 8])
    m.add(x + y <= 3)


def far_from_zero(m: Model) -> None:
    x, y = m.int("x", HUGE - 2, HUGE + 3), m.int("y", -HUGE - 3, -HUGE + 2)
    m.add(x + y == 1)


def different_views(m: Model) -> None:
    x, y, z = m.int("x", -4, 3), m.int("y", -3, 4), m.int("z", 5, 7)
    m.add(AllDifferent(-1 * x, y, z - 4, 3 - 2 * y, 5))
    m.add(x + y + z >= 3)


def different_sums(m: Model) -> None:
    x, y = m.int("x", -4, 3), m.int("y", 0, 3)
    m.add(AllDifferent(x + y, 7, -1 * x - 2 * y, 15 - 2 * x))


MODELS = [
    sums_beyond_the_width_of_a_variable,
    sums_below_zero,
    coefficients,
    minus_at_the_minimum,
    comparisons_across_the_sign,
    strict_comparisons_at_the_ends,
    many_booleans_and_an_integer,
    booleans_with_coefficients_beyond_a_word,
    integers_with_coefficients_beyond_a_word,
    bounds_beyond_everything,
    holes,
    far_from_zero,
    different_views,
    different_sums,
]


def built(statements: Callable[[Model], None]) -> Model:
    model = Model()
    statements(model)
    return model


def solutions(model: Model, name: str) -> list[tuple[int, ...]]:
    """All of the statements as they stand, which no pass makes harmless; up to one found twice."""
    found: list[tuple[int, ...]] = []
    with closing(model_backend(name).open(model)) as session:
        while len(set(found)) == len(found) and session.solve():
            values = session.values()
            found.append(tuple(values[name] for name in model.variables))
            session.add(differs(model, values))
    return sorted(found)


@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("statements", MODELS, ids=lambda statements: statements.__name__)
def test_brute_force_agrees(statements: Callable[[Model], None], name: str) -> None:
    model = built(statements)
    wanted = sorted(brute_solutions(model))
    assert wanted, "a model without solutions shows little"
    assert solutions(model, name) == wanted


def one_bit_less(number: bits.Natural) -> bits.Natural:
    size = bits.width(number.greatest)
    if size == 1:
        return number
    cut = f"((_ zero_extend 1) ((_ extract {size - 2} 0) {number.term}))"
    return bits.Natural(cut, number.greatest)


def compared_at_one_bit_less(left: bits.Natural, op: str, right: bits.Natural) -> str:
    return COMPARED(one_bit_less(left), op, one_bit_less(right))


COMPARED = bits.compared
OPERATORS = ("constant", "product", "plus", "complement", "total", "compared", "extended")


def narrow(operator: str, patch: pytest.MonkeyPatch) -> None:
    """One operator computes with a bit less than its result needs."""
    if operator == "compared":
        patch.setattr(bits, operator, compared_at_one_bit_less)
    elif operator == "extended":
        extended = bits.extended
        patch.setattr(bits, operator, lambda number, size: extended(one_bit_less(number), size))
    else:
        whole_operator = getattr(bits, operator)
        patch.setattr(bits, operator, lambda *args: one_bit_less(whole_operator(*args)))


@pytest.mark.parametrize("operator", OPERATORS)
def test_one_bit_less_is_noticed(operator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(operator, monkeypatch)
    wrong = [
        statements.__name__
        for statements in MODELS
        if solutions(model := built(statements), "z3-bv") != sorted(brute_solutions(model))
    ]
    assert wrong


def test_a_variable_with_one_bit_less_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    variable = bits.Bits.variable

    def narrowed(self: bits.Bits, x: IntVar) -> bits.Shifted:
        number = variable(self, x)
        return bits.Shifted(number.least, one_bit_less(number.excess))

    monkeypatch.setattr(bits.Bits, "variable", narrowed)
    monkeypatch.setattr(bits.Bits, "value", lambda self, x, model: x.domain.lo)
    model = built(sums_beyond_the_width_of_a_variable)
    with closing(model_backend("z3-bv").open(model)) as session:
        assert session.solve() is False


@pytest.mark.parametrize("name", BACKENDS)
def test_a_domain_that_nobody_can_list(name: str) -> None:
    m = Model()
    x, y, unused = m.int("x", 0, HUGE), m.int("y", -HUGE, 2), m.int("unused", 0, HUGE)
    m.add(3 * x - 2 * y == 4 * HUGE + 2)
    m.add(x != HUGE)
    with closing(model_backend(name).open(m)) as session:
        assert session.solve([y == -HUGE // 2 - 4]) is True
        values = session.values()
        assert values["x"] == HUGE - 2
        assert session.solve([y == -HUGE // 2 - 1]) is False
        session.add(unused != values["unused"])
        assert session.solve() is True
        assert m.violations(session.values()) == []
