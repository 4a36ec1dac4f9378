"""Programs of others that tests run: found, or else the test is skipped, and in CI fails, unless
WITHOUT_PROGRAMS says that this run is one on a machine that has none.

A test that runs one is marked `needs_program("minisat")`, and so is a parameter of a test: see
`backend`. Kissat comes with the development environment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from satchel.backends.kissat import FAMILY

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet


def require(*names: str) -> None:
    """Skip the test where PATH lacks one of the programs; fail it in CI."""
    missing = [name for name in names if shutil.which(name) is None]
    if missing:
        _missing(missing)


def kissat() -> str:
    """The path of Kissat, in PATH or in the package that brings it."""
    found = FAMILY.find("kissat")
    if found is None:
        _missing(["kissat"])
    return found.command[0]


def answer(cnf: Path) -> str:
    """What Kissat prints of a formula."""
    command = [kissat(), "-q", str(cnf)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def backend(command: str) -> ParameterSet:
    """The backend `program:COMMAND`, for `parametrize`."""
    name = command.split()[0]
    return pytest.param(f"program:{command}", marks=pytest.mark.needs_program(name))


MINISAT = backend("minisat {cnf} {out}")
CADICAL = backend("cadical")
CLASP = backend("clasp {opb}")
MINISAT_PLUS = backend("minisat+ {opb}")


def _missing(names: list[str]) -> NoReturn:
    reason = f"{' and '.join(names)}: not found"
    if "CI" in os.environ and "WITHOUT_PROGRAMS" not in os.environ:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
