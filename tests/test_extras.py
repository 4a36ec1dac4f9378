"""What is said of a missing package is a command that installs it where Satchel runs."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from satchel.extras import EXTRAS, pip_install
from tests.commands import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_every_extra_is_known_with_its_package() -> None:
    optional = dict(PROJECT["optional-dependencies"])
    (whole,) = optional.pop("all")
    assert optional == {name: [package] for name, package in EXTRAS.items()}
    assert set(whole.removeprefix("satchel[").removesuffix("]").split(",")) == set(EXTRAS)


@pytest.mark.parametrize("beside", [False, True], ids=["another pip in PATH", "its own in PATH"])
def test_the_command_is_that_of_the_running_python(
    beside: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "pip"
    other.write_text("#!/bin/sh\nexit 1\n")
    other.chmod(0o755)
    folders = [str(Path(sys.executable).parent)] * beside + [str(tmp_path), os.environ["PATH"]]
    monkeypatch.setenv("PATH", os.pathsep.join(folders))
    *command, install, package = shlex.split(pip_install("clingo"))
    assert (install, package) == ("install", "clingo>=5.7")
    assert (command == ["pip"]) is beside
    version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert f"from {sys.prefix}/" in version.stdout


def test_a_python_in_this_folder_is_named_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(Path(sys.prefix).parent)
    assert pip_install("png").startswith(f"{Path(sys.prefix).name}/bin/python")


def test_no_hint_needs_an_index_that_has_satchel() -> None:
    """`pip install '.[NAME]'` is for a checkout's folder, `pip_install` for anywhere."""
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for folder in ("satchel", "encoders", "backends"):
        files += (ROOT / folder).rglob("*.py")
    hints = {
        f"{path}: {found[0]}" for path in files if (found := re.search(HINT, path.read_text()))
    }
    assert hints == set()


HINT = re.compile(r"pip install [^\n`]*satchel\b")
