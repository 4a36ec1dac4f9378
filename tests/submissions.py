"""Small submissions: knight's tours on the smallest board, by solvers that are scripts."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any

from satchel.submission.order import Order
from satchel.submission.request import Request
from tests.commands import PYTHON

COUNT = 2
"""One instance with a tour, one without."""


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
    order = Order.of("knights_tour", (6, 6), count=count)
    limits = {"easy": 0.2, "hard": 60.0, **more}
    return Request.of("sat", order, probe=probe, solver=solver, **limits)


def command_of(request: Request, folder: Path) -> list[str]:
    """The command line that makes it."""
    solvers = ["--probe", request.probe, "--solver", request.solver]
    limits = ["--easy", f"{request.easy}", "--hard", f"{request.hard}"]
    copies = ["--copies", f"{request.copies}"]
    return [*PYTHON, *request.words()[1:], *solvers, *limits, *copies, "-o", str(folder)]
