"""Files of JSON lines that are only ever appended to, and survive whatever ends their writer.

A line is written at once and flushed to the disk before it counts. A writer that is killed can
leave a torn last line: the next one drops it. A writer whose disk is full takes its torn line back.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from satchel.errors import InputError
from satchel.jsontext import parse_json


@dataclass
class Lines:
    """What a file held: its objects in order, and how many bytes of it are whole lines."""

    objects: list[dict[str, Any]] = field(default_factory=list)
    whole: int = 0
    torn: bool = False
    """Whether there is something behind them."""


def read_lines(file: Path) -> Lines:
    """The objects in the file, none where there is no file.

    Raises InputError, with the line, where one that is not the last is no JSON object.
    """
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return Lines()
    except OSError as error:
        raise InputError(_words(error), file=str(file)) from error
    found = Lines(whole=data.rfind(b"\n") + 1)
    found.torn = found.whole < len(data)
    for number, line in enumerate(data[: found.whole].splitlines(), 1):
        try:
            value = parse_json(line.decode())
        except (InputError, UnicodeDecodeError) as error:
            raise _no_object(file, number) from error
        if not isinstance(value, dict):
            raise _no_object(file, number)
        found.objects.append(value)
    return found


def _no_object(file: Path, number: int) -> InputError:
    return InputError("not a JSON object", file=str(file), line=number)


class Appender:
    """The end of such a file; one writer at a time."""

    def __init__(self, file: Path, whole: int) -> None:
        """Open the file, or make it, and drop what stands behind its first `whole` bytes.

        Raises InputError where it cannot be written.
        """
        self._file = str(file)
        self._size = whole
        try:
            self._handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise self._unwritable(error) from error
        try:
            if os.fstat(self._handle).st_size != whole:
                os.ftruncate(self._handle, whole)
        except OSError as error:
            self.close()
            raise self._unwritable(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, value: Mapping[str, Any]) -> None:
        """One more line, on the disk; InputError where it does not fit, and it is not there."""
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            written = os.write(self._handle, line)
            if written < len(line):  # the second call tells why
                os.write(self._handle, line[written:])
            os.fsync(self._handle)
        except OSError as error:
            self._take_back()
            raise self._unwritable(error) from error
        self._size += len(line)

    def _take_back(self) -> None:
        with suppress(OSError):  # the next writer does it
            os.ftruncate(self._handle, self._size)

    def close(self) -> None:
        """Close the file."""
        os.close(self._handle)

    def _unwritable(self, error: OSError) -> InputError:
        return InputError(f"cannot be written: {_words(error)}", file=self._file)


def _words(error: OSError) -> str:
    words = error.strerror or str(error)
    return words[:1].lower() + words[1:]
