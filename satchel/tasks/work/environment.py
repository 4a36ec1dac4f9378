"""The environment of our processes."""

from __future__ import annotations

import os
from pathlib import Path

import satchel
from satchel.ir import classes


def environment(scratch: str) -> dict[str, str]:
    """For a process of ours: it finds this Satchel, and what is imported here; its files go to the
    folder."""
    root = str(Path(satchel.__file__).parents[1])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    ours = {"PYTHONPATH": path, "TMPDIR": scratch, classes.PATH: classes.import_path()}
    return {**os.environ, **ours}
