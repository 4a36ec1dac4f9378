"""Compressed content, unpacked piece by piece and never beyond a bound.

Formats are known by their endings, and content by the bytes that it begins with. The bound is a
gigabyte, or what the environment variable SATCHEL_MAX_UNPACKED says (as in `8G`): a file of some
kilobytes can unpack to more than any memory holds.
"""

from __future__ import annotations

import bz2
import lzma
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Protocol

from satchel.errors import InputError, SatchelError
from satchel.extras import pip_install
from satchel.sizes import read_size

MAX_UNPACKED: Final = "SATCHEL_MAX_UNPACKED"
"""The environment variable that sets the bound."""

_DEFAULT: Final = 2**30
_LONGEST_MAGIC: Final = 6
_PIECE: Final = 1 << 20
"""Bytes unpacked at a time: between two pieces a deadline or a limit of memory is seen."""


class DamagedError(InputError):
    """Packed content cannot be unpacked."""


class TruncatedError(DamagedError):
    """Packed content ends before its end mark."""


class LeftoverError(DamagedError):
    """Something stands behind the end of packed content."""


class Unpacker(Protocol):
    """What lzma, bz2 and zstd agree on."""

    @property
    def eof(self) -> bool: ...

    @property
    def needs_input(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Gzip:
    """The same by zlib, which gives back what it has not taken."""

    def __init__(self) -> None:
        self._unpacker = zlib.decompressobj(wbits=31)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._unpacker.eof

    @property
    def unused_data(self) -> bytes:
        return self._unpacker.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        piece = self._unpacker.decompress(self._unpacker.unconsumed_tail + data, max(max_length, 0))
        self.needs_input = not self._unpacker.unconsumed_tail and len(piece) < max_length
        return piece


def _zstd() -> Unpacker:
    try:
        from backports.zstd import ZstdDecompressor  # in Python's own library from 3.14 on
    except ImportError as error:
        raise InputError(f"zstd is unpacked by a package: {pip_install('zstd')}") from error
    unpacker: Unpacker = ZstdDecompressor()
    return unpacker


UNPACKERS: Final[Mapping[str, Callable[[], Unpacker]]] = {
    ".gz": _Gzip,
    ".xz": lzma.LZMADecompressor,
    ".bz2": bz2.BZ2Decompressor,
    ".zst": _zstd,
}
"""By the ending of a file's name."""

_MAGIC: Final[Mapping[bytes, str]] = {
    b"\x1f\x8b": ".gz",
    b"\xfd7zXZ\x00": ".xz",
    b"BZh": ".bz2",
    b"\x28\xb5\x2f\xfd": ".zst",
}


def packed_by(data: bytes) -> str:
    """The ending of what content is packed by, as its first bytes say; empty if by nothing."""
    return next((ending for magic, ending in _MAGIC.items() if data.startswith(magic)), "")


def packed_ending(name: str) -> str:
    """The ending of a name that says what the file is packed by; empty if by nothing."""
    return next((ending for ending in UNPACKERS if name.endswith(ending)), "")


def bare_name(name: str) -> str:
    """The name without the ending that says what the file is packed by."""
    return name.removesuffix(packed_ending(name))


def most_unpacked() -> int:
    """The bound in bytes; InputError where the environment variable is no size."""
    given = os.environ.get(MAX_UNPACKED)
    size = _DEFAULT if given is None else read_size(given)
    if size is None:
        raise InputError(f"{MAX_UNPACKED}={given!r:.20} is not a size like 500M or 8G")
    return size


def bounded(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same pieces; InputError once they are more than the bound."""
    bound, total = most_unpacked(), 0
    for piece in pieces:
        total += len(piece)
        if total > bound:
            words = f"more than {bound / 2**20:,.0f} MiB of content"
            raise InputError(f"{words} (to allow more: --max-unpacked 8G, or {MAX_UNPACKED}=8G)")
        yield piece


def unpacked(blocks: Iterable[bytes], ending: str) -> Iterator[bytes]:
    """The content of packed blocks in pieces, all members one after the other, bounded.

    A DamagedError says what is wrong with it.
    """
    return bounded(_members(blocks, ending))


def _members(blocks: Iterable[bytes], ending: str) -> Iterator[bytes]:
    unpacker, begun, behind = UNPACKERS[ending](), False, b""
    for block in blocks:
        behind += block
        while behind or not unpacker.needs_input:
            if unpacker.eof:
                behind = behind.lstrip(b"\0")  # padding is allowed
                if len(behind) < _LONGEST_MAGIC:
                    break  # there may be more of it in the next block
                if packed_by(behind) != ending:
                    break
                unpacker = UNPACKERS[ending]()
            try:
                piece = unpacker.decompress(behind, _PIECE)
            except (SatchelError, MemoryError):
                raise  # a limit that was reached meanwhile
            except Exception as error:  # each library has its own
                raise DamagedError(f"{ending[1:]} cannot be unpacked: {error}") from error
            begun, behind = True, unpacker.unused_data if unpacker.eof else b""
            if piece:
                yield piece
    if begun and unpacker.eof and behind:
        raise LeftoverError(f"{len(behind)} bytes behind the end of the {ending[1:]} content")
    if begun and not unpacker.eof:
        raise TruncatedError(f"{ending[1:]} ends without its end mark")
    if not begun:
        raise DamagedError(f"there is nothing in it, not even in {ending[1:]}")
