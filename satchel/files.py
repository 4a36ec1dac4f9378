"""Input and output files: compressed by ending, `-` for the pipe, outputs whole or not at all."""

from __future__ import annotations

import errno
import gzip
import lzma
import os
import secrets
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from satchel.errors import InputError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

PIPE = "-"
"""The name that stands for standard input or standard output."""


def is_pipe(name: str) -> bool:
    """Whether an output of that name is a pipe or a device, not a file."""
    return name == PIPE or (Path(name).exists() and not Path(name).is_file())


def is_file(name: str) -> bool:
    """Whether there is a file of that name, which may be anything, and longer than names can be."""
    try:
        return Path(name).is_file()
    except OSError:
        return False


def one_place(name: str, other: str) -> bool:
    """Whether two names, however written, are the same output."""
    return os.path.realpath(name) == os.path.realpath(other)


def read_raw(name: str) -> bytes:
    """The content of a file as it is, or of standard input for `-`."""
    try:
        return sys.stdin.buffer.read() if name == PIPE else Path(name).read_bytes()
    except OSError as error:
        raise InputError(_reason(error), file=name) from error


def read_bytes(name: str) -> bytes:
    """The (decompressed) content of a file, or of standard input for `-`."""
    data = read_raw(name)
    try:
        if name.endswith(".gz"):
            return gzip.decompress(data)
        if name.endswith(".xz"):
            return lzma.decompress(data)
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise InputError(_reason(error), file=name) from error
    return data


def read_text(name: str) -> str:
    """The content of a UTF-8 file, or of standard input for `-`."""
    data = read_bytes(name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("not UTF-8 text", file=name, line=line) from error


def refuse_unwritable(name: str) -> None:
    """InputError where no output of that name can be: to be known before the work."""
    folder = Path(os.path.realpath(name)).parent
    if name != PIPE and not os.access(folder, os.W_OK):
        reason = "permission denied" if folder.is_dir() else "no such directory"
        raise InputError(f"cannot be written: {reason}", file=name)


@contextmanager
def whole_file(name: str) -> Iterator[BinaryIO]:
    """Open an output; the file appears under its name only when the block ends without an error.

    It is written beside its place and renamed. The bytes depend on nothing but what is written:
    compressed files carry neither a name nor a time. Pipes and devices are written directly.
    """
    if name == PIPE:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    place = Path(os.path.realpath(name))
    if is_pipe(name):
        with _opened(place, os.O_WRONLY) as raw, _compressed(name, raw) as stream:
            yield stream
        return
    # Not the process's number: what a killed one left would be in the way of the next to get it.
    part = place.with_name(f".{place.name}.{secrets.token_hex(4)}.part")
    try:
        with (
            _opened(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, shown=name) as raw,
            _compressed(name, raw) as stream,
        ):
            yield stream
        part.replace(place)
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise InputError(f"cannot be written: {_reason(error)}", file=name) from error
    finally:
        part.unlink(missing_ok=True)


def _opened(path: Path, flags: int, shown: str | None = None) -> BinaryIO:
    try:
        return os.fdopen(os.open(path, flags, 0o666), "wb")
    except OSError as error:
        raise InputError(f"cannot be written: {_reason(error)}", file=shown or str(path)) from error


@contextmanager
def _compressed(name: str, raw: BinaryIO) -> Iterator[BinaryIO]:
    if name.endswith(".gz"):
        with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=raw, mtime=0) as packed:
            yield cast(BinaryIO, packed)
    elif name.endswith(".xz"):
        with lzma.open(raw, "wb") as stream:
            yield cast(BinaryIO, stream)
    else:
        yield raw


def _reason(error: Exception) -> str:
    """The operating system's words for an error, or the error's own."""
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return words[:1].lower() + words[1:]
