"""What has been certified so far: proofs cost hours, and none is made twice.

    .work/certified/NAME.json    {"sha256": "...", "status": "unsat", "by": "...", ...}

The digest is that of the file that is certified; of another file nothing is known.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from satchel.errors import InputError
from satchel.files import whole_file
from satchel.jsontext import parse_json
from satchel.submission.tracks.protocol import Certificate, Problem


@dataclass(frozen=True, slots=True)
class Certified:
    """A folder of such files; `certificates` is where the certificates themselves are."""

    folder: Path
    certificates: Path

    def once(self, problem: Problem, make: Callable[[], Certificate]) -> Certificate:
        """The certificate of a problem, known or made now."""
        file = self.folder / f"{problem.name}.json"
        sha256 = hashlib.sha256(problem.file.read_bytes()).hexdigest()
        with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, InputError):
            known = self._read(parse_json(file.read_text()), sha256)
            if known is not None:
                return known
        made = make()
        if not made.lasting:
            return made
        name = None if made.file is None else made.file.name
        data = {"sha256": sha256, **asdict(made), "file": name}
        with whole_file(str(file)) as stream:
            stream.write(json.dumps(data).encode() + b"\n")
        return made

    def _read(self, data: dict[str, Any], sha256: str) -> Certificate | None:
        """What was certified, unless that was another file, or the certificate is gone."""
        if data.pop("sha256") != sha256:
            return None
        name = data.pop("file")
        file = None if name is None else self.certificates / name
        if file is not None and not file.is_file():
            return None
        return Certificate(**data, file=file)
