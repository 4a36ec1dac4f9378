"""The model: operators, meaning, negation, printing, and refusals at build time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Any, Self, cast

import pytest

from satchel.cnf.options import Options
from satchel.errors import ModelError, NotNegatableError
from satchel.ir import (
    AllDifferent,
    And,
    AtLeast,
    AtMost,
    BoolConst,
    BoolExpr,
    BoolVar,
    Domain,
    Element,
    Evaluator,
    Exactly,
    If,
    Implies,
    IntVar,
    Model,
    NegativeTable,
    Not,
    Or,
    Sum,
    Table,
    Xor,
)
from satchel.ir.core import Expr
from satchel.ir.negation import negation
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.walk import variables
from satchel.passes import run_passes
from satchel.tasks.compile import compile_model
from satchel.tasks.solve import solve
from tests.equivalence import mismatch
from tests.random_models import random_model


def small() -> tuple[Model, IntVar, IntVar, BoolVar, BoolVar]:
    model = Model()
    return model, model.int("x", 0, 3), model.int("y", [1, 3]), model.bool("a"), model.bool("b")


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda x, y, a, b: x + 1 == y, "x + 1 == y"),
        (lambda x, y, a, b: 2 * x - y + 3 != 4, "2*x != y + 1"),
        (lambda x, y, a, b: x > 1, "x >= 2"),
        (lambda x, y, a, b: x < y, "x + 1 <= y"),
        (lambda x, y, a, b: a & ~b & True, "a & ~b & true"),
        (lambda x, y, a, b: (a | b) & a, "(a | b) & a"),
        (lambda x, y, a, b: a ^ b, "a ^ b"),
        (lambda x, y, a, b: a == b, "a <-> b"),
        (lambda x, y, a, b: a != b, "a ^ b"),
        (lambda x, y, a, b: a + b <= 1, "a + b <= 1"),
        (lambda x, y, a, b: a == 1, "a == 1"),
        (lambda x, y, a, b: Implies(a, x == 2), "a -> (x == 2)"),
        (lambda x, y, a, b: AtMost(a, b, 1), "AtMost(a, b, 1)"),
        (lambda x, y, a, b: AtLeast([a, b], 1), "AtLeast(a, b, 1)"),
        (lambda x, y, a, b: AllDifferent(x, y + 1, 3), "AllDifferent(x, y + 1, 3)"),
        (lambda x, y, a, b: Table([x, y], [(1, "*")]), "Table(x, y; [1, *])"),
        (lambda x, y, a, b: If(a, x, 3) + b, "Choice(a, x, 3) + b"),
        (lambda x, y, a, b: Sum(x, y, -1) - x, "x + y - x - 1"),
    ],
)
def test_operators_say_what_they_build(build: Callable[..., Expr], text: str) -> None:
    _, *leaves = small()
    assert str(build(*leaves)) == text


@pytest.mark.parametrize(
    "misuse",
    [
        lambda m, x, y, a, b: bool(x == 1),
        lambda m, x, y, a, b: 1 < x < 3,
        lambda m, x, y, a, b: x in [y],
        lambda m, x, y, a, b: a and b,
        lambda m, x, y, a, b: m.int("x", 0, 1),
        lambda m, x, y, a, b: m.bool("a"),
        lambda m, x, y, a, b: m.int("z", 5, 4),
        lambda m, x, y, a, b: m.int("z", []),
        lambda m, x, y, a, b: m.add(x),
        lambda m, x, y, a, b: m.add(x + 1),
        lambda m, x, y, a, b: m.add(3),
        lambda m, x, y, a, b: And(a, cast(Any, 1)),
        lambda m, x, y, a, b: x + "1",
        lambda m, x, y, a, b: m.add(Model().bool("foreign")),
        lambda m, x, y, a, b: m.show("sum", x + y),
        lambda m, x, y, a, b: (m.show("a", a), m.show("a", b)),
        lambda m, x, y, a, b: AtMost(a, b),
        lambda m, x, y, a, b: Exactly([a, b], True),
        lambda m, x, y, a, b: Table([x, y], [(1,)]),
        lambda m, x, y, a, b: Element([], x),
    ],
)
def test_misuse_is_refused_when_it_is_written(misuse: Callable[..., Any]) -> None:
    with pytest.raises(ModelError):
        misuse(*small())


def test_nodes_are_immutable_and_compare_by_identity() -> None:
    _, x, y, a, b = small()
    for node in (a, ~a, a | b, a ^ b, Implies(a, b), x + y, x <= y, AllDifferent(x, y)):
        with pytest.raises((AttributeError, TypeError)):
            node.kind = "other"  # type: ignore[misc]
        with pytest.raises((AttributeError, TypeError)):
            node.args = ()  # type: ignore[attr-defined]
    assert (x + y == 3).same(x + y == 3)
    assert not (x + y == 3).same(x + y == 4)
    assert len({x == 1, x == 1}) == 2


def test_negating_a_constant_changes_no_object() -> None:
    true = BoolConst(True)
    assert not Evaluator({})(~true)
    assert Evaluator({})(true)


def test_every_expression_and_its_negation_disagree_everywhere() -> None:
    for seed in range(150):
        random = Random(seed)
        model, _ = run_passes(random_model(random))
        for statement in model.statements:
            opposite = negation(statement.expr)
            scope = [v for v in variables(statement.expr) if isinstance(v, (BoolVar, IntVar))]
            domains = [list(v.domain) if isinstance(v, IntVar) else [False, True] for v in scope]
            for values in list(product(*domains))[:200]:
                value = Evaluator({v.name: x for v, x in zip(scope, values, strict=True)})
                assert bool(value(statement.expr)) != bool(value(opposite))


def test_undefined_makes_the_nearest_boolean_false() -> None:
    model = Model()
    i = model.int("i", 0, 5)
    item = Element([7, 8], i)
    for statement, indices in [
        (item == 7, [0]),
        (item != 7, [1]),
        (~(item == 7), [1, 2, 3, 4, 5]),
        (Or(item > 0, i == 4), [0, 1, 4]),
        (If(i < 2, item, 9) == 9, [2, 3, 4, 5]),
        (Element([0, 9], Element([1, 5], i)) == 9, [0]),
    ]:
        found = [v for v in range(6) if Evaluator({"i": v})(statement)]
        assert found == indices, str(statement)
        one = Model.assembled([i], [], {"i": i}, None)
        one.add(statement)
        assert mismatch(one, Options()) is None


def test_constants_only() -> None:
    for statement, sat in [
        (BoolConst(False), False),
        (Or(), False),
        (And(), True),
        (Xor(), False),
        (Sum(0, 1) == 1, True),
        (AllDifferent(1, 2, 3), True),
        (AllDifferent(1, 2, 1), False),
        (AtMost([True, True, False], 1), False),
        (Table([1, 2], [(1, 2)]), True),
        (NegativeTable([1, 2], [(1, "*")]), False),
        (Table([], []), False),
        (Table([], [()]), True),
        (Element([4, 5], 1) == 5, True),
        (Element([4, 5], 2) == 5, False),
        (Implies(False, AllDifferent(1, 1)), True),
    ]:
        model = Model()
        model.add(statement)
        a = model.bool("a")
        model.show("a", a)
        model.add(a | ~a)
        assert bool(Evaluator({})(statement)) == sat
        assert mismatch(model, Options()) is None


def test_what_is_impossible_under_a_condition_refutes_the_condition_only() -> None:
    for impossible in (AllDifferent(1, 1), AtLeast([False], 1), Table([3], [(4,)])):
        model = Model()
        a, x = model.bool("a"), model.int("x", 0, 9)
        model.add(Implies(a, impossible & (x > 20)))
        model.show("a", a)
        model.show("x", x)
        assert mismatch(model, Options()) is None


def test_nesting_has_no_limit() -> None:
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    expr: BoolExpr = a
    for _ in range(20_000):
        expr = Not(And(expr, b))
    model.add(expr)
    model.show("a", a)
    assert Model.from_json(model.to_json()).statements[0].expr.same(expr)
    assert len(str(expr)) > 1000
    assert Evaluator({"a": True, "b": True})(expr) is not None
    assert compile_model(model, Options()).formula.clauses > 0


class Lazy(GlobalConstraint):
    """A constraint that holds where its argument is even, and has no negation."""

    __slots__ = ("arg",)
    kind = "test_even"

    def __init__(self, arg: Any) -> None:
        self.arg = arg + 0

    def children(self) -> tuple[Expr, ...]:
        return (self.arg,)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(children[0])

    def holds(self, values: Sequence[int]) -> bool:
        return values[0] % 2 == 0

    def decompose(self) -> BoolExpr:
        return Or(self.arg == 2 * k for k in range(-10, 11))


def test_a_global_constraint_joins_by_its_protocol_alone() -> None:
    model, x, y, a, _ = small()
    model.add(Lazy(x + y))
    model.add(Implies(a, Lazy(x)))
    for name, variable in model.variables.items():
        model.show(name, variable)
    assert mismatch(model, Options()) is None
    assert Model.from_json(model.to_json()).statements[0].expr.same(model.statements[0].expr)


def test_what_has_no_negation_is_refused_by_name_where_one_is_needed() -> None:
    model, x, y, a, _ = small()
    model.add(Implies(Lazy(x + y), a))
    with pytest.raises(NotNegatableError, match="Lazy"):
        compile_model(model, Options())


def test_domains_are_sets_of_intervals() -> None:
    for values in ([1, 2, 3], [5], [-3, -2, 0, 7, 8], []):
        domain = Domain.of(values)
        assert list(domain) == values
        assert len(domain) == len(values)
        assert [v for v in range(-10, 12) if v in domain] == values
        for other in ([2, 3, 4], [0], [-3, 8]):
            assert set(domain & Domain.of(other)) == set(values) & set(other)
        for scale, offset in ((1, 4), (-1, 2), (3, 0), (-2, -1)):
            assert set(domain.affine(scale, offset)) == {scale * v + offset for v in values}
        for gone in range(-5, 10):
            assert list(domain.without(gone)) == [v for v in values if v != gone]
    with pytest.raises(ModelError):
        Domain(((1, 2), (3, 4)))


@pytest.mark.parametrize("damage", ["format", "nodes", "statements", "kind", "order"])
def test_damaged_json_is_refused_in_one_line(damage: str) -> None:
    model, x, y, a, b = small()
    model.add(Implies(a & b, x < y))
    data = model.to_json()
    match damage:
        case "kind":
            data["nodes"][0][0] = "nonsense"
        case "order":
            data["nodes"][-1][2] = [len(data["nodes"])]
        case "format":
            data["format"] = "other"
        case _:
            del data[damage]
    with pytest.raises(ModelError) as error:
        Model.from_json(data)
    assert "\n" not in str(error.value)


def test_a_domain_may_be_larger_than_a_machine_word() -> None:
    model = Model()
    x = model.int("x", -(10**20), 10**20)
    model.show("x", x)
    model.add(3 * x == 3 * 10**19)
    assert Domain.range(-(10**20), 10**20).size == 2 * 10**20 + 1
    for backend in ("cadical", "z3"):
        answer = solve(model, backend=backend, in_process=True)
        assert answer.solution == {"x": 10**19}
    y = model.int("y", -(10**20), 10**20)
    model.add(x - 2 * y <= -(10**20))
    model.add(y <= 6 * 10**19)
    model.show("y", y)
    assert solve(model, in_process=True).checked


def test_violations_name_the_statement() -> None:
    model, x, y, a, b = small()
    model.add(x < y, label="clue 3")
    model.add(a | b)
    assert model.violations({"x": 3, "y": 3, "a": False, "b": False}) == [
        "does not hold: clue 3",
        "does not hold: a | b",
    ]
    assert model.violations({"x": 9, "y": 3, "a": 1, "b": False}) == [
        "x = 9 is not in {0..3}",
        "a = 1 is not Boolean",
    ]
    assert model.violations({}) != []
