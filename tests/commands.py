"""Running the commands as their users do, in a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = [sys.executable, "-m", "satchel"]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}


def satchel(
    *arguments: str,
    cwd: Path | None = None,
    stdin: str = "",
    seed: str = "0",
    timeout: float | None = None,
) -> subprocess.CompletedProcess[str]:
    environment = ENVIRONMENT | {"PYTHONHASHSEED": seed}
    return subprocess.run(
        [*PYTHON, *arguments],
        cwd=cwd,
        input=stdin,
        env=environment,
        timeout=timeout,
        capture_output=True,
        text=True,
    )


def done(*arguments: str, cwd: Path | None = None, stdin: str = "") -> str:
    result = satchel(*arguments, cwd=cwd, stdin=stdin)
    assert (result.returncode, result.stderr) == (0, ""), result.stderr
    return result.stdout
