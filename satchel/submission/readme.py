"""`README.txt`: what is in the folder, how it came about, and how each claim can be checked."""

from __future__ import annotations

import shlex
import textwrap
from collections import Counter
from collections.abc import Sequence

from satchel.files import whole_file
from satchel.submission.layout import Folder
from satchel.submission.order import find_family
from satchel.submission.request import Request
from satchel.submission.table import Row

_CONTENTS = """\
instances/          the files; their first lines say by which command they were made
instances.csv       a row for each: hashes, sizes, status and what vouches for it, times
certificates/       models and proofs
maps/               how an answer to each is decoded, by `satchel decode`
description.tex     where the problem comes from, and how instances are made
measurements.jsonl  each measurement as it was made, also those of instances left out
"""


def write_readme(folder: Folder, request: Request, rows: Sequence[Row]) -> None:
    """Write it, whole or not at all; InputError where it cannot be written."""
    family = find_family(request.order.family)
    parts = [
        f"{request.order.family}: {family.summary}\n{request.rules.summary}\n",
        _CONTENTS,
        f"Made by\n\n    {_command(request)}\n",
        _wrapped(_counts(request, rows)),
        _wrapped(_measured(request)),
        request.rules.checking,
    ]
    with whole_file(str(folder.readme)) as stream:
        stream.write("\n".join(parts).encode())


def _command(request: Request) -> str:
    limits = ["--easy", f"{request.easy:g}", "--hard", f"{request.hard:g}"]
    words = [*request.words(), "--probe", request.probe, "--solver", request.solver, *limits]
    words += [] if request.memory is None else ["--memory", f"{request.memory}"]
    words += [] if not request.copies else ["--copies", f"{request.copies}"]
    return shlex.join([*words, "-o", "DIR"])


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
