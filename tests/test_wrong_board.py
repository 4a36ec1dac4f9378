"""A wrong model is caught by the puzzle's rules: what it made is drawn, and not as a result."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from satchel import load, solve
from satchel.errors import CheckError
from tests.commands import satchel

PUZZLE = """
from dataclasses import dataclass
from satchel.draw import Board
from satchel.ir import Model
from satchel.puzzle import Puzzle, parameter


@dataclass(frozen=True)
class Parameters:
    n: int = parameter(help="how many numbers")


class Rising(Puzzle):
    name = "rising"
    summary = "1, 2, ... in order; the model does not say that"
    parameters = Parameters
    models = {"wrong": "every number is 7"}

    def build(self, parameters, model):
        row = Model()
        for place in range(parameters.n):
            row.add(row.int(f"x{place}", 0, 9) == 7, label=f"x{place} is 7")
        return row

    def check(self, parameters, solution):
        return [
            f"x{place} is {solution[f'x{place}']}"
            for place in range(parameters.n)
            if solution[f"x{place}"] != place + 1
        ]

    def draw(self, parameters, solution):
        DRAW
        cells = {(1, place): str(n) for place, n in enumerate((solution or {}).values(), 1)}
        return Board(1, parameters.n, cells)


puzzle = Rising()
"""
INSTANCE = ("--puzzle", "rising.py", "rising:n=3")
BOARD = "    1 2 3\n  ┌──────\n1 │ 7 7 7\n"


def write(folder: Path, draw: str = "") -> None:
    (folder / "rising.py").write_text(PUZZLE.replace("DRAW", draw))
    (folder / "wrong.json").write_text('{"x0": 7, "x1": 7, "x2": 7}')


def refused(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    result = satchel(*arguments, cwd=folder)
    assert result.returncode == 1
    assert "7 7 7" not in result.stdout
    assert "x0 is 7" in result.stdout + result.stderr
    return result


@pytest.mark.parametrize(
    "command",
    [
        ("solve",),
        ("solve", "--output", "json"),
        ("solve", "--all"),
        ("unique",),
        ("count", "--method", "enumeration"),
        ("explain",),
    ],
    ids=" ".join,
)
def test_the_wrong_board_is_drawn(command: tuple[str, ...], tmp_path: Path) -> None:
    write(tmp_path)
    result = refused(*command, *INSTANCE, folder=tmp_path)
    assert BOARD in result.stderr
    # Steps are printed as they are found, before the last check.
    assert result.stdout == "" or command == ("explain",)


def test_decode_and_check_draw_it_too(tmp_path: Path) -> None:
    write(tmp_path)
    assert BOARD in refused("check", *INSTANCE, "wrong.json", folder=tmp_path).stderr
    assert satchel("encode", *INSTANCE, "-o", "f.cnf", cwd=tmp_path).returncode == 0
    (tmp_path / "out").write_text("s SATISFIABLE\nv 0\n")
    decoded = ("decode", "f.map.json", "out", "--puzzle", "rising.py")
    assert BOARD in refused(*decoded, folder=tmp_path).stderr


def test_a_drawing_that_fails_is_replaced_by_the_values(tmp_path: Path) -> None:
    write(tmp_path, draw="raise KeyError(1)")
    assert "x0 = 7\nx1 = 7\nx2 = 7\n" in refused("solve", *INSTANCE, folder=tmp_path).stderr


def test_the_error_has_the_solution(tmp_path: Path) -> None:
    write(tmp_path)
    with pytest.raises(CheckError, match="x0 is 7; x1 is 7") as caught:
        solve(load("rising:n=3", puzzles=[tmp_path / "rising.py"]))
    assert caught.value.solution == {"x0": 7, "x1": 7, "x2": 7}
