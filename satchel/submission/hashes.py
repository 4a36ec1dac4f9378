"""By what benchmark collections know a file: the GBD hash and the isohash, computed by `gbdc`.

The GBD hash is the MD5 of a CNF file's clauses with single blanks between all numbers, `1 2 0 -1 3
0`: header, comments and line breaks do not count (Iser and Sinz 2018, A problem meta-data library
for research in SAT). The isohash is the MD5 of the sorted degrees of the literals: isomorphic
formulas share it, and so do some others: other isohashes prove that formulas differ. (`isohash2`
looks further, but counts numbers that no clause has as variables.)

gbdc runs in a process of its own, for what it cannot read may end it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from satchel.backends import _process
from satchel.errors import BackendError, InputError
from satchel.extras import pip_install
from satchel.files import read_bytes

Kind: TypeAlias = Literal["cnf", "wcnf", "opb", "smt2"]
"""What is in a file."""

_FUNCTIONS: Final[dict[Kind, tuple[str, ...]]] = {
    "cnf": ("gbdhash", "isohash"),
    "wcnf": ("wcnfhash", "wcnfisohash"),
    "opb": ("opbhash",),
}
_SCRIPT: Final = """
import sys, gbdc
file, *functions = sys.argv[1:]
try:
    print(*(getattr(gbdc, function)(file) for function in functions))
except RuntimeError as error:
    sys.exit(" ".join(str(error).split()))
"""
_REFUSED: Final = 1
"""The exit code of the script where gbdc refuses the file."""
_ANSWER: Final = re.compile(rb"^[0-9a-f]{32}(?: [0-9a-f]{32})?$", re.MULTILINE)
_LIMIT: Final = 1 << 10


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What a file is known by, in hexadecimal digits."""

    gbd: str
    """The GBD hash; of SMT-LIB, for which there is none, the SHA-256 of the text."""
    iso: str | None
    """What isomorphic formulas share; None where nothing of the kind is defined."""


def fingerprint(file: Path, kind: Kind) -> Fingerprint:
    """The hashes of a file, which may be compressed (`.xz`, `.gz`) and has the same ones then.

    Raises InputError where the file is not what it is said to be, and BackendError where gbdc is
    not installed, or fails.
    """
    if kind == "smt2":
        return Fingerprint(hashlib.sha256(read_bytes(str(file))).hexdigest(), None)
    if importlib.util.find_spec("gbdc") is None:
        raise BackendError(f"hashes need gbdc: {pip_install('gbdc')}")
    _require_file(file)
    script = [sys.executable, "-P", "-c", _SCRIPT, str(file), *_FUNCTIONS[kind]]
    finished = _process.run(script, wanted=_ANSWER, limit=_LIMIT)
    if finished.code == _REFUSED:
        said = (finished.errors.strip().splitlines() or ["cannot be read"])[-1]
        raise InputError(f"no {kind}: {said.removeprefix(f'{file}: ')}", file=str(file))
    hashes = finished.answer.decode().split()
    if finished.code != 0 or len(hashes) != len(_FUNCTIONS[kind]):
        raise BackendError(f"gbdc failed on {file}, exit code {finished.code}")
    return Fingerprint(hashes[0], hashes[1] if len(hashes) > 1 else None)


def _require_file(file: Path) -> None:
    try:
        with file.open("rb"):
            pass
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(file)) from error
