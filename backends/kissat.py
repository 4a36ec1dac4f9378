"""`kissat`: the program of that name in PATH, or the one inside the package passagemath-kissat."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path
from typing import Final

from satchel.backends.program import ProvingProgram
from satchel.extras import pip_install

_NAME: Final = "kissat"


class KissatFamily:
    """One program, if it is there."""

    def names(self) -> list[str]:
        """Its name, where the program is found."""
        return [_NAME] if _program() else []

    def unavailable(self) -> dict[str, str]:
        """How to get it, where it is not."""
        return {} if _program() else {_NAME: f"not found: {pip_install('kissat')}"}

    def find(self, name: str) -> ProvingProgram | None:
        """The backend, where the program is found."""
        program = _program() if name == _NAME else None
        if program is None:
            return None
        return ProvingProgram(
            _NAME, [program, "{cnf}"], [program, "--no-binary", "{cnf}", "{proof}"]
        )


FAMILY = KissatFamily()


def _program() -> str | None:
    found = shutil.which(_NAME)
    spec = importlib.util.find_spec("sage_wheels")
    if found is None and spec is not None:
        folders = [Path(folder, "bin") for folder in spec.submodule_search_locations or ()]
        found = shutil.which(_NAME, path=os.pathsep.join(map(str, folders)))
    return found
