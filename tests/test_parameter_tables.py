"""Parameters that are tables, from files, the command line and Python; annotations refused."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from satchel import load, solve
from satchel.errors import InputError
from satchel.puzzle import (
    Catalogue,
    instance_file,
    parameter,
    plain_parameters,
    read_parameters,
    specification,
)
from tests.commands import satchel

SACK = """
from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from satchel.draw import Table
from satchel.ir import Model, Sum
from satchel.puzzle import Puzzle, parameter

@dataclass(frozen=True)
class Parameters:
    weights: dict[str, int] = parameter(help="what there is, and what it weighs")
    whole: int = parameter(default=8, help="what the chosen ones weigh together")
    rivals: Mapping[str, tuple[str, ...]] = parameter(default={}, help="not beside each other")
    deep: tuple[dict[str, dict[str, tuple[int, int]]], ...] = parameter(default=(), help="unused")
    maybe: dict[str, float] | None = parameter(default=None, help="unused")

class Sack(Puzzle[Parameters]):
    name = "sack"
    summary = "things of a given weight"
    parameters = Parameters
    models = {"plain": "a Boolean for each thing"}

    def build(self, parameters, model):
        m = Model()
        chosen = {each: m.bool(each) for each in parameters.weights}
        m.add(Sum([w * chosen[each] for each, w in parameters.weights.items()]) == parameters.whole)
        for each, others in parameters.rivals.items():
            for other in others:
                m.add(~chosen[each] | ~chosen[other])
        for each, variable in chosen.items():
            m.show(each, variable)
        return m

    def check(self, parameters, solution):
        weight = sum(w for each, w in parameters.weights.items() if solution.get(each))
        return [] if weight == parameters.whole else [f"they weigh {weight}"]

    def draw(self, parameters, solution):
        return Table(("thing",), tuple((each,) for each in parameters.weights))

puzzle = Sack()
"""
GIVEN = "weights={d=1,a=3, b = 5,'two words'=7},rivals={a=['b']}"
# Of 1, 3, 5, 7 only 1 + 7 and 3 + 5 make 8, and a is not beside b.
ANSWER = {"a": False, "b": False, "d": True, "two words": True}


@dataclass(frozen=True)
class Weights:
    """A table, and a choice of numbers."""

    weights: Mapping[str, int] = parameter(help="what things weigh")
    level: Literal[0, 1] = parameter(default=0, help="how much")


@pytest.fixture
def sack(tmp_path: Path) -> Path:
    file = tmp_path / "sack.py"
    file.write_text(SACK)
    return file


def test_a_table_on_the_command_line(sack: Path) -> None:
    result = satchel("solve", "--puzzle", str(sack), f"sack:{GIVEN}", "--output", "json")
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["solution"] == ANSWER


@pytest.mark.parametrize(
    "text",
    [
        "[parameters]\nweights = {a = 3, b = 5, d = 1, 'two words' = 7}\nrivals = {a = ['b']}\n",
        "[parameters.weights]\nb = 5\na = 3\nd = 1\n'two words' = 7\n"
        "[parameters.rivals]\na = ['b']\n",
        "[parameters]\nweights.a = 3\nweights.b = 5\nweights.d = 1\nweights.'two words' = 7\n"
        "rivals.a = ['b']\n",
    ],
)
def test_a_table_in_a_file(sack: Path, text: str) -> None:
    file = sack.with_name("one.toml")
    file.write_text(f'puzzle = "sack"\n{text}')
    instance = load(file, puzzles=[sack])
    assert solve(instance).solution == ANSWER
    same = load(f"{file}:{GIVEN}", puzzles=[sack]).parameters
    assert plain_parameters(instance.parameters) == plain_parameters(same)
    assert hash(instance.parameters) == hash(same)


def test_the_order_of_entries_is_no_part_of_the_instance(sack: Path) -> None:
    one = satchel("encode", "--puzzle", str(sack), "sack:weights={a=3,b=5}", "-o", "-")
    two = satchel("encode", "--puzzle", str(sack), "sack:weights={b=5,a=3}", "-o", "-")
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout


def test_tables_are_written_and_read_back(sack: Path) -> None:
    catalogue = Catalogue([sack])
    deep = "deep=[{x={y=[1,2]},'.'={}}],maybe={h=0.5,'a\\b'=1,'ä'=2.5}"
    instance = catalogue.instance(f"sack:{GIVEN},{deep}")
    plain = plain_parameters(instance.parameters)
    assert plain["deep"] == [{".": {}, "x": {"y": [1, 2]}}]
    named = specification("sack", plain)
    assert " " not in named.replace("two words", "")
    assert catalogue.instance(named).parameters == instance.parameters
    file = sack.with_name("written.toml")
    file.write_text(instance_file("sack", plain))
    assert catalogue.instance(str(file)).parameters == instance.parameters
    revived = catalogue.revive(json.loads(json.dumps(instance.to_json())), "again")
    assert revived.parameters == instance.parameters


def test_a_default_is_left_out(sack: Path) -> None:
    instance = load("sack:weights={a=8},rivals={}", puzzles=[sack])
    assert plain_parameters(instance.parameters) == {"weights": {"a": 8}}


def test_tables_do_not_change(sack: Path) -> None:
    weights = load(f"sack:{GIVEN}", puzzles=[sack]).parameters.weights
    for change in (lambda: weights.update(a=4), lambda: weights.pop("a"), weights.clear):
        with pytest.raises(TypeError, match="do not change"):
            change()
    with pytest.raises(TypeError, match="do not change"):
        weights["a"] = 4
    for same in (copy.deepcopy(weights), pickle.loads(pickle.dumps(weights))):
        assert (same, type(same), list(same)) == (weights, type(weights), list(weights))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[parameters]\nweights = 3\n", 3, r"a table \(of each: an integer\) is expected, not 3"),
        ("[parameters]\nweights = [3]\n", 3, "a table"),
        ("[parameters]\nwhole = 3\nweights = {a = 'x'}\n", 4, "an integer is expected, not 'x'"),
        ("[parameters.weights]\na = true\n", 2, "an integer is expected, not true"),
        ("[parameters]\nwhole = 3\nweights.a = 1.5\n", 4, "an integer is expected, not 1.5"),
        ("[parameters]\nweights = {a = 1}\nrivals = {a = 'b'}\n", 4, "a list"),
    ],
)
def test_a_wrong_table(sack: Path, text: str, line: int, words: str) -> None:
    file = sack.with_name("wrong.toml")
    file.write_text(f'puzzle = "sack"\n{text}')
    with pytest.raises(InputError, match=words) as caught:
        load(file, puzzles=[sack])
    assert caught.value.line == line


def test_keys_are_strings() -> None:
    with pytest.raises(InputError, match=r"a table \(of each: an integer\) is expected"):
        read_parameters(Weights, {"weights": {1: 1}})
    assert list(plain_parameters(Weights({"b": 1, "a": 2}))["weights"]) == ["a", "b"]


@pytest.mark.parametrize(
    "annotation",
    [
        *("list[int]", "set[int]", "tuple", "dict", "Mapping", "tuple[()]", "Any", "object"),
        *("bytes", "complex", "dict[int, int]", "Mapping[bool, int]", "int | str", "None"),
        *("tuple[list[int], ...]", "dict[str, bytes]", "tuple[int, set[int]]", "list[int] | None"),
        *("Literal[b'a']", "Literal['a', None]", "Model", "dict[str, dict[str, Any]]"),
    ],
)
def test_other_annotations_are_refused_when_the_puzzle_is_loaded(
    sack: Path, annotation: str
) -> None:
    sack.write_text(SACK.replace("maybe: dict[str, float] | None", f"maybe: {annotation}"))
    with pytest.raises(
        InputError, match=r"parameter 'maybe': no value is read as .* \(allowed"
    ) as caught:
        Catalogue([sack])
    assert "dict[str, T]" in str(caught.value)
    assert str(caught.value).startswith(f"{sack}:")
    result = satchel("list", "puzzles", "--puzzle", str(sack))
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)


def test_unknown_names_in_annotations_are_refused(sack: Path) -> None:
    sack.write_text(SACK.replace("maybe: dict[str, float] | None", "maybe: Weight"))
    with pytest.raises(InputError, match="name 'Weight' is not defined"):
        Catalogue([sack])


def test_shipped_puzzles_load() -> None:
    catalogue = Catalogue()
    assert all(isinstance(catalogue.puzzle(name).models, Mapping) for name in catalogue.names())


def test_literals_are_held_to_their_type() -> None:
    with pytest.raises(InputError, match="one of 0, 1 is expected, not true"):
        read_parameters(Weights, {"weights": {}, "level": True})
