"""The words of a DIMACS file: the header's two numbers, and literals."""

from __future__ import annotations

import re

from satchel.dimacs import MAX_VARIABLE
from satchel.errors import InputError

_LITERAL = re.compile(rb"-?[1-9][0-9]*|0")


def read_counts(header: re.Match[bytes], line: int) -> tuple[int, int]:
    """The numbers of variables and clauses; InputError where they are absurd."""
    # Longer than any sensible count: int() refuses thousands of digits with an error of its own.
    if max(len(header[1]), len(header[2])) > 18 or int(header[1]) > MAX_VARIABLE:
        raise InputError(f"more than {MAX_VARIABLE} variables, or absurdly many clauses", line=line)
    return int(header[1]), int(header[2])


def read_literal(token: bytes, line: int) -> int:
    """A literal, or the 0 that closes a clause; InputError for any other word."""
    if not _LITERAL.fullmatch(token):
        shown = token[:20].decode("ascii", "backslashreplace")
        raise InputError(f"{shown!r} is not a literal", line=line)
    if len(token) > 11 or abs(int(token)) > MAX_VARIABLE:
        words = f"the variable of literal {token[:20].decode()} is beyond {MAX_VARIABLE}"
        raise InputError(words, line=line)
    return int(token)
