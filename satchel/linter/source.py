"""The bytes of a file, unpacked, whatever its name says."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from satchel.errors import InputError
from satchel.files import PIPE, read_raw
from satchel.linter.fault import Faults
from satchel.linter.rules import files
from satchel.unpacking import (
    DamagedError,
    LeftoverError,
    TruncatedError,
    bare_name,
    packed_by,
    packed_ending,
    unpacked,
)

_LAYERS: Final = 8
"""A file can unpack to itself: more layers than that are not looked into."""
_FOREIGN: Mapping[bytes, str] = {
    b"\x28\xb5\x2f\xfd": "zstd",
    b"PK\x03\x04": "a zip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"\x1f\x9d": "compress",
    b"]\x00\x00": "lzma without a container",
}


def read_source(name: str, faults: Faults) -> bytes | None:
    """The content of a file, or of standard input for `-`; None where it cannot be unpacked.

    InputError where there is nothing to read.
    """
    data = read_raw(name)
    said = "" if name == PIPE else Path(name).suffix.lower()
    is_kind = packed_by(data)
    if name != PIPE and is_kind != packed_ending(name.lower()) and not _foreign(data):
        content = f"is {is_kind[1:]}" if is_kind else "is not compressed"
        faults.add(files.ENDING, 1, f"the name ends in {said or 'nothing'}, the content {content}")
    layers = 0
    while (kind := packed_by(data)) and not _foreign(data):
        layers += 1
        if layers == 2:
            faults.add(files.DOUBLE, 1, f"compressed content is compressed again ({kind[1:]})")
        if layers > _LAYERS:
            raise InputError(f"compressed more than {_LAYERS} times", file=name)
        content_ = _unpacked(data, kind, faults, name)
        if content_ is None:
            return None
        data = content_
    if foreign := _foreign(data):
        faults.add(files.FOREIGN, 1, f"this is {foreign}: expected plain text, gzip, xz or bzip2")
        return None
    return data


def stem_ending(name: str) -> str:
    """What the name says of the content: its ending without the one of a compression."""
    return Path(bare_name(name.lower())).suffix


def _foreign(data: bytes) -> str:
    return next((name for magic, name in _FOREIGN.items() if data.startswith(magic)), "")


def _unpacked(data: bytes, kind: str, faults: Faults, name: str) -> bytes | None:
    """All members of a compressed file, one after the other."""
    content = BytesIO()
    try:
        for piece in unpacked([data], kind):
            content.write(piece)
    except TruncatedError as error:
        lines = content.getvalue().count(b"\n")
        faults.add(files.TRUNCATED, lines + 1, f"{error.message}, after {lines} lines")
        return None
    except LeftoverError as error:
        faults.add(files.DAMAGED, 1, error.message)
    except DamagedError as error:
        faults.add(files.DAMAGED, 1, error.message)
        return None
    except InputError as error:
        raise InputError(error.message, file=name) from error
    except MemoryError as error:
        raise InputError("too large to be unpacked in memory", file=name) from error
    return content.getvalue()
