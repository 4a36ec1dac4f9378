"""What is installed is whole: a wheel out of the source distribution, used from an empty folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

CLEAN = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

CONSUMER = """
from satchel import AllDifferent, Answer, Model, load, solve
from satchel.encoders.queens import Queens

model = Model()
cells = [model.int(f"x{i}", 1, 3) for i in range(3)]
model.add(AllDifferent(cells) & (cells[0] + 1 == cells[1]))
answer: Answer = solve(model, timeout=60)
board: str = load("queens/8").draw().text()
puzzle: str = Queens.name
"""

WRONG = """
from satchel import Model, solve

answer: int = solve(Model())
"""


def run(*command: object, cwd: Path, env: Mapping[str, str] = CLEAN, code: int = 0) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("folder", ["encoders", "backends"])
def test_the_folders_refuse_to_be_second_copies(folder: str) -> None:
    said = run(sys.executable, "-c", f"import {folder}", cwd=ROOT, code=1)
    assert said.splitlines()[-1].startswith(f"ImportError: import satchel.{folder}")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the source distribution, which is all that a package index hands on."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that holds the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", f"{wheel}[kissat]", cwd=folder)
    return python


@pytest.mark.slow
def test_the_wheel_has_every_file_of_the_checkout(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    expected = {"satchel/py.typed"}
    code = ("satchel/**/*.py", "satchel/**/*.js", "satchel/**/*.css", "encoders/*.py")
    for pattern in (*code, "backends/*.py", "instances/**/*.*"):
        names = [path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)]
        expected |= {f"satchel/{name.removeprefix('satchel/')}" for name in names}
    assert expected <= packed
    strangers = {name.partition("/")[0] for name in packed} - {"satchel"}
    assert all(name.endswith(".dist-info") for name in strangers)


@pytest.mark.slow
def test_the_installed_commands_do_the_main_job(installed: Path, tmp_path: Path) -> None:
    programs = installed.parent
    assert "satisfiable (checked)" in run(programs / "satchel", "solve", "queens/8", cwd=tmp_path)
    encode = [programs / "encode", "queens:n=8", "--format", "dimacs", "-o", "8.cnf"]
    assert run(*encode, cwd=tmp_path) == ""
    (kissat,) = installed.parents[1].glob("lib/python3*/site-packages/sage_wheels/bin/kissat")
    (tmp_path / "8.out").write_text(run(kissat, "-q", "8.cnf", cwd=tmp_path, code=10))
    decode = [programs / "satchel", "decode", "8.map.json", "8.out", "--cnf", "8.cnf"]
    board = run(*decode, cwd=tmp_path)
    assert board.count("♛") == 8
    assert board.endswith("satisfiable (checked)\n")


@pytest.mark.slow
def test_type_checkers_see_the_installed_types(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "consumer.py").write_text(CONSUMER)
    (tmp_path / "wrong.py").write_text(WRONG)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", installed]
    pyright = [sys.executable, "-m", "pyright", "--pythonpath", installed]
    for checker in (mypy, pyright):
        run(*checker, "consumer.py", cwd=tmp_path)
        assert "wrong.py:4" in run(*checker, "wrong.py", cwd=tmp_path, code=1)
    run(installed, "consumer.py", cwd=tmp_path)


@pytest.mark.slow
def test_an_editable_install_finds_puzzles_backends_and_instances(tmp_path: Path) -> None:
    venv.create(tmp_path / "environment", with_pip=True, system_site_packages=False)
    python = tmp_path / "environment" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--editable", ROOT, cwd=tmp_path)
    solve = [python.with_name("satchel"), "solve", "queens/8"]
    assert "satisfiable (checked)" in run(*solve, cwd=tmp_path)


@pytest.mark.slow
def test_every_tool_looks_into_the_linked_folders(tmp_path: Path) -> None:
    """An error in a copy of an encoder is seen by each of ruff, mypy and pyright."""
    copy = tmp_path / "copy"
    ignored = shutil.ignore_patterns(".*", "build", "dist", "__pycache__")
    shutil.copytree(ROOT, copy, symlinks=True, ignore=ignored)
    with (copy / "encoders" / "queens.py").open("a") as encoder:
        encoder.write("\n\nimport os\n\nN: int = Queens.name\n")
    environment = {**CLEAN, "PYTHONPATH": str(copy)}
    for tool in (["ruff", "check"], ["mypy"], ["pyright"]):
        said = run(sys.executable, "-m", *tool, cwd=copy, env=environment, code=1)
        assert "encoders/queens.py" in said
