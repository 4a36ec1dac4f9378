"""Parameters, instances by path, name and parameters, known answers, plug-ins."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.errors import InputError, SatchelError
from satchel.puzzle import Catalogue, parameter, plain_parameters, read_known, read_parameters
from satchel.puzzle.overrides import read_overrides
from satchel.registry import modules

CATALOGUE = Catalogue()


@dataclass(frozen=True)
class Everything:
    """One parameter of each type."""

    size: int = parameter(help="how large")
    ratio: float = parameter(default=1.0, help="how wide")
    name: str = parameter(default="x", help="how called")
    loud: bool = parameter(default=False, help="how loud")
    kind: Literal["a", "b"] = parameter(default="a", help="which kind")
    pairs: tuple[tuple[int, str], ...] = parameter(default=(), help="what with what")
    limit: int | None = parameter(default=None, help="how many")


@given(
    st.fixed_dictionaries(
        {"size": st.integers()},
        optional={
            "ratio": st.floats(allow_nan=False) | st.integers(-9, 9),
            "name": st.text(),
            "loud": st.booleans(),
            "kind": st.sampled_from(["a", "b"]),
            "pairs": st.lists(st.tuples(st.integers(), st.text()).map(list)),
            "limit": st.integers(),
        },
    )
)
def test_parameters_round_trip(data: dict[str, Any]) -> None:
    values = read_parameters(Everything, data)
    assert read_parameters(Everything, plain_parameters(values)) == values
    assert plain_parameters(values).items() <= data.items()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "parameter 'size': missing; an integer is expected (how large)"),
        ({"size": True}, "parameter 'size': an integer is expected, not true"),
        ({"size": 1.0}, "parameter 'size': an integer is expected, not 1.0"),
        ({"size": 1, "ratio": "1"}, "parameter 'ratio': a number is expected, not '1'"),
        ({"size": 1, "loud": 1}, "parameter 'loud': true or false is expected, not 1"),
        ({"size": 1, "kind": "c"}, "parameter 'kind': one of a, b is expected, not 'c'"),
        (
            {"size": 1, "pairs": 3},
            "parameter 'pairs': a list (of each: a list of 2 (an integer, a ",
        ),
        ({"size": 1, "pairs": [[1]]}, "parameter 'pairs': a list of 2 (an integer, a string) is "),
        ({"size": 1, "pairs": [[1, 2]]}, "parameter 'pairs': a string is expected, not 2"),
        ({"size": 1, "wide": 2}, "parameter 'wide': no such parameter (there are: size, ratio, "),
    ],
)
def test_wrong_parameters(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_parameters(Everything, data)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_overrides() -> None:
    text = (
        """n=8, piece=knight, quoted="a, b", raw='c,"d', squares=[[1, 2], [3, 4]], on=true, x=1.5"""
    )
    assert read_overrides(text) == {
        "n": 8,
        "piece": "knight",
        "quoted": "a, b",
        "raw": 'c,"d',
        "squares": [[1, 2], [3, 4]],
        "on": True,
        "x": 1.5,
    }


@pytest.mark.parametrize(
    "text", ["", "n", "n=", "=8", "n=8,", "n=8,n=8", "n=[1", "n=a b", "n=1\nm=2", "8=8", 'n="a']
)
def test_wrong_overrides(text: str) -> None:
    with pytest.raises(InputError):
        read_overrides(text)


def test_three_ways_to_name_an_instance(tmp_path: Path) -> None:
    file = tmp_path / "my.board.toml"
    file.write_text('puzzle = "queens"\n[parameters]\nn = 8\n')
    ways = ["queens:n=8", "queens/8", str(file), f"{file}:n=8", "queens/7:n=8"]
    assert len({CATALOGUE.instance(way).parameters for way in ways}) == 1


def test_parameters_longer_than_a_file_name() -> None:
    squares = ",".join(f"[{row},{row}]" for row in range(1, 61))
    assert len(Catalogue().instance(f"queens:n=60,blocked=[{squares}]").parameters.blocked) == 60


def test_overriding_drops_the_known_answer() -> None:
    known = CATALOGUE.instance("queens/8").known
    assert known is not None
    assert known.count == 92
    assert CATALOGUE.instance("queens/8:n=8").known == known
    assert CATALOGUE.instance("queens/8:n=9").known is None
    assert CATALOGUE.instance("queens/diag-21-4-1:prefix=19").known is None
    assert CATALOGUE.instance("queens:n=8").known is None


def test_an_instance_survives_json() -> None:
    instance = CATALOGUE.instance("queens/block-10-10-1")
    again = CATALOGUE.revive(instance.to_json(), "again")
    assert (again.puzzle, again.parameters, again.known) == (
        instance.puzzle,
        instance.parameters,
        instance.known,
    )


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("puzzle = \n", 1, "not TOML"),
        ('puzzle = "queens"\n[parameters\n', 2, "not TOML"),
        ('puzzle = "queens"\n\n[parameters]\nn = "8"\n', 4, "an integer is expected"),
        ('puzzle = "queens"\n[parameters]\nn = 8\nm = 8\n', 4, "no such parameter"),
        ('puzzle = "queens"\n[parameters]\n', None, "'n': missing"),
        ("[parameters]\nn = 8\n", None, "the puzzle is not named"),
        ('puzzle = "qeens"\n', None, "no such puzzle"),
        ('puzzle = "queens"\nparameters = 3\n', None, "expected to be a table"),
        ('puzzle = "queens"\nextra = 3\n', None, "no such key"),
        ('puzzle = "queens"\ndata = 3\n', None, "file name"),
        ('puzzle = "queens"\ndata = "missing.param"\n', None, "no such file"),
        ('puzzle = "queens"\n[parameters]\nn = 8\n[answer]\ncount = 92\n', None, "no source"),
        ('puzzle = "queens"\nparameters = {n = 8}\nanswer = 92\n', None, "expected to be a table"),
    ],
)
def test_broken_instance_files(tmp_path: Path, text: str, line: int | None, words: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        CATALOGUE.instance(str(file))
    assert caught.value.line == line
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"source": "me"}, "no fact"),
        ({"status": "sat"}, "no source"),
        ({"status": "maybe", "source": "me"}, "maybe"),
        ({"status": "sat", "count": 0, "source": "me"}, "contradicts"),
        ({"status": "unsat", "count": 1, "source": "me"}, "contradicts"),
        ({"count": -1, "source": "me"}, "contradicts"),
        ({"count": 2, "unique": True, "source": "me"}, "contradicts"),
        ({"status": "unsat", "optimum": 3, "source": "me"}, "no optimum"),
        ({"count": "2", "source": "me"}, "an integer"),
        ({"size": 2, "source": "me"}, "no such fact"),
        ({"count": 2, "status": "sat", "source": {"count": "me"}}, "no source is given for status"),
        ({"count": 2, "source": {"count": "me", "optimum": "you"}}, "belongs to no fact"),
    ],
)
def test_broken_known_answers(answer: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_known(answer)


def test_each_fact_may_have_its_own_source() -> None:
    data = {"status": "sat", "count": 2, "source": {"status": "a proof", "count": "a program"}}
    known = read_known(data)
    assert known.sources == data["source"]
    assert read_known(known.to_json()) == known
    assert read_known({"count": 0, "source": "me"}).status == "unsat"


OWN = """
from dataclasses import dataclass
from satchel.draw import Board
from satchel.ir import Model
from satchel.puzzle import Puzzle, parameter

@dataclass(frozen=True)
class Parameters:
    n: int = parameter(help="size")

class Coin(Puzzle[Parameters]):
    name = "coin"
    summary = "heads or tails"
    parameters = Parameters
    models = {"plain": "one Boolean"}

    def build(self, parameters, model):
        m = Model()
        m.show("heads", m.bool("heads"))
        return m

    def check(self, parameters, solution):
        return []

    def draw(self, parameters, solution):
        return Board(1, 1, {})

puzzle = Coin()
"""


def test_a_puzzle_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "coin.py"
    file.write_text(OWN)
    catalogue = Catalogue([file])
    assert "coin" in catalogue.names()
    assert list(catalogue.instance("coin:n=1").build().shown) == ["heads"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("puzzle = 3\n", "not an object of a subclass of Puzzle"),
        ("x = 3\n", "does not define 'puzzle'"),
        ("def (\n", ":1: invalid syntax"),
        ("1 / 0\n", "ZeroDivisionError"),
        ("import nowhere_to_be_found\n", "nowhere_to_be_found"),
        (OWN.replace('"coin"', '"queens"'), "already"),
    ],
)
def test_a_broken_puzzle_file(tmp_path: Path, source: str, words: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(source)
    with pytest.raises(SatchelError, match=words) as caught:
        Catalogue([file])
    assert str(file) in str(caught.value)


def test_no_such_puzzle_file() -> None:
    with pytest.raises(InputError, match="no such file"):
        Catalogue(["nowhere.py"])


def test_models_are_named() -> None:
    instance = CATALOGUE.instance("queens:n=4")
    with pytest.raises(InputError, match="permutation, lines, attack"):
        instance.build("chess")


def test_plug_ins_are_listed_in_order_and_load_loudly() -> None:
    found = modules("satchel.encoders")
    assert list(found) == sorted(found)
    with pytest.raises(SatchelError, match="does not define 'enigma'"):
        found["queens"].load("enigma")


def test_the_encoders_load_under_one_name_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent))
    with pytest.raises(ImportError, match=r"satchel\.encoders"):
        import_module("encoders")
