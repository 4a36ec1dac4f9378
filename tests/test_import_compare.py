"""Foreign formulas in `satchel compare`: known by their content, wherever their files lie."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest

from satchel.compare.experiment import read_experiment
from satchel.compare.plan import make_plan
from satchel.compare.run import Run
from satchel.compare.store import read_store
from satchel.errors import InputError
from tests.commands import done, satchel
from tests.formulas import pigeons, random_clauses, satisfiable, written

FORMULAS = {
    "pigeons": (pigeons(4), 12),
    "few": (random_clauses(Random(1), 8, 20, (2, 3)), 8),
    "many": (random_clauses(Random(2), 8, 70, (2, 3)), 8),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, (clauses, variables) in FORMULAS.items():
        written(tmp_path / f"{name}.cnf", clauses, variables)
    return tmp_path


def runs(folder: Path, *instances: str) -> tuple[Run, ...]:
    data = {"instances": list(instances), "backends": ["cadical"], "shuffles": 2}
    return make_plan(read_experiment(data, folder)).runs


def test_compared_by_two_solvers_and_resumed(folder: Path) -> None:
    done("import", *(f"{name}.cnf" for name in FORMULAS), cwd=folder)
    asked = ("compare", "*.cnf.toml", "--backend", "cadical", "--backend", "minisat22")
    asked += ("--shuffles", "1", "--timeout", "20", "-o", "out")
    result = satchel(*asked, cwd=folder)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("6 of 6 runs: 6 solved\n")
    for record in read_store(folder / "out").records:
        clauses, variables = FORMULAS[record.run.instance.partition(".")[0]]
        assert record.status == ("sat" if satisfiable(clauses, variables) else "unsat")
        assert record.formula is not None
        assert record.formula.sha256 == record.run.parameters["sha256"]
    store = folder / "out" / "runs.jsonl"
    kept = store.read_text().splitlines(keepends=True)
    assert max(map(len, kept)) < 4000  # no clauses in it
    store.write_text("".join(kept[:4]))
    assert satchel(*asked, cwd=folder).returncode == 0
    again = store.read_text().splitlines(keepends=True)
    assert again[:4] == kept[:4]
    assert {json.loads(line)["id"] for line in again} == {json.loads(line)["id"] for line in kept}


def test_a_wrong_known_answer_is_a_fault(folder: Path) -> None:
    done("import", "pigeons.cnf", "--status", "sat", "--source", "a liar", cwd=folder)
    result = satchel("compare", "pigeons.cnf.toml", "--shuffles", "1", "-o", "out", cwd=folder)
    assert result.returncode == 1
    assert "a liar" in result.stdout


def test_a_run_is_known_by_the_formula(folder: Path) -> None:
    """Neither by the file's name and place nor by how it is read."""
    before = runs(folder, "few.cnf")
    (folder / "elsewhere").mkdir()
    shutil.copy(folder / "few.cnf", folder / "elsewhere" / "other.cnf")
    done("import", "elsewhere/other.cnf", "--relaxed", cwd=folder)
    after = runs(folder, "elsewhere/other.cnf.toml")
    assert [run.id for run in after] == [run.id for run in before]
    assert after[0].reading == {
        "file": str(folder / "elsewhere" / "other.cnf"),
        "relaxed": True,
    }
    assert {run.id for run in runs(folder, "many.cnf")}.isdisjoint(run.id for run in before)
    with pytest.raises(InputError, match="are the same instance"):
        runs(folder, "few.cnf", "elsewhere/other.cnf")
    assert Run.from_json(after[0].to_json()) == after[0]


def test_a_missing_file_stops_the_work_and_is_no_result(folder: Path) -> None:
    """One line that names it; once it is back, the same command goes on."""
    (folder / "e.toml").write_text('instances = ["few.cnf"]\nshuffles = 1\ntimeout = 20\n')
    assert satchel("plan", "e.toml", "-o", "out", cwd=folder).returncode == 0
    (folder / "few.cnf").rename(folder / "away")
    result = satchel("run", "out", cwd=folder)
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"satchel: error: {folder / 'few.cnf'}: the formula is not there")
    (folder / "few.cnf").write_text("p cnf 1 1\n1 0\n")
    result = satchel("run", "out", cwd=folder)
    assert result.returncode == 2
    assert "another formula: its SHA-256 is" in result.stderr
    (folder / "away").rename(folder / "few.cnf")
    assert done("run", "out", cwd=folder).startswith("1 of 1 runs: 1 solved\n")
