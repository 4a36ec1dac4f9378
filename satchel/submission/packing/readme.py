"""`README.txt`: what is in the folder, how it came about, and how each claim can be checked."""

from __future__ import annotations

import shlex
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from satchel.files import whole_file
from satchel.submission.generating.order import find_family
from satchel.submission.layout import Folder
from satchel.submission.packing.table import Row
from satchel.submission.request import Request

_CONTENTS = """\
instances/          the files; their first lines say by which command they were made
instances.csv       a row for each: hashes, sizes, status and what vouches for it, times
certificates/       models and proofs
maps/               how an answer to each is decoded, by `satchel decode`
description.tex     where the problem comes from, and how instances are made; perhaps as PDF
measurements.jsonl  each measurement as it was made, also those of instances left out
"""


def write_readme(folder: Folder, request: Request, rows: Sequence[Row]) -> None:
    """Write it, whole or not at all; InputError where it cannot be written."""
    family = find_family(request.order.family)
    command = shlex.join([*request.whole_words(), "-o", "DIR"])
    parts = [
        f"{request.order.family}: {family.summary}\n{request.rules.summary}\n",
        _CONTENTS,
        f"Made by\n\n    {command}\n",
        _wrapped(_counts(request, rows)),
        _wrapped(_measured(request)),
        *_checking(rows),
    ]
    with whole_file(str(folder.readme)) as stream:
        stream.write("\n".join(parts).encode())


def _counts(request: Request, rows: Sequence[Row]) -> str:
    """How many there are, of which status, and what is wanted."""
    originals = [row for row in rows if row.copy_of is None]
    found = Counter(row.status for row in originals)
    statuses = ", ".join(f"{number} {status}" for status, number in sorted(found.items()))
    words = f"{len(originals)} of {request.order.count} instances ({statuses or 'none'})"
    copies = len(rows) - len(originals)
    words += f" and {copies} renamed and shuffled copies, which were not measured" if copies else ""
    return f"{words}. What is asked for: {request.rules.numbers}."


def _measured(request: Request) -> str:
    probe, solver = (
        f"{name} ({request.rules.version(name)})" for name in (request.probe, request.solver)
    )
    return (
        f"In range is what {probe} does not solve in {request.easy:g} s, and {solver} solves in"
        f" {request.hard:g} s, on the machine that measurements.jsonl names."
    )


def _wrapped(words: str) -> str:
    return textwrap.fill(words, 80) + "\n"


def _checking(rows: Sequence[Row]) -> Iterator[str]:
    """How certificates are checked: a model and a proof, if there are any, as examples."""
    model = _first(rows, ".model.xz")
    if model is not None:
        files = f"maps/{model.name}.map.json {model.certificate} --cnf {model.file}"
        yield (
            "A model, or what any solver prints, is held against the file and the puzzle's\n"
            f"rules by\n\n    satchel decode {files}\n"
        )
    proof = _first(rows, ".drat.xz")
    if proof is not None:
        assert proof.certificate is not None
        formula = proof.certificate.replace(".drat.xz", ".cnf.xz")
        own = f"certificates/{proof.name}.cnf.xz"
        formula = proof.file if formula == own else formula
        unpacked = (name.removesuffix(".xz") for name in (formula, proof.certificate))
        yield (
            "A proof is checked by drat-trim, on unpacked files:\n\n"
            f"    xz -dk {formula} {proof.certificate}\n    drat-trim {' '.join(unpacked)}\n"
        )


def _first(rows: Sequence[Row], ending: str) -> Row | None:
    return next((row for row in rows if (row.certificate or "").endswith(ending)), None)
