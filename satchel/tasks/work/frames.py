"""Messages between a worker and its parent, each complete or void.

A frame is `SFRM`, the length and CRC-32 of the payload (big-endian, 8 and 4 bytes), and the
payload: a byte naming the JSON library, then JSON. orjson is fast but knows no integers beyond
64 bits (it would read them as floats); messages that hold some go through the standard library.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import orjson

from satchel.errors import BackendError

_MAGIC: Final = b"SFRM"
_HEADER: Final = struct.Struct(">4sQI")
_FAST: Final = b"o"
_EXACT: Final = b"j"


def pack(data: Any) -> bytes:
    """JSON data as a frame."""
    try:
        payload = _FAST + orjson.dumps(data)
    except TypeError:  # an integer of more than 64 bits
        payload = _EXACT + json.dumps(data).encode()
    return _HEADER.pack(_MAGIC, len(payload), zlib.crc32(payload)) + payload


def read(stream: BinaryIO) -> Any | None:
    """The next frame of a blocking stream; None at its end."""
    unpacker = Unpacker()
    missing = unpacker.missing
    while missing:
        block = stream.read(missing)
        if not block:
            return None
        for data in unpacker.feed(block):
            return data
        missing = unpacker.missing
    return None


class Unpacker:
    """Collects blocks of bytes and gives out the frames that they complete."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def missing(self) -> int:
        """How many bytes the frame that is being read still needs, as far as is known."""
        if len(self._buffer) < _HEADER.size:
            return _HEADER.size - len(self._buffer)
        _, length, _ = _HEADER.unpack_from(self._buffer)
        return _HEADER.size + int(length) - len(self._buffer)

    def feed(self, block: bytes) -> Iterator[Any]:
        """The data of each frame completed by `block`; BackendError where bytes were damaged."""
        self._buffer += block
        while len(self._buffer) >= _HEADER.size:
            magic, length, checksum = _HEADER.unpack_from(self._buffer)
            if magic != _MAGIC:
                raise BackendError("the worker's answer is damaged: no frame where one begins")
            end = _HEADER.size + length
            if len(self._buffer) < end:
                return
            payload = bytes(self._buffer[_HEADER.size : end])
            del self._buffer[:end]
            if zlib.crc32(payload) != checksum:
                raise BackendError("the worker's answer is damaged: wrong checksum")
            yield (orjson.loads if payload[:1] == _FAST else json.loads)(payload[1:])
