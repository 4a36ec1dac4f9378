"""A submission's instances and its description in one file, as the MaxSAT Evaluation wants them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from satchel.files import whole_file

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The first time that the format knows."""
_MODE: Final = 0o100644 << 16
"""A plain file that everybody may read."""


def write_archive(target: Path, files: Mapping[str, Path]) -> None:
    """Write files, by their names inside, into a zip archive: the same files give the same bytes.

    InputError where it cannot be written.
    """
    with whole_file(str(target)) as stream, ZipFile(stream, "w") as archive:
        for name in sorted(files):
            entry = ZipInfo(name, _EPOCH)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = _MODE
            entry.create_system = 3  # Unix, wherever this runs
            archive.writestr(entry, files[name].read_bytes())
