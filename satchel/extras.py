"""Optional packages, and the command that adds one to the Python that runs Satchel.

The command names the package itself: `satchel[EXTRA]` would need an index that has Satchel.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

EXTRAS: Final = {
    "benchexec": "BenchExec>=3.21",
    "clingo": "clingo>=5.7",
    "cluster": "distributed>=2024.8",
    "cvc5": "cvc5>=1.2",
    "gbdc": "gbdc>=0.4.3",
    "kissat": "passagemath-kissat",
    "ortools": "ortools>=9.12",
    "png": "resvg_py>=0.3",
    "pyganak": "pyganak>=2.9",
    "report": "matplotlib>=3.9",
    "xcover": "xcover>=0.2.6",
    "zstd": "backports.zstd>=1.0",
}
"""What each extra of the project file brings."""


def pip_install(name: str) -> str:
    """The command that installs an extra's package, or the distribution of that name."""
    return f"{_pip()} install {shlex.quote(EXTRAS.get(name, name))}"


def _pip() -> str:
    """`pip` where that is the one of this Python; otherwise this Python's, by path."""
    found = shutil.which("pip")
    python = Path(sys.executable)
    if found is not None and Path(found).parent == python.parent:
        return "pip"
    short = os.path.relpath(python) if python.is_relative_to(Path.cwd()) else str(python)
    return f"{shlex.quote(short)} -m pip"
