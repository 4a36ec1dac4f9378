"""Writing DIMACS: comments, an exact header, one clause a line; nothing else.

For model counters a line `c p show 1 2 0` after the header names the variables on which models are
told apart (the format of the Model Counting Competitions since 2021).

A formula's *hash* is the SHA-256 of the file without its comments: `grep -v '^c' FILE | sha256sum`.
It is taken on the way and depends on neither comments nor compression.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

import orjson

from satchel.dimacs import MAX_VARIABLE
from satchel.errors import SizeError

SHOW = b"c p show"
"""How a line begins that is no comment to a model counter."""

_SLICE = 1 << 15
"""Integers turned into text at a time: long enough to be fast, short enough to stay small."""


def write_dimacs(
    out: BinaryIO,
    variables: int,
    clauses: int,
    chunks: Iterable[array[int]],
    comments: Sequence[str] = (),
    show: Sequence[int] | None = None,
) -> str:
    """Write a formula of zero-terminated clauses to a binary stream; returns its hash.

    `show`: the variables that a model counter is to tell models apart by; None says nothing of it.
    """
    if variables > MAX_VARIABLE:
        raise SizeError(f"{variables} variables are more than DIMACS solvers take ({MAX_VARIABLE})")
    for comment in comments:
        out.write(f"c {comment}".rstrip().encode() + b"\n")
    digest = hashlib.sha256()
    for place, text in enumerate(_formula_text(variables, clauses, chunks)):
        digest.update(text)
        out.write(text)
        if place == 0 and show is not None:  # the header is out
            out.write(b"%b %b\n" % (SHOW, " ".join(map(str, (*show, 0))).encode()))
    return digest.hexdigest()


def formula_hash(variables: int, clauses: int, chunks: Iterable[array[int]]) -> str:
    """The hash that `write_dimacs` returns, without writing."""
    digest = hashlib.sha256()
    for text in _formula_text(variables, clauses, chunks):
        digest.update(text)
    return digest.hexdigest()


def _formula_text(variables: int, clauses: int, chunks: Iterable[array[int]]) -> Iterator[bytes]:
    yield f"p cnf {variables} {clauses}\n".encode()
    for chunk in chunks:
        start, end = 0, len(chunk)
        while start < end:
            stop = min(start + _SLICE, end)
            while chunk[stop - 1]:  # a slice ends with a clause; the chunk does
                stop += 1
            yield _clauses_text(chunk[start:stop].tolist())
            start = stop


def _clauses_text(numbers: list[int]) -> bytes:
    """Whole clauses as lines. Serialising to JSON and replacing separators beats any loop."""
    text = b"," + orjson.dumps(numbers)[1:-1]
    if text.startswith(b",0") or b",0,0" in text:
        return _clauses_text_one_by_one(numbers)  # the replacements would miss an empty clause
    return text[1:].replace(b",0,", b" 0\n").replace(b",", b" ") + b"\n"


def _clauses_text_one_by_one(numbers: list[int]) -> bytes:
    return "".join(f"{number} " if number else "0\n" for number in numbers).encode()
