"""Input and output files: compressed by ending, `-` for the pipe, outputs whole or not at all."""

from __future__ import annotations

import bz2
import errno
import gzip
import lzma
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

from satchel.errors import InputError
from satchel.unpacking import bounded, packed_by, packed_ending, unpacked

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

_BLOCK = 1 << 20
"""Bytes read at a time: between two blocks a deadline or a limit of memory is seen."""

_SPECIAL = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)

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
    """The content of a file as it is, or of standard input for `-`, which is read once.

    InputError where there is none, and for devices, pipes and sockets: they may have no end.
    """
    if name == PIPE:
        return _whole_input(sys.stdin.buffer)
    try:
        _refuse_special(name)
        with Path(name).open("rb") as stream:
            return _joined(iter(partial(stream.read, _BLOCK), b""))
    except OSError as error:
        raise InputError(reason(error), file=name) from error


def read_bytes(name: str) -> bytes:
    """The unpacked content of a file, or of standard input for `-`, whatever packs that.

    InputError where it cannot be unpacked, or is more than `unpacking.most_unpacked` allows.
    """
    data = read_raw(name)
    ending = packed_by(data) if name == PIPE else packed_ending(name)
    if not ending:
        return data
    try:
        if packed_by(data) != ending:
            raise InputError(f"not a {ending[1:]} file")
        return _joined(unpacked([data], ending))
    except InputError as error:
        raise InputError(error.message, file=name) from error


def refuse_special(name: str) -> None:
    """InputError for what is there and is no file that can be read from start to end."""
    with suppress(OSError):
        _refuse_special(name)


def _refuse_special(name: str) -> None:
    kind = Path(name).stat().st_mode
    if stat.S_ISREG(kind) or (stat.S_ISFIFO(kind) and _is_standard_input(name)):
        return
    word = next((word for is_one, word in _SPECIAL if is_one(kind)), "a special file")
    raise InputError(f"is {word}, not a file", file=name)


def _is_standard_input(name: str) -> bool:
    try:
        return os.path.samestat(Path(name).stat(), os.fstat(0))
    except OSError:
        return False


@lru_cache(maxsize=1)
def _whole_input(stream: BinaryIO) -> bytes:
    """All of standard input, bounded, as a pipe may have no end."""
    try:
        return _joined(bounded(iter(partial(stream.read, _BLOCK), b"")))
    except OSError as error:
        raise InputError(reason(error), file=PIPE) from error


def _joined(pieces: Iterable[bytes]) -> bytes:
    """All pieces as one; unlike `join`, without a second copy."""
    buffer = BytesIO()
    for piece in pieces:
        buffer.write(piece)
    return buffer.getvalue()


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
        if not folder.is_dir():
            raise _no_folder(name)
        raise InputError("cannot be written: permission denied", file=name)


def refuse_link(name: str) -> None:
    """InputError where a file of that name, which nobody has named, would be written elsewhere.

    A folder from somebody else may hold links to files of this user.
    """
    if Path(name).is_symlink():
        raise InputError("is a symbolic link: nothing is written through one", file=name)


def refuse_links(folder: Path) -> None:
    """InputError where anything in the folder is a symbolic link; the folder itself may be one."""
    for place, folders, files in os.walk(folder):
        for name in sorted((*folders, *files)):
            refuse_link(str(Path(place, name)))


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
    part = place.with_name(f".{place.name}.{os.urandom(4).hex()}.part")
    try:
        with (
            _opened(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, shown=name) as raw,
            _compressed(name, raw) as stream,
        ):
            yield stream
        part.replace(place)
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise InputError(f"cannot be written: {reason(error)}", file=name) from error
    finally:
        part.unlink(missing_ok=True)


def _opened(path: Path, flags: int, shown: str | None = None) -> BinaryIO:
    try:
        return os.fdopen(os.open(path, flags, 0o666), "wb")
    except FileNotFoundError as error:
        raise _no_folder(shown or str(path)) from error
    except OSError as error:
        raise InputError(f"cannot be written: {reason(error)}", file=shown or str(path)) from error


@contextmanager
def _compressed(name: str, raw: BinaryIO) -> Iterator[BinaryIO]:
    if name.endswith(".gz"):
        with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=raw, mtime=0) as packed:
            yield cast(BinaryIO, packed)
    elif name.endswith(".xz"):
        with lzma.open(raw, "wb") as stream:
            yield cast(BinaryIO, stream)
    elif name.endswith(".bz2"):
        with bz2.open(raw, "wb") as squeezed:
            yield cast(BinaryIO, squeezed)
    elif name.endswith(".zst"):
        raise InputError("zstd is read and not written (.gz, .xz and .bz2 are)", file=name)
    else:
        yield raw


def _no_folder(name: str) -> InputError:
    """Of an output that cannot be: what is missing is the folder, not the file."""
    return InputError("no such folder", file=str(Path(name).parent))


def reason(error: Exception) -> str:
    """The operating system's words for an error, or the error's own."""
    if isinstance(error, IsADirectoryError):
        return "is a folder, not a file"
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return words[:1].lower() + words[1:]
