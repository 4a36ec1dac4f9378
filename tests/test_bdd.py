"""The exact diagram: equations over literals against brute force, and what it does not write."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from pysat.solvers import Solver

from satchel.cnf.options import Options
from satchel.ir import BoolExpr, Implies, Model, Sum
from satchel.tasks.compile import compile_model
from tests.equivalence import count_models, mismatch
from tests.random_models import brute_force

BDD = {"linear": "bdd"}
FORMS = ("plain", "negated", "implied", "equivalent")


def equation(coefficients: list[int], bound: int, form: str = "plain") -> Model:
    model = Model()
    literals = [model.bool(f"b{i}") for i in range(len(coefficients))]
    condition = model.bool("condition")
    total = Sum(c * b for c, b in zip(coefficients, literals, strict=True))
    forms: dict[str, BoolExpr] = {
        "plain": total == bound,
        "negated": total != bound,
        "implied": Implies(condition, total == bound),
        "equivalent": condition == (total == bound),
    }
    model.add(forms[form])
    for variable in model.variables.values():
        model.show(variable.name, variable)
    return model


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count_safe", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_solutions(seed: int, count_safe: bool, form: str) -> None:
    random = Random(seed)
    coefficients = [random.choice([-5, -3, -2, 1, 2, 3, 5, 7]) for _ in range(random.randint(2, 7))]
    model = equation(coefficients, random.randint(-4, 14), form)
    assert mismatch(model, Options(choices=BDD, count_safe=count_safe)) is None


@pytest.mark.parametrize("form", FORMS)
def test_count_safe_has_one_model_a_solution(form: str) -> None:
    model = equation([5, 4, 3, 3, 2, -2], 7, form)
    options = Options(choices=BDD, count_safe=True)
    formula = compile_model(model, options, number_free=True).formula
    models = count_models(list(formula.iterate()), formula.variables)
    assert models == len(brute_force(model)) > 0


@pytest.mark.parametrize("goal", range(45))
def test_unit_propagation_sees_which_first_values_reach_the_goal(goal: int) -> None:
    """The two inequalities see bounds only: 20 + 6 + 6 < 35 < 39 is no contradiction to them."""
    coefficients = [20, 6, 6, 7]
    firsts = {
        values[0]
        for values in product((0, 1), repeat=4)
        if sum(c * v for c, v in zip(coefficients, values, strict=True)) == goal
    }
    formula = compile_model(equation(coefficients, goal), Options(choices=BDD)).formula
    with Solver(name="minisat22", bootstrap_with=list(formula.iterate())) as solver:
        first = formula.varmap.shown["b0"]
        for value in (0, 1):
            literals = [first if value else -first] if isinstance(first, int) else []
            consistent, _ = solver.propagate(assumptions=literals) or (False, [])
            fits = isinstance(first, int) or first is None or first == value
            assert (consistent and fits) == (value in firsts)


def test_equal_sums_share_their_shape_but_no_variable() -> None:
    model = Model()
    rows = [[model.bool(f"b{r}{i}") for i in range(4)] for r in range(2)]
    for row in rows:
        model.add(Sum(c * b for c, b in zip((4, 3, 2, 2), row, strict=True)) == 6)
    for variable in model.variables.values():
        model.show(variable.name, variable)
    assert mismatch(model, Options(choices=BDD)) is None
