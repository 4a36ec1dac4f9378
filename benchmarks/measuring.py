"""What the benchmarks share: processes measured from outside, medians, tables."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

SATCHEL = ("-m", "satchel")
"""How `sys.executable` runs the command line."""

_KIB_PER_UNIT = 1 if platform.system() == "Linux" else 1 / 1024
"""`ru_maxrss` counts KiB on Linux and bytes on macOS."""


@dataclass(frozen=True)
class Run:
    """One process, or the median of several: seconds by the clock, of CPU, and the peak in MiB."""

    wall: float
    cpu: float
    memory: float


def run(command: Sequence[str]) -> Run:
    """Run a command that must succeed, and take the kernel's word for what it used."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * _KIB_PER_UNIT / 1024)


def middle(runs: Sequence[Run]) -> Run:
    """The median of each number."""
    return Run(
        median(run.wall for run in runs),
        median(run.cpu for run in runs),
        median(run.memory for run in runs),
    )


def table(rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """A table with a head: the first `left` columns aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])
