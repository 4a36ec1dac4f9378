"""Node classes that are not Satchel's own: where each comes from, and getting it in a new process.

A model as data names the modules of such classes. Only a worker process imports what its data
names: it gets them from the process that has the model, and is told to. Any other process must
have imported the module by itself, since a file that is only to be read must not run anything.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from satchel.errors import ModelError, SatchelError
from satchel.ir.core import KINDS, Expr
from satchel.registry import load_file

PATH: Final = "SATCHEL_PATH"
"""The environment variable in which a worker process finds where its parent imports from."""

_OWN: Final = "satchel."
_MAIN: Final = "__main__"
_trusting = False


def trust() -> None:
    """From now on, import what models as data name; for worker processes."""
    global _trusting
    _trusting = True


def import_path() -> str:
    """Where this process imports from, for `PATH` in the environment of its workers."""
    return os.pathsep.join(map(os.path.abspath, sys.path))


def origins(kinds: Iterable[str]) -> dict[str, list[str | None]]:
    """For each kind of node that is not Satchel's own the module and the file of its class."""
    found: dict[str, list[str | None]] = {}
    for kind in sorted(kinds):
        module = KINDS[kind].__module__
        if not module.startswith(_OWN):
            file: str | None = getattr(sys.modules.get(module), "__file__", None)
            found[kind] = [module, file and str(Path(file).resolve())]
    return found


def class_of(kind: str, known: Mapping[str, Any]) -> type[Expr]:
    """The class of a kind of node, by `origins` where it is not there yet.

    ModelError where it cannot be had.
    """
    if kind not in KINDS and kind in known:
        module, file = known[kind]
        _bring(kind, str(module), file)
    if kind not in KINDS:
        raise ModelError(f"not a model: no constraint or expression is of kind {kind!r}")
    return KINDS[kind]


def _bring(kind: str, module: str, file: str | None) -> None:
    if not _trusting:
        raise ModelError(
            f"the model has a node of kind {kind!r}, whose class is in the module {module}: "
            "import that first"
        )
    if module == _MAIN:
        raise ModelError(
            f"the class of {kind!r} is defined in the program itself (__main__), which worker "
            "processes do not run: put it into a module of its own, and import it from there"
        )
    sys.path += [p for p in os.environ.get(PATH, "").split(os.pathsep) if p and p not in sys.path]
    try:
        if _is_from_file(module) and file is not None:
            load_file(Path(file), "__name__")
        else:
            import_module(module)
    except (ImportError, SatchelError) as error:
        raise ModelError(
            f"the class of {kind!r} is in the module {module}, which a worker process cannot "
            f"import: {error}"
        ) from error


def _is_from_file(module: str) -> bool:
    """Whether the module is a file that was named, as by `--puzzle`, and cannot be imported."""
    return module.startswith("satchel_file_")
