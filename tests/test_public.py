"""The public face: complete, cheap, typed, and the README's example on top of it."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import satchel
import satchel.ir
from satchel import (
    AllDifferent,
    CheckError,
    InputError,
    Model,
    Options,
    SizeError,
    decode,
    encode,
    errors,
    export,
    load,
    solutions,
    solve,
)
from satchel.ir.protocols import GlobalConstraint
from tests.commands import ENVIRONMENT, ROOT

README = (ROOT / "README.md").read_text()


def test_every_public_name_is_there_and_documented() -> None:
    assert set(satchel.__all__) == set(satchel._PLACE)
    assert len(set(satchel.__all__)) == len(satchel.__all__)
    for name in satchel.__all__:
        assert inspect.getdoc(getattr(satchel, name)), name
    assert set(satchel.__all__) <= set(dir(satchel))


def test_type_checkers_are_told_the_same_places() -> None:
    (told,) = [n for n in ast.parse(inspect.getsource(satchel)).body if isinstance(n, ast.If)]
    imports = [node for node in told.body if isinstance(node, ast.ImportFrom)]
    stated = {alias.name: node.module for node in imports for alias in node.names}
    assert stated == satchel._PLACE


def test_constraints_and_errors_are_all_public() -> None:
    internal = {"ElementIs", "MaxIs", "NegativeTable", "ProductIs"}  # what others become
    constraints = {
        name
        for name in satchel.ir.__all__
        if isinstance(found := getattr(satchel.ir, name), type)
        and issubclass(found, GlobalConstraint)
    }
    assert constraints - internal <= set(satchel.__all__)
    tree = {name for name, found in vars(errors).items() if inspect.isclass(found)}
    assert tree <= set(satchel.__all__)


def test_importing_satchel_loads_nothing_else() -> None:
    code = "import sys, satchel; print(*sorted(m for m in sys.modules if m.startswith('satchel')))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["satchel"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Solver'"):
        _ = satchel.Solver  # type: ignore[attr-defined]


def test_the_example_of_the_readme(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    command = [sys.executable, "-c", example]
    done = subprocess.run(
        command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    printed = [line.partition("# ")[2] for line in example.splitlines() if "print(" in line]
    assert done.stdout.splitlines() == printed


def small() -> Model:
    model = Model()
    x, y = model.int("x", 1, 2), model.int("y", 1, 2)
    model.add(AllDifferent(x, y))
    model.show("x", x)
    model.show("y", y)
    return model


def test_from_an_instance_to_a_file_and_back(tmp_path: Path) -> None:
    out, result = tmp_path / "6.cnf", tmp_path / "6.out"
    options = Options(choices={"amo": "sequential"}, shuffle=3)
    formula = encode(load("queens/6"), out, model="lines", options=options)
    assert out.read_text().count(" 0\n") == formula.clauses
    answer = solve(load("queens/6"), model="lines", options=options)
    assert answer.literals is not None
    result.write_text(f"s SATISFIABLE\nv {' '.join(map(str, answer.literals))} 0\n")
    decoded = decode(tmp_path / "6.map.json", result, cnf=out)
    assert (decoded.status, decoded.solution) == ("sat", answer.solution)
    wrong = [-abs(literal) for literal in answer.literals]
    result.write_text(f"s SATISFIABLE\nv {' '.join(map(str, wrong))} 0\n")
    with pytest.raises(CheckError):
        decode(tmp_path / "6.map.json", result)


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        ("dimacs", "s SATISFIABLE\nv 1 -2 0\n"),
        ("opb", "s SATISFIABLE\nv x1 -x2\n"),
        ("smtlib", "sat\n((x 2) (y 1))\n"),
    ],
)
def test_every_form_is_written_and_decoded(tmp_path: Path, form: str, answer: str) -> None:
    export(small(), tmp_path / "small", form)
    (tmp_path / "answer").write_text(answer)
    decoded = decode(tmp_path / "small.map.json", tmp_path / "answer")
    assert decoded.solution == {"x": 2, "y": 1}


def test_a_form_that_is_none(tmp_path: Path) -> None:
    export(small(), tmp_path / "small.json", "json")
    assert Model.from_json(json.loads((tmp_path / "small.json").read_text())).variables
    with pytest.raises(InputError, match="no format 'xml'"):
        export(small(), tmp_path / "small.xml", "xml")
    assert not (tmp_path / "small.xml").exists()


def test_a_formula_without_a_file_and_a_map_elsewhere(tmp_path: Path) -> None:
    assert encode(small()).clauses > 0
    encode(small(), tmp_path / "small.cnf", map_file=tmp_path / "elsewhere.json")
    assert {path.name for path in tmp_path.iterdir()} == {"elsewhere.json", "small.cnf"}
    with pytest.raises(SizeError):
        encode(load("queens/8"), options=Options(max_clauses=100))


def test_every_solution_of_a_model_and_of_an_instance() -> None:
    found = {(a.solution["x"], a.solution["y"]) for a in solutions(small()) if a.solution}
    assert found == {(1, 2), (2, 1)}
    assert sum(1 for _ in solutions(load("queens/6"), backend="z3")) == 4
    assert sum(1 for _ in solutions(load("queens/8"), limit=5)) == 5


def test_unsat_names_the_known_answer_that_vouches_for_it() -> None:
    assert "known answer" in (solve(load("queens/3")).certificate or "")
    assert solve(load("queens:n=3")).certificate is None
    assert list(solutions(load("queens/3"))) == []


def test_limits_are_answers() -> None:
    answer = solve(load("queens/200"), timeout=0.01)
    assert (answer.status, answer.reason) == ("unknown", "timeout")


def test_bad_input_is_one_kind_of_error() -> None:
    with pytest.raises(InputError, match="no such puzzle"):
        load("no_such_puzzle:n=1")
    with pytest.raises(InputError, match="no model"):
        solve(load("queens/8"), model="none")
    with pytest.raises(InputError, match="puzzle"):
        solve(small(), model="lines")
