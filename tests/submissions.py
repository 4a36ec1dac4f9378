"""Small submissions: the family of `tiny_family.py`, and solvers that are scripts."""

from __future__ import annotations

import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from satchel.submission.generating.order import Order
from satchel.submission.request import Request
from tests.commands import ENVIRONMENT, PYTHON

_PLUGINS = str(Path(__file__).parent / "plugins")
TINY_ENVIRONMENT = ENVIRONMENT | {"PYTHONPATH": f"{ENVIRONMENT['PYTHONPATH']}:{_PLUGINS}"}
"""For commands that are to find the family."""

COUNT = 2
"""One instance with a tour, one without."""


@contextmanager
def tiny_family() -> Iterator[None]:
    """The family is found in this process, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(_PLUGINS)
        yield


def solver_program(path: Path, body: str) -> str:
    """A solver that is a Python script; `cnf` is the file that it gets."""
    path.write_text(f"#!{sys.executable}\nimport os, sys, time\ncnf = sys.argv[-1]\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"program:{path}"


def slow(folder: Path) -> str:
    """A solver that solves nothing."""
    return solver_program(folder / "slow", "time.sleep(1000)")


def requested(probe: str, solver: str = "cadical", count: int = COUNT, **more: Any) -> Request:
    """Of instances of the smallest size, within a short time for the easy solver."""
    order = Order.of("tiny", (6, 6), count=count)
    limits = {"easy": 0.2, "hard": 60.0, **more}
    return Request.of("sat", order, probe=probe, solver=solver, **limits)


def command_of(request: Request, folder: Path) -> list[str]:
    """The command line that makes it."""
    solvers = ["--probe", request.probe, "--solver", request.solver]
    limits = ["--easy", f"{request.easy}", "--hard", f"{request.hard}"]
    copies = ["--copies", f"{request.copies}"]
    return [*PYTHON, *request.words()[1:], *solvers, *limits, *copies, "-o", str(folder)]
