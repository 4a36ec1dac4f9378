"""DRAT proofs as text: a step a line, `1 -2 0` adds a clause, `d 1 -2 0` deletes one, `0` ends it.

The format of the SAT Competitions (Wetzler, Heule and Hunt 2014). Programs also read and write a
binary form of it; they tell the two apart by a look at the first bytes, which can go wrong. Here
every proof is text of one layout, about which there is no doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from satchel.errors import BackendError, InputError

_STEP: Final = re.compile(rb"(?:d )?(?:-?[1-9][0-9]{0,9} )*0\n")
_LITERAL: Final = re.compile(rb"-?[1-9][0-9]{0,9}|0")
_VARINT: Final = re.compile(rb"[\x80-\xff]*[\x00-\x7f]")
_BLOCK: Final = 1 << 20
_KINDS: Final = {ord("a"): b"", ord("d"): b"d "}


def steps(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The steps of a proof in the one layout, from lines as they come.

    Comments are dropped; steps may span lines or share one. InputError with the line for what is no
    step, and for a last one that is not complete.
    """
    step: list[bytes] = []
    number = 0
    for number, line in enumerate(lines, 1):
        if not step and _STEP.fullmatch(line):
            yield line
            continue
        if line.lstrip().startswith(b"c"):
            continue
        for token in line.split():
            if not (_LITERAL.fullmatch(token) or (token == b"d" and not step)):
                shown = token[:20].decode("ascii", "backslashreplace")
                raise InputError(f"{shown!r} is not a literal of a proof as text", line=number)
            step.append(token)
            if token == b"0":
                yield b" ".join(step) + b"\n"
                step = []
    if step:
        raise InputError("the last step of the proof is not complete", line=number)


def from_binary(proof: BinaryIO) -> Iterator[bytes]:
    """The steps of a solver's trace in the binary form, as text; BackendError where it is none.

    A step is `a` or `d`, then each literal x as 2x or -2x + 1 in bytes of seven bits, the lowest
    first, then a zero byte; no other byte is zero.
    """
    words = _Words()
    rest = b""
    while block := proof.read(_BLOCK):
        *whole, rest = (rest + block).split(b"\0")
        for step in whole:
            if not step or step[0] not in _KINDS:
                raise BackendError("the solver's trace is not a DRAT proof in the binary form")
            literals = [words[number] for number in _VARINT.findall(step, 1)]
            yield b"%b%b0\n" % (_KINDS[step[0]], b"".join(literals))
    if rest:
        raise BackendError("the solver's trace is cut off")


class _Words(dict[bytes, bytes]):
    """Literals as text, each followed by a space, by their binary form."""

    def __missing__(self, number: bytes) -> bytes:
        value = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(number))
        text = b"%d " % (-(value >> 1) if value & 1 else value >> 1)
        self[number] = text
        return text
