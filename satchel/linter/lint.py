"""All faults of a file, whatever it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from satchel.errors import InputError
from satchel.files import PIPE
from satchel.linter.cnf import lint_cnf
from satchel.linter.counting import TRACKS as COUNTING
from satchel.linter.fault import Fault, Faults
from satchel.linter.layout import without_mark
from satchel.linter.opb import lint_opb
from satchel.linter.smt import lint_smt
from satchel.linter.source import read_source, stem_ending
from satchel.linter.wcnf import lint_wcnf
from satchel.suggest import among

KINDS = ("cnf", "wcnf", "opb", "smt2")
"""What a file can be."""

TRACKS: Mapping[str, str] = {
    "sat": "cnf",
    **dict.fromkeys(COUNTING, "cnf"),
    "maxsat": "wcnf",
    "pb": "opb",
    "pb-nlc": "opb",
    "smt": "smt2",
}
"""Competitions and their tracks, each with the kind of its files."""

MOST = 10
"""Faults of one rule that are listed, if not told otherwise."""

_ENDINGS: Mapping[str, str] = {
    ".cnf": "cnf",
    ".dimacs": "cnf",
    ".pcnf": "cnf",
    ".wcnf": "wcnf",
    ".opb": "opb",
    ".pbo": "opb",
    ".wbo": "opb",
    ".smt2": "smt2",
}


def lint(
    file: str | Path,
    track: str | None = None,
    *,
    kind: str | None = None,
    most: int | None = MOST,
) -> list[Fault]:
    """The faults of a CNF, WCNF, OPB or SMT-LIB file, maybe compressed, by line; `-` is the pipe.

    `track` holds it against one competition's rules (see `TRACKS`), `kind` says what it is where
    neither that nor the file's ending do; else its content decides. Of each rule the first `most`
    faults are listed, None for all of them. InputError where the file cannot be read.
    """
    if track is not None and track not in TRACKS:
        raise InputError(f"no such track: {track!r} {among(track, TRACKS)}")
    if kind is not None and kind not in KINDS:
        raise InputError(f"no such kind: {kind!r} {among(kind, KINDS)}")
    name, faults = str(file), Faults(most)
    packed = read_source(name, faults)
    data = None if packed is None else without_mark(packed, faults)
    if data is not None:
        wanted = TRACKS[track] if track else kind
        match wanted or _ENDINGS.get(name if name == PIPE else stem_ending(name)) or _guess(data):
            case "wcnf":
                lint_wcnf(data, faults)
            case "opb":
                lint_opb(data, track, faults)
            case "smt2":
                lint_smt(data, track, faults)
            case _:
                lint_cnf(data, track, faults)
    return faults.listed()


def _guess(data: bytes) -> str:
    """What a file is by its first lines that are no comments of DIMACS."""
    for text in data[: 1 << 16].split(b"\n"):
        if text.startswith((b"*", b"min:", b"max:")) or re.match(rb"[+-]?[0-9]+ *x", text):
            return "opb"
        if text.startswith((b"(", b";")):
            return "smt2"
        if text.startswith((b"h ", b"p wcnf")):
            return "wcnf"
        if text.strip() and not text.startswith(b"c"):
            return "cnf"
    return "cnf"
