"""Where and by what something was measured, as one line of `provenance.jsonl`.

    {"id": "77aa...", "satchel": "0.1.0", "python": "3.12.3", "packages": {"python-sat": "1.8"},
     "machine": {"processor": "...", "cores": 8, "threads": 16, "memory": 33554432000,
     "system": "Linux 6.8.0", "architecture": "x86_64"}, "command": ["satchel", "run", "results"]}

No environment variables, and no names of the user or of the machine.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import psutil

from satchel.compare.run import digest
from satchel.version import VERSION

_PACKAGES: Final = (
    *("numpy", "orjson", "psutil", "python-sat", "z3-solver"),
    *("benchexec", "clingo", "cvc5", "distributed", "ortools"),
)


def provenance(command: Sequence[str]) -> dict[str, Any]:
    """What is known of this machine and what is installed; `command` is the command line."""
    content = {
        "satchel": VERSION,
        "python": platform.python_version(),
        "packages": _packages(),
        "machine": {
            "processor": _processor(),
            "cores": physical_cores(),
            "threads": psutil.cpu_count() or 1,
            "memory": psutil.virtual_memory().total,
            "system": f"{platform.system()} {platform.release()}",
            "architecture": platform.machine(),
        },
        "command": list(command),
    }
    return {"id": digest(content), **content}


def physical_cores() -> int:
    """Physical cores this process may run on: two threads of one core slow each other down."""
    there = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return max(1, min(there, len(os.sched_getaffinity(0))))
    return there


def _packages() -> dict[str, str]:
    found = {}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _processor() -> str:
    """The processor's name as Linux knows it, where it does."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())
