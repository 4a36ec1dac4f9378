"""The bytes of a file, unpacked, whatever its name says."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from satchel.errors import InputError
from satchel.files import PIPE, read_raw
from satchel.linter.fault import Faults
from satchel.linter.rules import files


class _Decompressor(Protocol):
    """What zlib, lzma and bz2 agree on."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, /) -> bytes: ...


_MAGIC: Mapping[bytes, str] = {b"\x1f\x8b": ".gz", b"\xfd7zXZ\x00": ".xz", b"BZh": ".bz2"}
_UNPACK: Mapping[str, Callable[[], _Decompressor]] = {
    ".gz": lambda: zlib.decompressobj(wbits=31),
    ".xz": lzma.LZMADecompressor,
    ".bz2": bz2.BZ2Decompressor,
}
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
    is_kind = _kind(data)
    if name != PIPE and is_kind != (said if said in _UNPACK else "") and not _foreign(data):
        content = f"is {is_kind[1:]}" if is_kind else "is not compressed"
        faults.add(files.ENDING, 1, f"the name ends in {said or 'nothing'}, the content {content}")
    layers = 0
    while kind := _kind(data):
        layers += 1
        if layers == 2:
            faults.add(files.DOUBLE, 1, f"compressed content is compressed again ({kind[1:]})")
        unpacked = _unpacked(data, kind, faults)
        if unpacked is None:
            return None
        data = unpacked
    if foreign := _foreign(data):
        faults.add(files.FOREIGN, 1, f"this is {foreign}: expected plain text, gzip, xz or bzip2")
        return None
    return data


def stem_ending(name: str) -> str:
    """What the name says of the content: its ending without the one of a compression."""
    path = Path(name)
    if path.suffix.lower() in _UNPACK:
        path = path.with_suffix("")
    return path.suffix.lower()


def _kind(data: bytes) -> str:
    return next((ending for magic, ending in _MAGIC.items() if data.startswith(magic)), "")


def _foreign(data: bytes) -> str:
    return next((name for magic, name in _FOREIGN.items() if data.startswith(magic)), "")


def _unpacked(data: bytes, kind: str, faults: Faults) -> bytes | None:
    """All members of a compressed file, one after the other."""
    parts: list[bytes] = []
    while True:
        unpacker = _UNPACK[kind]()
        try:
            parts.append(unpacker.decompress(data))
        except (zlib.error, lzma.LZMAError, OSError) as error:
            faults.add(files.DAMAGED, 1, f"{kind[1:]} cannot be unpacked: {error}")
            return None
        except MemoryError as error:
            raise InputError("too large to be unpacked in memory") from error
        if not unpacker.eof:
            lines = sum(part.count(b"\n") for part in parts)
            words = f"{kind[1:]} ends without its end mark, after {lines} lines"
            faults.add(files.TRUNCATED, lines + 1, words)
            return None
        data = unpacker.unused_data
        if not data.strip(b"\x00"):  # padding is allowed
            return b"".join(parts)
        if _kind(data) != kind:
            words = f"{len(data)} bytes behind the end of the {kind[1:]} content"
            faults.add(files.DAMAGED, 1, words)
            return b"".join(parts)
