"""Literals that exclude each other, as one term of a sum: the same solutions, fewer clauses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from pysat.solvers import Solver

from satchel.cnf import portfolio
from satchel.cnf.exclusive import Exclusions
from satchel.cnf.integer.group import Group
from satchel.cnf.options import Options
from satchel.cnf.sink import TRUE, Clauses, ClauseSink
from satchel.ir import AtMostOne, ExactlyOne, Implies, Model, Sum
from satchel.tasks.compile import predict
from tests.conftest import EXAMPLES
from tests.equivalence import mismatch
from tests.test_linear import clauses

LINEAR = sorted(set(portfolio.encodings("linear")) - {"native"})


def sums_over_exclusive_literals(random: Random) -> Model:
    """Statements that exclude, some of them conditioned, and sums over what they exclude."""
    model = Model()
    bools = [model.bool(f"b{i}") for i in range(6)]
    x = model.int("x", random.sample(range(-2, 5), random.randint(1, 4)))
    atoms: list[Any] = [*bools, *(x == v for v in x.domain), x <= 1]
    for _ in range(random.randint(0, 3)):
        some = [random.choice([a, a, a, ~a]) for a in random.sample(atoms, random.randint(2, 5))]
        if random.random() < 0.2:
            some.append(random.choice([some[0], ~some[0]]))
        statement = random.choice([AtMostOne, ExactlyOne])(some)
        model.add(statement if random.random() < 0.7 else Implies(random.choice(bools), statement))
    for _ in range(random.randint(1, 2)):
        some = random.sample(atoms, random.randint(3, len(atoms)))
        total = Sum(random.choice([-3, -1, 1, 1, 2, 5]) * atom for atom in some)
        total += random.choice([0, 0, 2]) * x
        bound = random.randint(-4, 7)
        compared = random.choice([total <= bound, total >= bound, total == bound, total != bound])
        model.add(random.choice([compared, compared, random.choice(bools) | compared]))
    for variable in (*bools, x):
        model.show(variable.name, variable)
    return model


@pytest.mark.parametrize("name", LINEAR)
def test_sums_with_groups_have_their_solutions(name: str) -> None:
    random = Random(f"groups {name}")
    for _ in range(EXAMPLES // 40 or 60):
        model = sums_over_exclusive_literals(random)
        options = Options(
            integers=random.choice(["auto", "direct", "order", "binary"]),
            choices={"linear": name},
            count_safe=random.random() < 0.3,
        )
        assert mismatch(model, options) is None, str(model)


def menus(rows: int, columns: int) -> Model:
    """One of each row is chosen, at a price; the prices have a limit."""
    random, model = Random(3), Model()
    prices = []
    for row in range(rows):
        choices = [model.bool(f"r{row}c{column}") for column in range(columns)]
        model.add(ExactlyOne(choices))
        prices += [random.randint(1, 20) * choice for choice in choices]
    model.add(Sum(prices) <= 4 * rows)
    return model


@pytest.mark.parametrize(
    ("name", "times"), [("mdd", 2), ("weightcounter", 3), ("gtotalizer", 1.5), ("watchdog", 1.5)]
)
def test_groups_save_clauses(name: str, times: float, monkeypatch: pytest.MonkeyPatch) -> None:
    options, model = Options(choices={"linear": name, "amo": "sequential"}), menus(10, 8)
    grouped = predict(model, options).clauses
    monkeypatch.setattr(Exclusions, "grouped", lambda _self, _total, terms, bound: (terms, bound))
    assert predict(model, options).clauses > times * grouped


@pytest.mark.parametrize("exactly", [False, True])
@pytest.mark.parametrize("weights", [(3, 1, 2), (2, 2, 5, 5), (-4, 3, -4, 1), (-1, -2, -3)])
def test_a_group_is_the_value_of_its_true_literal(weights: tuple[int, ...], exactly: bool) -> None:
    sink = ClauseSink()
    literals = [sink.new() for _ in weights]
    group = Group(tuple(zip(weights, literals, strict=True)), exactly, Clauses(sink))
    asked = range(-5, 7)
    equal, above = {v: group.eq(v) for v in asked}, {v: group.ge(v) for v in asked}
    bits = group.bits()
    with Solver(name="minisat22", bootstrap_with=clauses(sink)) as solver:
        for true in [*literals, *([] if exactly else [None])]:
            assumed = [x if x == true else -x for x in literals]
            assert solver.solve(assumed)
            consistent, implied = solver.propagate(assumed) or (False, [])
            value = 0 if true is None else weights[literals.index(true)]
            assert consistent
            known = {*implied, *assumed, TRUE}
            for v in asked:
                assert (equal[v] if v == value else -equal[v]) in known
                assert (above[v] if value >= v else -above[v]) in known
            digits = [bit in known for bit in bits]
            assert sum(1 << i for i, digit in enumerate(digits) if digit) == value - group.domain.lo
