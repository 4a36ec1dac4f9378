"""What the ending of an output's name says of the format, whatever it is packed by."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from satchel.errors import InputError
from satchel.files import is_pipe
from satchel.unpacking import bare_name

_DEFAULT: Final = "dimacs"
_FORMATS: Final[Mapping[str, tuple[str, ...]]] = {
    ".cnf": ("dimacs", "pmc", "mc"),
    ".dimacs": ("dimacs", "pmc", "mc"),
    ".wcnf": ("wcnf",),
    ".opb": ("opb",),
    ".smt2": ("smtlib",),
    ".json": ("json",),
    ".mc": ("mc",),
    ".pmc": ("pmc",),
    **dict.fromkeys((".lp", ".mps", ".mzn", ".fzn", ".wbo", ".qdimacs", ".sl"), ()),
}
"""The formats that files of an ending have, the default first; none where Satchel writes none."""


def format_for(out: str, named: str | None = None) -> str:
    """The format of an output: the one that is named, else that of its ending, else DIMACS.

    InputError where the name's ending is that of another format. Pipes and devices have no ending.
    """
    ending = "" if is_pipe(out) else Path(bare_name(out)).suffix.lower()
    possible = _FORMATS.get(ending)
    if possible is None:
        return named or _DEFAULT
    if not possible:
        raise InputError(f"no format here is written to {ending} files", file=out)
    if named is not None and named not in possible:
        right = " or ".join(possible)
        raise InputError(f"a {ending} file holds {right}, not {named}", file=out)
    return named or possible[0]
