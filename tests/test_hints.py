"""Hints: initial phases where the backend takes them; no change of solutions anywhere."""

from __future__ import annotations

import pytest

from satchel.cnf.options import Options
from satchel.errors import ModelError
from satchel.ir import ExactlyOne, Model
from satchel.puzzle import Catalogue
from satchel.tasks.compile import compile_model
from satchel.tasks.solve import solve


def wished(model: Model) -> list[bool]:
    pattern = [i % 3 == 0 for i in range(30)]
    for i, wish in enumerate(pattern):
        b = model.bool(f"b{i}")
        model.show(f"b{i}", b)
        model.hint(b if wish else ~b)
    for i in range(29):
        model.add(model.variables[f"b{i}"] | model.variables[f"b{i + 1}"] | ~model.variables["b2"])  # type: ignore[operator]
    x = model.int("x", 1, 9)
    model.show("x", x)
    model.hint(x == 7)
    model.add(ExactlyOne(x == v for v in (3, 5, 7)))
    return pattern


@pytest.mark.parametrize(
    "backend", ["cadical153", "cadical195", "cadical", "glucose4", "minisat22"]
)
@pytest.mark.parametrize("shuffle", [None, 4])
def test_the_first_solution_is_the_one_hinted_at(backend: str, shuffle: int | None) -> None:
    model = Model()
    pattern = wished(model)
    # Without auxiliaries: a solver may decide on them first, and they have no hints.
    options = Options(choices={"amo": "pairwise"}, shuffle=shuffle)
    answer = solve(model, backend=backend, options=options, in_process=True)
    assert answer.solution is not None
    assert [bool(answer.solution[f"b{i}"]) for i in range(30)] == pattern
    assert answer.solution["x"] == 7


@pytest.mark.parametrize("shuffle", [None, 4])
def test_cp_sat_follows_hints_on_the_model_itself(shuffle: int | None) -> None:
    model = Model()
    pattern = wished(model)
    b0 = model.variables["b0"]
    model.hint(~b0)  # type: ignore[operator]  # a second wish for one variable changes nothing
    answer = solve(model, backend="ortools", options=Options(shuffle=shuffle), in_process=True)
    assert answer.solution is not None
    assert [bool(answer.solution[f"b{i}"]) for i in range(30)] == pattern
    assert answer.solution["x"] == 7


def test_hints_survive_json_and_only_literals_are_hints() -> None:
    model = Model()
    wished(model)
    again = Model.from_json(model.to_json())
    assert [str(hint) for hint in again.hints] == [str(hint) for hint in model.hints]
    b = again.variables["b0"]
    with pytest.raises(ModelError):
        again.hint(b | ~b)  # type: ignore[operator]


@pytest.mark.parametrize("name", ["permutation", "lines", "attack"])
def test_queens_hint_at_the_order_of_the_write_up(name: str) -> None:
    model = Catalogue().instance("queens:n=8").build(name)
    formula = compile_model(model, Options(solving=True)).formula
    shown = list(formula.varmap.shown.items())
    squares = [cell for cell, reader in shown if reader in formula.hints]
    if name != "attack":
        assert squares == [f"r{r}c{c}" for r, c in enumerate([1, 5, 2, 6, 3, 7, 4, 8], 1)]
