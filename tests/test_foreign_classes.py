"""A user's own constraint: through every function and every command, or refused in one line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import satchel
from satchel import Model, ModelError
from satchel.ir.core import KINDS
from satchel.ir.protocols import GlobalConstraint
from satchel.tasks.solve import solve
from tests.commands import ENVIRONMENT, done
from tests.commands import satchel as command

CONSTRAINT = '''
from dataclasses import dataclass
from typing import Any

from satchel.ir import And
from satchel.ir.protocols import GlobalConstraint


@dataclass(frozen=True, eq=False, slots=True)
class Increasing(GlobalConstraint):
    """Each argument is less than the next one."""

    kind = "increasing"
    args: tuple[Any, ...]

    def children(self):
        return self.args

    @classmethod
    def build(cls, data, children):
        return cls(tuple(children))

    def holds(self, values):
        return all(one < other for one, other in zip(values, values[1:]))

    def decompose(self):
        return And([one + 1 <= other for one, other in zip(self.args, self.args[1:])])

    def negation(self):
        return ~self.decompose()
'''

MODEL = '''
import satchel

def increasing():
    """Three of five values in order: ten ways."""
    model = satchel.Model()
    xs = [model.int(f"x{i}", 0, 4) for i in range(3)]
    model.add(Increasing(tuple(xs)), label="increasing")
    for x in xs:
        model.show(x.name, x)
    return model
'''

USE = """
m = increasing()
first = m.int("first", 0, 4)
assert len(list(satchel.solutions(m, jobs=2))) == 10
assert satchel.count(m).number == 10
for backend in ("cadical", "z3", "kissat404"):
    assert satchel.solve(m, backend=backend).status == "sat"
assert satchel.unique(m).verdict == "several"
m.add(~Increasing((m.variables["x0"], first)) & (m.variables["x0"] == 0))
assert satchel.solve(m).status == "sat"
m.add(m.variables["x1"] == 0, label="not more")
assert satchel.solve(m).status == "unsat"
found = satchel.explain(m)
assert found.labels == ("increasing", "not more"), found
m = increasing()
m.maximize(m.variables["x0"])
assert satchel.solve(m).objective == 2
satchel.encode(m, "own.cnf")
satchel.export(m, "own.smt2", "smtlib")
satchel.export(m, "own.json", "json")
answer = satchel.solve(m, satisfy=True)
print("done")
"""

PUZZLE = """
from dataclasses import dataclass
from satchel.draw import Table
from satchel.puzzle import Puzzle, parameter

@dataclass(frozen=True)
class Parameters:
    n: int = parameter(help="values")

class Own(Puzzle[Parameters]):
    name = "own"
    summary = "increasing values"
    parameters = Parameters
    models = {"plain": "integers"}

    def build(self, parameters, model):
        return increasing()

    def check(self, parameters, solution):
        values = list(solution.values())
        return [] if values == sorted(set(values)) else ["not increasing"]

    def draw(self, parameters, solution):
        return Table(("value",), tuple((str(value),) for value in (solution or {}).values()))

puzzle = Own()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "orders.py").write_text(CONSTRAINT)
    (tmp_path / "use.py").write_text("from orders import Increasing\n" + MODEL + USE)
    (tmp_path / "main.py").write_text(
        CONSTRAINT + MODEL + "model = increasing()\nprint(satchel.solve(model).status)\n"
    )
    (tmp_path / "own.py").write_text(CONSTRAINT + MODEL + PUZZLE)
    return tmp_path


def run(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, program], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True
    )


def test_a_class_in_a_module_works_everywhere(folder: Path) -> None:
    result = run(folder, "use.py")
    assert (result.stdout, result.stderr, result.returncode) == ("done\n", "", 0)
    data = json.loads((folder / "own.json").read_text())
    assert data["classes"]["increasing"] == ["orders", str((folder / "orders.py").resolve())]


def test_what_is_only_read_runs_nothing(folder: Path) -> None:
    assert run(folder, "use.py").returncode == 0
    result = command("decode", "own.map.json", "own.json", cwd=folder)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "whose class is in the module orders: import that first" in result.stderr


def test_a_class_in_the_program_itself_is_refused_in_one_line(folder: Path) -> None:
    result = run(folder, "main.py")
    assert result.returncode == 1
    last = result.stderr.splitlines()[-1]
    assert "ModelError: the class of 'increasing' is defined in the program itself" in last
    assert "put it into a module of its own" in last


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["solve", "own:n=3"], "satisfiable (checked)"),
        (["solve", "own:n=3", "--backend", "z3"], "satisfiable (checked)"),
        (["solve", "own:n=3", "--all"], "10 solutions"),
        (["count", "own:n=3"], "10"),
        (["unique", "own:n=3"], "not unique"),
        (["explain", "own:n=3"], "increasing"),
    ],
)
def test_a_class_in_a_puzzle_file_works_in_commands(
    arguments: list[str], printed: str, folder: Path
) -> None:
    result = command(*arguments, "--puzzle", "own.py", cwd=folder)
    assert (result.returncode, printed in result.stdout) == (0, True), result.stderr


def test_and_on_the_way_to_a_file_and_back_and_in_comparisons(folder: Path) -> None:
    done("encode", "own:n=3", "--puzzle", "own.py", "-o", "own.cnf", cwd=folder)
    solved = command(
        "solve", "own:n=3", "--puzzle", "own.py", "--output", "dimacs", cwd=folder
    ).stdout
    (folder / "own.out").write_text(solved)
    decoded = command("decode", "own.map.json", "own.out", "--puzzle", "own.py", cwd=folder)
    assert (decoded.returncode, "checked" in decoded.stdout) == (0, True), decoded.stderr
    compared = command(
        *("compare", "own:n=3", "--puzzle", "own.py", "--backend", "cadical", "--backend", "z3"),
        *("--timeout", "60", "--shuffles", "1", "-o", "results"),
        cwd=folder,
    )
    assert compared.returncode == 0, compared.stderr
    lines = (folder / "results" / "runs.jsonl").read_text().splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["sat"] * len(lines)


def test_a_kind_of_satchels_own_is_not_replaced() -> None:
    with pytest.raises(ModelError, match="the kind 'table' is one of Satchel's own"):

        class Table(GlobalConstraint):
            kind = "table"

    assert KINDS["table"] is satchel.Table


def test_a_kind_that_nobody_knows_is_named() -> None:
    model = Model()
    model.add(model.bool("a") | model.bool("b"))
    data = json.loads(json.dumps(model.to_json()).replace('"or"', '"nand"'))
    with pytest.raises(ModelError, match="is of kind 'nand'"):
        Model.from_json(data)
    assert "classes" not in model.to_json()
    assert solve(model, in_process=True).status == "sat"
