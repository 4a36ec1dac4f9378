"""The folder of a submission: where what goes, and whose it is.

submission.json       what was asked for
README.txt            what is what
instances/            the files that are submitted (`Track.folder`)
maps/                 how an answer to each is decoded
certificates/         models, proofs
instances.csv         the table
description.tex, .pdf what it is about (`paper/`)
measurements.jsonl    each measurement, as it was made
.work/, lock          what an interrupted submission goes on from; not part of it
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from satchel.compare.store import locked
from satchel.errors import InputError
from satchel.files import read_text, whole_file
from satchel.jsontext import parse_json
from satchel.submission.measuring.measurements import FILE as MEASUREMENTS
from satchel.submission.request import Request
from satchel.version import VERSION

SCRATCH: Final = "scratch-"
"""How folders in `.work` begin that belong to one step only."""

_REQUEST: Final = "submission.json"


@dataclass(frozen=True, slots=True)
class Folder:
    """The places in a folder."""

    root: Path

    @property
    def instances(self) -> Path:
        """Where the files to be submitted go."""
        return self.root / "instances"

    @property
    def maps(self) -> Path:
        """Where their maps go."""
        return self.root / "maps"

    @property
    def certificates(self) -> Path:
        """Where models and proofs go."""
        return self.root / "certificates"

    @property
    def table(self) -> Path:
        """The table of all instances."""
        return self.root / "instances.csv"

    @property
    def readme(self) -> Path:
        """What is what."""
        return self.root / "README.txt"

    @property
    def work(self) -> Path:
        """What is needed to go on, and by nobody else."""
        return self.root / ".work"

    @property
    def witnesses(self) -> Path:
        """Where solvers' models are kept until they are certificates."""
        return self.work / "witnesses"

    @property
    def certified(self) -> Path:
        """Where it stands what has been certified already."""
        return self.work / "certified"

    def sweep(self, family: str, names: Collection[str]) -> None:
        """Remove a family's files that belong to none of these instances.

        A process that was killed leaves such, and a solver of another version that others are
        chosen by. What is not named after the family is somebody else's.
        """
        for place in (self.instances, self.maps, self.certificates):
            for file in filter(Path.is_file, [*place.rglob("*")]):
                part = file.name.startswith(f".{family}-") and file.name.endswith(".part")
                of_none = not any(file.name.startswith(f"{name}.") for name in names)
                if part or (file.name.startswith(f"{family}-") and of_none):
                    file.unlink(missing_ok=True)

    def seen(self, file: Path) -> str:
        """A file's name as the table has it."""
        return file.relative_to(self.root).as_posix()


@contextmanager
def opened(root: Path, request: Request) -> Iterator[Folder]:
    """The folder, made or continued, for one process at a time.

    Raises InputError where it holds anything else than what the same request has left there.
    """
    _refuse_others(root, request)
    with locked(root):
        folder = Folder(root)
        try:
            for place in (
                *(folder.instances, folder.maps, folder.certificates),
                *(folder.witnesses, folder.certified),
            ):
                place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", file=str(root)) from error
        for left in folder.work.glob(f"{SCRATCH}*"):  # by a process that was killed
            shutil.rmtree(left, ignore_errors=True)
        with whole_file(str(root / _REQUEST)) as stream:
            stream.write(json.dumps(_said(request), indent=1).encode() + b"\n")
        yield folder


def _said(request: Request) -> dict[str, Any]:
    return {"satchel": VERSION, **request.to_json()}


def _refuse_others(root: Path, request: Request) -> None:
    file = root / _REQUEST
    if not file.exists():
        if _begun(root):
            raise InputError("is not empty, and no submission", file=str(root))
        return
    there = parse_json(read_text(str(file)), file=str(file))
    if isinstance(there, dict) and "satchel" in there and not _begun(root):
        return
    for name, value in _said(request).items():
        if not isinstance(there, dict) or there.get(name) != value:
            before = there.get(name) if isinstance(there, dict) else there
            words = f"holds another submission: {name} {before!r}, here {value!r}"
            raise InputError(words, file=str(root))


def _begun(root: Path) -> bool:
    """Whether more is there than of a submission that ended before anything was measured.

    Such a one, refused for its options say, is in nobody's way.
    """
    return any(
        not (file.is_dir() or _is_a_beginning(file.relative_to(root), file.stat().st_size))
        for file in root.rglob("*")
    )


def _is_a_beginning(file: Path, size: int) -> bool:
    first, *below = file.parts
    if below:
        return first == ".work"
    asked = first in ("lock", _REQUEST) or first.startswith(f".{_REQUEST}.")
    return asked or (first == MEASUREMENTS and size == 0)
