"""Hints: followed by each backend that says so, told of by the others; no change of answers."""

from __future__ import annotations

import subprocess
import sys
import warnings
from itertools import product
from random import Random

import pytest

import satchel
from satchel.errors import HintWarning
from satchel.ir import BoolVar, IntVar, Model, Or
from satchel.ir.core import BoolExpr
from satchel.tasks.choose import backend_named, list_backends
from satchel.tasks.optimise.optimise import optimise
from satchel.tasks.solve import enumerate_solutions, solve

NAMES = list_backends()[0]
FOLLOWING = [name for name in NAMES if backend_named(name).follows_hints]
DEAF = [name for name in NAMES if name not in FOLLOWING]
RING = ["cadical", "glucose4", "clingo", "ortools", "z3", "z3-sat"]


def booleans(model: Model, count: int) -> list[BoolVar]:
    found = [model.bool(f"b{i}") for i in range(count)]
    for b in found:
        model.show(b.name, b)
    return found


def literal(b: BoolVar, value: bool) -> BoolExpr:
    return b if value else ~b


def suggested(seed: int, clauses: int) -> tuple[Model, dict[str, bool]]:
    """Random clauses, and a solution of theirs as the hint; without any the variables are free."""
    random, model = Random(seed), Model()
    pattern = {b: random.random() < 0.5 for b in booleans(model, 40)}
    for b, value in pattern.items():
        model.hint(literal(b, value))
    for _ in range(clauses):
        first, *others = random.sample(list(pattern), 3)
        rest = [literal(b, random.random() < 0.5) for b in others]
        model.add(Or(literal(first, pattern[first]), *rest))
    return model, {b.name: value for b, value in pattern.items()}


def test_the_common_backends_follow_hints() -> None:
    assert not set(RING) & set(DEAF)


@pytest.mark.parametrize("clauses", [0, 60])
@pytest.mark.parametrize("name", FOLLOWING)
def test_a_solution_that_is_hinted_at_is_the_first(name: str, clauses: int) -> None:
    model, pattern = suggested(clauses, clauses)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answer = solve(model, backend=name, in_process=True)
    assert answer.solution == pattern


@pytest.mark.parametrize("arithmetic", [False, True])
@pytest.mark.parametrize("name", ["ortools", "z3"])
def test_integers_follow_hints(name: str, arithmetic: bool) -> None:
    model = Model()
    x, y = model.int("x", 1, 9), model.int("y", 1, 9)
    model.add(x + y >= 5 if arithmetic else x != y)
    model.hint(x == 7)
    model.hint(~(y != 4))
    model.show("x", x)
    model.show("y", y)
    answer = solve(model, backend=name, in_process=True)
    if name == "z3" and arithmetic:  # its unbounded integers take no hint
        assert answer.status == "sat"
    else:
        assert answer.solution == {"x": 7, "y": 4}


def small(seed: int, right: bool) -> tuple[Model, list[dict[str, int]]]:
    """A random model with hints, and all its solutions by brute force."""
    random, model = Random(seed), Model()
    bs = booleans(model, 4)
    x: IntVar = model.int("x", 0, 3)
    model.show("x", x)
    clauses = [
        [(random.randrange(4), random.random() < 0.5) for _ in range(2)]
        for _ in range(random.randint(1, 8))
    ]
    limit = random.randint(0, 5)
    for clause in clauses:
        model.add(Or(literal(bs[i], value) for i, value in clause))
    model.add(x + sum(bs[1:], bs[0] + 0) == limit)
    solutions = [
        {**{f"b{i}": int(v) for i, v in enumerate(values)}, "x": number}
        for *values, number in product((0, 1), (0, 1), (0, 1), (0, 1), range(4))
        if number + sum(values) == limit
        and all(any(values[i] == value for i, value in clause) for clause in clauses)
    ]
    if right and solutions:
        wish = random.choice(solutions)
    else:
        wish = {b.name: random.randint(0, 1) for b in bs} | {"x": random.randint(0, 3)}
    for b in bs:
        model.hint(literal(b, bool(wish[b.name])))
    model.hint(random.choice([x == wish["x"], x <= wish["x"], x >= wish["x"]]))
    return model, solutions


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_hints_change_no_verdict_and_no_solution(name: str, right: bool) -> None:
    for seed in range(5):
        model, solutions = small(seed, right)
        status = solve(model, backend=name, in_process=True).status
        assert status == ("sat" if solutions else "unsat"), seed
        if name in [*RING, "kissat"]:
            answers = enumerate_solutions(model, backend=name, in_process=True)
            found = [sorted((a.solution or {}).items()) for a in answers]
            assert sorted(found) == sorted(sorted(s.items()) for s in solutions), seed


@pytest.mark.parametrize("name", ["cadical", "clingo", "ortools", "z3"])
def test_a_hint_changes_no_optimum(name: str) -> None:
    for seed in range(4):
        model, solutions = small(seed, right=False)
        x = model.variables["x"]
        model.minimize(x)  # type: ignore[arg-type]
        answer = optimise(model, backend=name, in_process=True)
        if solutions:
            assert answer.objective == min(solution["x"] for solution in solutions)
        else:
            assert answer.status == "unsat"


@pytest.mark.parametrize("name", DEAF)
def test_a_backend_that_follows_no_hints_says_so_once(name: str) -> None:
    model = Model()
    (b,) = booleans(model, 1)
    model.hint(~b)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        satchel.solve(model, backend=name)
    assert [(w.category, str(w.message)) for w in caught] == [
        (HintWarning, f"{name} ignores the model's hints")
    ]


def test_a_model_without_hints_is_no_cause_for_a_warning() -> None:
    model = Model()
    booleans(model, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        satchel.solve(model, backend="brute")


def test_a_puzzle_solved_by_a_backend_that_follows_no_hints_is_no_cause_either() -> None:
    command = [sys.executable, "-m", "satchel", "solve", "queens:n=6", "--backend", "z3-fd"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
