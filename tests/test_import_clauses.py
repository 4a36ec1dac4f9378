"""Clauses as one node of the model: what they mean, and that they reach a formula as they stand."""

from __future__ import annotations

from array import array
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.cnf.options import Options
from satchel.errors import ModelError
from satchel.ir import BoolVar, Clauses, Evaluator, Model
from satchel.passes import shuffle
from satchel.tasks.compile import compile_model, predict

SIZE = 4
LITERALS = st.integers(1, SIZE).flatmap(lambda variable: st.sampled_from([variable, -variable]))
FORMULAS = st.lists(st.lists(LITERALS, max_size=4), max_size=8)
"""Empty clauses, repeated literals and tautologies among them."""


def flat(clauses: list[list[int]]) -> list[int]:
    return [number for clause in clauses for number in (*clause, 0)]


def model_of(clauses: list[list[int]], size: int = SIZE) -> Model:
    model = Model()
    variables = [model.bool(f"x{number}") for number in range(1, size + 1)]
    model.add(Clauses(variables, flat(clauses)))
    for variable in variables:
        model.show(variable.name, variable)
    return model


def solutions(clauses: list[list[int]], size: int = SIZE) -> set[tuple[bool, ...]]:
    """By the meaning of clauses, said once more."""
    return {
        values
        for values in product([False, True], repeat=size)
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
    }


def holding(model: Model) -> set[tuple[bool, ...]]:
    assignments = product([False, True], repeat=len(model.variables))
    names = list(model.variables)
    return {
        values
        for values in assignments
        if not model.violations(dict(zip(names, values, strict=True)))
    }


@given(FORMULAS)
def test_the_meaning_is_that_of_clauses(clauses: list[list[int]]) -> None:
    model, wanted = model_of(clauses), solutions(clauses)
    (node,) = (statement.expr for statement in model.statements)
    assert isinstance(node, Clauses)
    everything = set(product([False, True], repeat=SIZE))
    for expression, expected in [
        (node, wanted),
        (node.decompose(), wanted),
        (node.negation(), everything - wanted),
    ]:
        assert expected == {
            values
            for values in everything
            if Evaluator({f"x{n}": v for n, v in enumerate(values, 1)})(expression)
        }


@given(FORMULAS)
def test_they_survive_json_and_shuffles(clauses: list[list[int]]) -> None:
    model = model_of(clauses)
    again = Model.from_json(model.to_json())
    (before,), (after,) = model.statements, again.statements
    assert after.expr.same(before.expr)
    assert holding(again) == solutions(clauses)
    shuffled, names = shuffle.apply(model, seed=5)
    values = [
        shuffle.invert(names, dict(zip(shuffled.variables, v, strict=True)))
        for v in holding(shuffled)
    ]
    assert {tuple(bool(v[name]) for name in model.variables) for v in values} == solutions(clauses)


def test_a_shuffle_changes_their_order() -> None:
    model = model_of([[1, 2, 3], [-1, 4], [2, -3, -4], [1, -2], [3, 4]])
    (before,) = model.statements
    (after,) = shuffle.apply(model, seed=1)[0].statements
    assert isinstance(before.expr, Clauses)
    assert isinstance(after.expr, Clauses)
    assert after.expr.numbers != before.expr.numbers
    assert sorted(map(len, after.expr)) == sorted(map(len, before.expr))


@given(FORMULAS.filter(lambda clauses: len({abs(x) for clause in clauses for x in clause}) == SIZE))
def test_they_are_in_the_formula_as_they_stand(clauses: list[list[int]]) -> None:
    formula = compile_model(model_of(clauses), Options()).formula
    assert list(formula.iterate()) == clauses
    assert formula.clauses == len(clauses)
    assert formula.literals == sum(map(len, clauses))
    assert predict(model_of(clauses), Options()).literals == formula.literals


def test_other_names_for_one_literal_are_cleaned_away() -> None:
    """What is posted over arguments that are no different variables says nothing twice."""
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    model.add(Clauses([a, ~a, b, a], [1, 2, 3, 0, 1, 4, 3, 0, -2, -3, 0]))
    for variable in (a, b):
        model.show(variable.name, variable)
    assert list(compile_model(model, Options()).formula.iterate()) == [[1, 2], [1, -2]]


def test_they_read_well() -> None:
    a, b = BoolVar("a"), BoolVar("b")
    assert str(Clauses([a, b], [1, -2, 0, 2, 0])) == "Clauses(a, b; 1 -2 0 2 0)"


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([1], "the last of the Clauses is not closed by a 0"),
        ([1, 0, 3, 0], "literal 3 of Clauses over 2 arguments"),
        ([-3, 0], "literal -3 of Clauses over 2 arguments"),
        ([2**40, 0], "a literal of Clauses has no 32 bits"),
        (array("i", [-(2**31), 0]), "literal -2147483648 of Clauses"),
    ],
)
def test_bad_numbers_are_refused(numbers: Any, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        Clauses([BoolVar("a"), BoolVar("b")], numbers)


@pytest.mark.parametrize("text", ["AQAAAA==", "AQAA", "?", "BQAAAAAAAAA="])
def test_bad_json_is_refused(text: str) -> None:
    data = model_of([[1, 2]], 2).to_json()
    for node in data["nodes"]:
        if node[0] == "clauses":
            node[1] = [text]
    with pytest.raises(ModelError):
        Model.from_json(data)
