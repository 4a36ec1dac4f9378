"""What `Model` and the operators take, and the one line with which they refuse the rest."""

# pyright: reportArgumentType=false, reportCallIssue=false

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from satchel import (
    AtLeast,
    AtMost,
    BoolExpr,
    Domain,
    Exactly,
    IntExpr,
    Model,
    ModelError,
    Not,
    Or,
    count,
)
from satchel.ir import Affine, Linear, Objective, Symmetry
from satchel.ir.bounds import allowed


def small() -> tuple[Model, Any, Any, Any, Any]:
    """Two Booleans and two integers 0..9."""
    m = Model()
    return m, m.bool("a"), m.bool("b"), m.int("x", 0, 9), m.int("y", 0, 9)


def test_several_statements_at_once_are_each_posted() -> None:
    for post in (
        lambda m, a, b, x: m.add(a, b | a, x < 3),
        lambda m, a, b, x: m.add([a, b | a, x < 3]),
        lambda m, a, b, x: m.add([a, (b | a, [x < 3])]),
        lambda m, a, b, x: m.add(each for each in (a, b | a, x < 3)),
        lambda m, a, b, x: m.add(np.array([a, b | a, x < 3])),
        lambda m, a, b, x: m.__iadd__([a, b | a, x < 3]),
    ):
        m, a, b, x, _ = small()
        post(m, a, b, x)
        assert len(m.statements) == 3
        assert [s.expr.same(e) for s, e in zip(m.statements, (a, b | a, x < 3), strict=True)]
        m.show("x", x)
        m.show("b", b)
        assert count(m).number == 6


def test_statements_that_come_together_share_label_and_tags() -> None:
    m, a, b, _, _ = small()
    one = m.add(a, label="alone")
    assert one is m.statements[0]
    both = m.add(a, b, label="a clue", tags=["implied"])
    assert [(s.label, s.tags) for s in both] == [("a clue", ("implied",))] * 2
    m += a | b
    m += [~a]
    assert m.add([]) == ()
    assert len(m.statements) == 5


def test_all_are_posted_or_none() -> None:
    m, a, _, x, _ = small()
    foreign = Model().bool("z")
    for wrong in (foreign, x, "text", None, 5):
        for _ in range(2):  # a refused variable must not be taken for a known one the second time
            with pytest.raises(ModelError):
                m.add(a, [wrong])  # type: ignore[list-item]
        with pytest.raises(ModelError):
            m.add(wrong)  # type: ignore[call-overload]
    assert m.statements == []


MISUSES: dict[str, Callable[[Model, Any, Any, Any, Any], Any]] = {
    "floor division": lambda m, a, b, x, y: x // 2,
    "division": lambda m, a, b, x, y: x / 2,
    "modulo": lambda m, a, b, x, y: x % 3,
    "power": lambda m, a, b, x, y: x**2,
    "divided by": lambda m, a, b, x, y: 7 // x,
    "modulo of": lambda m, a, b, x, y: np.int64(7) % x,
    "power of": lambda m, a, b, x, y: 2**x,
    "Boolean modulo": lambda m, a, b, x, y: a % 2,
    "and of integers": lambda m, a, b, x, y: x & y,
    "or of an integer": lambda m, a, b, x, y: x | a,
    "xor of a Boolean and an integer": lambda m, a, b, x, y: a ^ x,
    "not of an integer": lambda m, a, b, x, y: ~x,
    "Not of a number": lambda m, a, b, x, y: Not(1),  # type: ignore[arg-type]
    "and with a number": lambda m, a, b, x, y: a & 1,
    "a number and": lambda m, a, b, x, y: 1 & a,
    "plus text": lambda m, a, b, x, y: x + "1",
    "times half": lambda m, a, b, x, y: x * 0.5,
    "less than None": lambda m, a, b, x, y: x < None,
    "equal to text": lambda m, a, b, x, y: x == "1",
    "a chain": lambda m, a, b, x, y: 0 < x < 5,
    "truth": lambda m, a, b, x, y: bool(x == y),
    "a huge factor": lambda m, a, b, x, y: (x * 10**3000) * 10**3000,
    "a huge number": lambda m, a, b, x, y: x + 10**5000,
    "a huge bound": lambda m, a, b, x, y: x <= 10**5000,
    "same as a number": lambda m, a, b, x, y: x.same(5),
    "AtMost of nothing": lambda m, a, b, x, y: AtMost(),
    "AtLeast without a bound": lambda m, a, b, x, y: AtLeast([a, b]),
    "Exactly with a Boolean bound": lambda m, a, b, x, y: Exactly(a, b, True),
    "AtMost with a variable bound": lambda m, a, b, x, y: AtMost([a, b], x),
    "Or of text": lambda m, a, b, x, y: Or("ab"),  # type: ignore[arg-type]
    "Or of a mapping": lambda m, a, b, x, y: Or({"a": a}),  # type: ignore[arg-type]
    "a base": lambda m, a, b, x, y: BoolExpr(),
    "another base": lambda m, a, b, x, y: IntExpr(),
    "a name that is none": lambda m, a, b, x, y: m.bool(5),
    "no name": lambda m, a, b, x, y: m.int(None, 0, 1),
    "a name twice": lambda m, a, b, x, y: m.bool("a"),
    "no domain": lambda m, a, b, x, y: m.int("n"),
    "one bound": lambda m, a, b, x, y: m.int("n", 5),
    "three bounds": lambda m, a, b, x, y: m.int("n", 1, 2, 3),
    "an empty domain": lambda m, a, b, x, y: m.int("n", 5, 4),
    "no values": lambda m, a, b, x, y: m.int("n", []),
    "values of text": lambda m, a, b, x, y: m.int("n", ["a"]),
    "a text of values": lambda m, a, b, x, y: m.int("n", "123"),
    "half a bound": lambda m, a, b, x, y: m.int("n", 0.5, 3),
    "bounds of text": lambda m, a, b, x, y: m.int("n", "0", "5"),
    "infinite": lambda m, a, b, x, y: m.int("n", 0, float("inf")),
    "bounds that are long": lambda m, a, b, x, y: m.int("n", 0, 10**5000),
    "declared": lambda m, a, b, x, y: m.declare("n"),
    "a statement that is an integer": lambda m, a, b, x, y: m.add(x),
    "a statement that is a number": lambda m, a, b, x, y: m.add(1),
    "a label in second place": lambda m, a, b, x, y: m.add(a, "a clue"),
    "a label that is a number": lambda m, a, b, x, y: m.add(a, label=5),
    "tags in one text": lambda m, a, b, x, y: m.add(a, tags="implied"),
    "tags that are numbers": lambda m, a, b, x, y: m.add(a, tags=[1]),
    "plus nothing": lambda m, a, b, x, y: m.__iadd__(None),
    "a shown sum": lambda m, a, b, x, y: m.show("s", x + y),
    "a shown number": lambda m, a, b, x, y: m.show("s", 5),
    "shown by no name": lambda m, a, b, x, y: m.show(5, x),
    "shown without a name": lambda m, a, b, x, y: m.show(x, "x"),
    "shown twice": lambda m, a, b, x, y: (m.show("x", x), m.show("x", x)),
    "a hint out of the domain": lambda m, a, b, x, y: m.hint(x == 99),
    "a hint between the values": lambda m, a, b, x, y: m.hint(2 * x == 5),
    "a hint above": lambda m, a, b, x, y: m.hint(x >= 10),
    "a hint below": lambda m, a, b, x, y: m.hint(~(x >= 0)),
    "a hint that is a number": lambda m, a, b, x, y: m.hint(5),
    "a hint that is no literal": lambda m, a, b, x, y: m.hint(a | b),
    "a hint of two variables": lambda m, a, b, x, y: m.hint(x == y),
    "a hint that is true": lambda m, a, b, x, y: m.hint(True),
    "minimise text": lambda m, a, b, x, y: m.minimize("x"),
    "maximise nothing": lambda m, a, b, x, y: m.maximize(None),
    "no objective": lambda m, a, b, x, y: m.set_objective(x),
    "no sense": lambda m, a, b, x, y: m.set_objective(Objective("least", x + 1)),  # type: ignore[arg-type]
    "no symmetry": lambda m, a, b, x, y: m.declare_symmetry("x"),
    "images that are none": lambda m, a, b, x, y: Symmetry("s", {"x": 5}),  # type: ignore[dict-item]
    "terms that are none": lambda m, a, b, x, y: Affine("x"),  # type: ignore[arg-type]
    "symmetries of a list": lambda m, a, b, x, y: m.promise_symmetries([]),
    "a model of text": lambda m, a, b, x, y: Model.from_json("{}"),  # type: ignore[arg-type]
    "values that are a list": lambda m, a, b, x, y: m.violations([1, 2]),
    "no values to show": lambda m, a, b, x, y: (m.show("x", x), m.shown_values({})),
    "no values for the objective": lambda m, a, b, x, y: (m.minimize(x), m.objective_value({})),
    "intervals that cross": lambda m, a, b, x, y: Domain(((3, 5), (4, 6))),
    "intervals of three": lambda m, a, b, x, y: Domain(((1, 2, 3),)),  # type: ignore[arg-type]
    "no intervals": lambda m, a, b, x, y: Domain(5),  # type: ignore[arg-type]
    "the least of nothing": lambda m, a, b, x, y: Domain(()).lo,
    "the greatest of nothing": lambda m, a, b, x, y: Domain(()).hi,
    "beyond the last": lambda m, a, b, x, y: Domain.range(0, 5).next(6),
    "a domain and a number": lambda m, a, b, x, y: Domain.range(0, 5) & 5,  # type: ignore[operator]
    "a domain or a set": lambda m, a, b, x, y: Domain.range(0, 5) | {7},  # type: ignore[operator]
    "a domain without text": lambda m, a, b, x, y: Domain.range(0, 5).without("3"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("misuse", MISUSES)
def test_misuse_is_one_line(misuse: str) -> None:
    with pytest.raises(ModelError) as caught:
        MISUSES[misuse](*small())
    line = str(caught.value)
    assert "\n" not in line
    assert 0 < len(line) < 250
    assert "object at 0x" not in line


def test_numbers_of_numpy_are_values() -> None:
    m, a, _, x, y = small()
    m.add(a == (x < y))
    m.show("sum", x + 1)
    m.minimize(x + y)
    values = {"a": np.True_, "b": np.False_, "x": np.int64(3), "y": np.uint8(4)}
    assert m.violations(values) == []
    assert m.violations({**values, "y": np.int64(3)}) == [f"does not hold: {m.statements[0].expr}"]
    assert m.violations({**values, "y": np.int64(10)}) == ["y = 10 is not in {0..9}"]
    assert m.shown_values(values) == {"sum": 4}
    assert m.objective_value(values) == 7
    assert type(m.objective_value(values)) is int


def test_a_hint_allows_what_the_comparison_allows() -> None:
    m = Model()
    x = m.int("x", [-4, -3, 0, 2, 5])
    signs: dict[str, Callable[[int, int], bool]] = {
        "==": int.__eq__, "!=": int.__ne__, "<=": int.__le__, ">=": int.__ge__,
    }  # fmt: skip
    for scale, op, bound in product([-3, -1, 1, 2], signs, range(-14, 15)):
        found = allowed(Linear(((scale, x),), op, bound))
        assert found is not None
        assert set(found[1]) == {v for v in x.domain if signs[op](scale * v, bound)}
    assert allowed(x + m.int("y", 0, 1) == 1) is None
