"""The recipes of CONTRIBUTING.md work as printed: in place, from a file, and from entry points."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import ENVIRONMENT, ROOT

BLOCK = re.compile(r"^```\w+ file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECIPES = dict(BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text()))
PARTS = ("satchel", "encoders", "backends", "instances")


def satchel(*arguments: str, path: Path, cwd: Path, **more: str) -> str:
    """Run the command line with the packages in `path` before all others."""
    environment = ENVIRONMENT | {"PYTHONPATH": f"{path}:{ROOT}", **more}
    command = [sys.executable, "-P", "-m", "satchel", *arguments]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project without tests, to put files into."""
    for part in PARTS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, tmp_path / "copy" / part, symlinks=True, ignore=ignored)
    return tmp_path / "copy"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Another distribution, with all three."""
    groups = re.findall(r'entry-points\."(.*)"\]\n(.*)\n', RECIPES["entry_points"])
    site = tmp_path / "site"
    metadata = site / "yours-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: yours\nVersion: 1.0\n")
    points = "".join(f"[{group}]\n{point}\n" for group, point in groups).replace('"', "")
    (metadata / "entry_points.txt").write_text(points)
    (site / "your_package").mkdir()
    for name in ("encoders/latin.py", "satchel/cnf/amo/halving.py", "backends/minisat.py"):
        (site / "your_package" / Path(name).name).write_text(RECIPES[name])
    return site


def added(name: str, copy: Path) -> None:
    file = copy / name
    assert not file.exists(), f"the recipe's {name} is taken: it needs another name"
    file.parent.mkdir(exist_ok=True)
    file.write_text(RECIPES[name])


def test_there_is_a_recipe_for_each_kind_of_file() -> None:
    folders = {str(Path(name).parent) for name in RECIPES}
    assert {"encoders", "instances/latin", "satchel/cnf/amo", "backends"} <= folders


@pytest.mark.parametrize("name", [name for name in RECIPES if name.endswith(".py")])
def test_a_recipe_is_in_the_house_style(name: str) -> None:
    for command in (["check"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", name, "-"]
        done = subprocess.run(ruff, cwd=ROOT, input=RECIPES[name], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_a_puzzle(copy: Path) -> None:
    added("encoders/latin.py", copy)
    added("instances/latin/4.toml", copy)
    assert "latin" in satchel("list", "puzzles", path=copy, cwd=copy)
    assert "latin/4" in satchel("list", "instances", path=copy, cwd=copy)
    assert "satisfiable (checked)" in satchel("solve", "latin/4", path=copy, cwd=copy)
    every = satchel("solve", "latin/4", "--all", "--output", "json", path=copy, cwd=copy)
    solutions = {json.dumps(json.loads(line)["solution"]) for line in every.splitlines()}
    assert len(solutions) == 576


def test_a_puzzle_in_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "latin.py").write_text(RECIPES["encoders/latin.py"])
    given = ["--puzzle", "latin.py", "latin:n=3,given=[[1, 2, 1]]"]
    assert satchel("show", *given, path=ROOT, cwd=tmp_path).splitlines()[2] == "1 │ · 1 ·"
    solved = satchel("solve", *given, path=ROOT, cwd=tmp_path)
    assert re.search(r"^1 │ [23] 1 [23]$", solved, re.MULTILINE)


def test_an_encoding(copy: Path, tmp_path: Path) -> None:
    added("satchel/cnf/amo/halving.py", copy)
    assert tried(copy) == (0, "amo halving: no fault in 8 constraints\n")
    listed = satchel("list", "encodings", path=copy, cwd=copy)
    assert re.search(
        r"^amo +halving +determined never +propagates all +Halving: ", listed, re.MULTILINE
    )
    encode = ["encode", "queens:n=6", "--set", "amo=halving", "--stats", "-o", "6.cnf"]
    assert re.search(r"^amo +halving +\d+", satchel(*encode, path=copy, cwd=tmp_path), re.MULTILINE)
    solve = ["solve", "queens/6", "--set", "amo=halving", "--all", "--count-safe"]
    assert "\n4 solutions" in satchel(*solve, path=copy, cwd=tmp_path)


def test_a_broken_encoding_is_refused(copy: Path) -> None:
    added("satchel/cnf/amo/halving.py", copy)
    file = copy / "satchel/cnf/amo/halving.py"
    file.write_text(file.read_text().replace("    encode(out, right)\n", ""))
    code, output = tried(copy)
    assert (code, output.splitlines()[0]) == (1, "amo halving: AtMost(b1, b2, ~b3, b4, 1)")
    assert "b3 = 0, b4 = 1: no solution, but there is a model (bare" in output


def tried(copy: Path) -> tuple[int, str]:
    """What the kit says of the new encoding."""
    command = [sys.executable, "-P", "-m", "satchel.testing", "amo", "halving"]
    environment = ENVIRONMENT | {"PYTHONPATH": str(copy)}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_suite_takes_an_encoding_in(copy: Path) -> None:
    """The tests over every registered encoding find the new file and pass on it."""
    added("satchel/cnf/amo/halving.py", copy)
    shutil.copytree(ROOT / "tests", copy / "tests")
    shutil.copy(ROOT / "pyproject.toml", copy)
    command = [sys.executable, "-m", "pytest", "tests/test_encodings.py", "-k", "halving"]
    environment = ENVIRONMENT | {"PYTHONPATH": str(copy)}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert re.search(r"^\d+ passed", done.stdout, re.MULTILINE)


def test_a_backend_says_what_is_missing(copy: Path) -> None:
    added("backends/minisat.py", copy)
    listed = satchel("list", "backends", path=copy, cwd=copy, PATH="")
    assert re.search(r"^minisat +not here: no program", listed, re.MULTILINE)


@pytest.mark.needs_program("minisat")
def test_a_backend(copy: Path) -> None:
    added("backends/minisat.py", copy)
    solves_with_minisat(copy, copy)


def test_puzzle_and_encoding_from_another_distribution(site: Path, tmp_path: Path) -> None:
    solve = ["solve", "latin:n=4", "--set", "amo=halving"]
    assert "satisfiable (checked)" in satchel(*solve, path=site, cwd=tmp_path)


@pytest.mark.needs_program("minisat")
def test_a_backend_from_another_distribution(site: Path, tmp_path: Path) -> None:
    solves_with_minisat(site, tmp_path)


def solves_with_minisat(path: Path, cwd: Path) -> None:
    solved = satchel("solve", "queens/8", "--backend", "minisat", path=path, cwd=cwd)
    assert "satisfiable (checked), by minisat" in solved
