"""A model that shows nothing shows every declared variable: every function, command and file."""

# pyright: reportArgumentType=false

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import satchel as api
from satchel import ModelError
from satchel.ir import AtLeast, ExactlyOne, Model, Symmetry
from satchel.tasks.count.rule import METHODS
from satchel.testing.solutions import domain
from tests.commands import done, satchel
from tests.test_counter_formats import by_blocking, read

SOLVERS = {
    "dimacs": ["minisat", "-verb=0", "{file}", "{out}"],
    "opb": ["clasp", "{file}"],
}


def six() -> Model:
    """Two numbers whose sum is 6; of a third one, and of a Boolean, nothing is said."""
    model = Model()
    x, y = model.int("x", 0, 9), model.int("y", 0, 9)
    model.int("free", [1, 5, 6])
    model.bool("either")
    model.add(x + y == 6)
    return model


def cover() -> Model:
    """An exact cover, which has a method of its own, beside a Boolean of which nothing is said."""
    model = Model()
    a, b, c, _ = (model.bool(name) for name in "abcd")
    model.add(ExactlyOne(a, b))
    model.add(ExactlyOne(b, c))
    return model


def nested() -> Model:
    """A model for which passes and encodings add variables of their own."""
    model = Model()
    bools = [model.bool(f"b{number}") for number in range(5)]
    x, y = model.int("x", -1, 2), model.int("y", 0, 3)
    model.add(AtLeast(bools, 3) | (abs(x) == y))
    model.add(x * y != 2)
    return model


def unsettled() -> Model:
    """Not a single statement."""
    model = Model()
    model.bool("a")
    model.int("x", 3, 5)
    return model


MODELS = {"six": six, "cover": cover, "nested": nested, "unsettled": unsettled}
everywhere = pytest.mark.parametrize("name", MODELS)


def solutions(model: Model) -> list[dict[str, int]]:
    """The assignments of all declared variables that hold."""
    rows = product(*map(domain, model.variables.values()))
    every = [dict(zip(model.variables, row, strict=True)) for row in rows]
    return [values for values in every if not model.violations(values)]


def in_order(found: Iterator[Any] | list[Any]) -> list[list[tuple[str, int]]]:
    return sorted(list(one.items()) for one in found)


def test_the_models_say_what_they_are_for() -> None:
    numbers = {name: len(solutions(make())) for name, make in MODELS.items()}
    assert numbers == {"six": 42, "cover": 4, "nested": 4 * 32 + 10 * 16, "unsettled": 6}


@everywhere
def test_all_solutions_are_found(name: str) -> None:
    found = [answer.solution for answer in api.solutions(MODELS[name]())]
    assert in_order(found) == in_order(solutions(MODELS[name]()))


@everywhere
@pytest.mark.parametrize("method", ["auto", *METHODS])
def test_they_are_counted(name: str, method: str) -> None:
    if method == "sharpsat" and importlib.util.find_spec("pyganak") is None:
        pytest.skip("pyganak is not there")
    if method == "exactcover" and name in ("six", "nested"):
        pytest.skip("no exact cover")
    assert api.count(MODELS[name](), method=method).number == len(solutions(MODELS[name]()))


@everywhere
def test_one_solution_has_all_variables(name: str) -> None:
    model = MODELS[name]()
    answer = api.solve(model)
    assert answer.solution == answer.values
    assert list(answer.solution or {}) == list(model.variables)


def test_it_is_unique_where_no_variable_has_another_value() -> None:
    assert api.unique(six()).verdict == "several"
    assert len(api.unique(six()).differences()) > 0
    model = Model()
    x, a = model.int("x", 0, 9), model.bool("a")
    model.add(x * x == 49)
    assert api.unique(model).verdict == "several"  # nothing is said of a
    model.add(a)
    assert api.unique(model).verdict == "unique"


def test_what_is_certain_of_each_variable_is_explained() -> None:
    model = Model()
    x, y = model.int("x", 0, 9), model.int("y", 0, 9)
    model.add(x + y == 6, label="sum")
    model.add(x - y == 4, label="difference")
    found = api.explain(model)
    told = {(fact.name, fact.value) for step in found.steps for fact in step.facts if fact.holds}
    assert told == {("x", 5), ("y", 1)}
    assert not found.open
    assert set(api.explain(six()).open) == {"x", "y", "free", "either"}


def test_symmetries_speak_of_all_variables() -> None:
    model = six()
    model.declare_symmetry(Symmetry("swapped", {"x": "y", "y": "x"}))
    assert api.count_orbits(model).number == 4 * 6  # 0 + 6, 1 + 5, 2 + 4 and 3 + 3
    assert sum(each.orbit for each in api.representatives(model)) == 42
    with pytest.raises(ModelError, match="symmetries are declared already"):
        model.show("x", model.variables["x"])
    with pytest.raises(ModelError, match="z is not shown"):
        model.declare_symmetry(Symmetry("renamed", {"x": "z"}))


def test_it_travels_as_json() -> None:
    model = nested()
    again = Model.from_json(json.loads(json.dumps(model.to_json())))
    assert again.shows_all
    again.bool("later")
    assert list(again.shown) == [*model.variables, "later"]
    assert str(model).count("show") == 0


@everywhere
@pytest.mark.parametrize("form", ["pmc", "mc"])
def test_files_for_counters(name: str, form: str, tmp_path: Path) -> None:
    if (name, form) == ("nested", "mc"):
        pytest.skip("its encodings have variables that are not determined")
    out = tmp_path / "it.cnf"
    api.export(MODELS[name](), out, form)
    assert by_blocking(read(out.read_text())) == len(solutions(MODELS[name]()))


@everywhere
@pytest.mark.parametrize("form", SOLVERS)
def test_decoded_answers_have_all_variables(name: str, form: str, tmp_path: Path) -> None:
    file, out = tmp_path / "it", tmp_path / "it.out"
    if shutil.which(SOLVERS[form][0]) is None:
        pytest.skip(f"{SOLVERS[form][0]} is not there")
    api.export(MODELS[name](), file, form, map_file=tmp_path / "it.map.json")
    command = [part.format(file=file, out=out) for part in SOLVERS[form]]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if not out.exists():
        out.write_text(said.stdout)
    found = api.decode(tmp_path / "it.map.json", out, cnf=file)
    assert found.solution in solutions(MODELS[name]())
    assert list(found.solution or {}) == list(MODELS[name]().variables)


@everywhere
def test_scripts_for_smt_solvers(name: str, tmp_path: Path) -> None:
    z3 = pytest.importorskip("z3")
    file, out = tmp_path / "it.smt2", tmp_path / "it.out"
    api.export(MODELS[name](), file, "smtlib")
    context = z3.Context()
    out.write_text(z3.Z3_eval_smtlib2_string(context.ref(), file.read_text()))
    found = api.decode(tmp_path / "it.smt2.map.json", out)
    assert found.solution in solutions(MODELS[name]())


def test_weighted_files(tmp_path: Path) -> None:
    model = six()
    x, free = model.variables["x"], model.variables["free"]
    model.maximize(2 * x + free)  # type: ignore[operator]
    file, out = tmp_path / "it.wcnf", tmp_path / "it.out"
    api.export(model, file, "wcnf")
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    with RC2(WCNF(from_file=str(file))) as solver:
        values = solver.compute()
        out.write_text(f"o {solver.cost}\ns OPTIMUM FOUND\nv {' '.join(map(str, values))} 0\n")
    found = api.decode(tmp_path / "it.wcnf.map.json", out, cnf=file)
    assert (found.status, found.objective) == ("optimum", 18)
    assert found.solution is not None
    assert {**found.solution, "either": False} == {"x": 6, "y": 0, "free": 6, "either": False}


PUZZLE = """
from dataclasses import dataclass
from satchel.draw import Board
from satchel.ir import Model
from satchel.puzzle import Puzzle, parameter


@dataclass(frozen=True)
class Parameters:
    total: int = parameter(help="the sum")


class Pair(Puzzle):
    name = "pair"
    summary = "two numbers and their sum"
    parameters = Parameters
    models = {"plain": "no more than said"}

    def build(self, parameters, model):
        pair = Model()
        pair.add(pair.int("x", 0, 9) + pair.int("y", 0, 9) == parameters.total, label="sum")
        return pair

    def check(self, parameters, solution):
        wrong = set(solution) != {"x", "y"} or solution["x"] + solution["y"] != parameters.total
        return ["wrong"] if wrong else []

    def draw(self, parameters, solution):
        given = {(1, place): str(n) for place, n in enumerate((solution or {}).values(), 1)}
        return Board(1, 2, given)


puzzle = Pair()
"""


def test_a_puzzle_that_shows_nothing(tmp_path: Path) -> None:
    (tmp_path / "pair.py").write_text(PUZZLE)
    given = ["--puzzle", "pair.py"]
    assert (
        json.loads(done("count", *given, "pair:total=6", "--output", "json", cwd=tmp_path))["count"]
        == 7
    )
    every = done("solve", *given, "pair:total=6", "--all", "--output", "json", cwd=tmp_path)
    found = [json.loads(line)["solution"] for line in every.splitlines()]
    assert in_order(found) == [[("x", x), ("y", 6 - x)] for x in range(7)]
    assert "several" in done("unique", *given, "pair:total=6", "--output", "json", cwd=tmp_path)
    assert "unique" in done("unique", *given, "pair:total=18", "--output", "json", cwd=tmp_path)
    steps = json.loads(done("explain", *given, "pair:total=18", "--output", "json", cwd=tmp_path))
    facts = [fact for step in steps["steps"] for fact in step["facts"]]
    assert sorted(facts) == [["x", 9, True], ["y", 9, True]]
    (tmp_path / "one.json").write_text(json.dumps({"x": 2, "y": 4}))
    done("check", *given, "pair:total=6", "one.json", cwd=tmp_path)
    (tmp_path / "one.json").write_text(json.dumps({"x": 2, "y": 5}))
    assert satchel("check", *given, "pair:total=6", "one.json", cwd=tmp_path).returncode == 1


OLD = """{
"format": "satchel-map",
"version": "1.2",
"satchel": "0.1.0",
"target": "dimacs",
"model": {"format": "satchel-model", "version": 1, "nodes": [["int", ["x", [[0, 3]]], []],
["int", ["y", [[0, 3]]], []], ["bool", ["b"], []], ["linear", ["==", 5, 1, 1], [0, 1]]],
"variables": [0, 1, 2], "statements": [[3, null, []]], "shown": {}, "hints": [],
"objective": null, "symmetries": []},
"formula": {"sha256": "87c6f8bdacebd5511f0c8eeb0b3b92fb51efe06d21d06bdcf43080e6ae4068df",
"variables": 2, "clauses": 2, "exact": true},
"options": {},
"variables": {"x": {"constant": 2, "terms": [[1, 2]]}, "y": {"constant": 2, "terms": [[1, 1]]},
"b": "free"},
"shown": {},
"undo": [["flatten", []], ["simplify", null], ["propagate", {}], ["simplify", null]]
}
"""
"""A map of version 1.2, when what showed nothing had no shown values."""


def test_an_old_map_is_read_and_shows_all(tmp_path: Path) -> None:
    (tmp_path / "old.map.json").write_text(OLD)
    (tmp_path / "old.cnf").write_text("p cnf 2 2\n-2 -1 0\n2 1 0\n")
    (tmp_path / "out").write_text("s SATISFIABLE\nv 1 -2 0\n")
    files = (tmp_path / "old.map.json", tmp_path / "out")
    found = api.decode(*files, cnf=tmp_path / "old.cnf")
    assert found.solution == {"x": 2, "y": 3, "b": False}
    (tmp_path / "old.map.json").write_text(OLD.replace('"1.2"', '"1.3"'))
    with pytest.raises(api.InputError, match="what is shown is not what the model shows"):
        api.decode(*files)
