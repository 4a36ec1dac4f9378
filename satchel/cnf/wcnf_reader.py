"""Reading WCNF strictly: what `wcnf.py` writes, and anything else is an error with its line.

Soft clauses may have any number of literals, and stand anywhere among the hard ones.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from satchel.cnf.sink import MAX_VARIABLE
from satchel.cnf.wcnf import MAX_TOTAL
from satchel.dimacs.falsified import Falsified
from satchel.errors import InputError

_CLAUSE = re.compile(rb"(h|[1-9][0-9]*) ((?:-?[1-9][0-9]* )*)0")

_COMMENT = re.compile(rb"c([^0-9A-Za-z]|$)")  # also `c{`, as the MaxSAT Evaluations write heads


@dataclass(frozen=True)
class Wcnf:
    """Clauses as read, each with its line; `weight` is None for a hard one."""

    clauses: Sequence[tuple[int | None, tuple[int, ...], int]]
    sha256: str

    def hash(self) -> str:
        """The hash that writing gave."""
        return self.sha256

    def falsified(self, literals: Iterable[int]) -> Falsified | None:
        """The first hard clause that has none of these literals."""
        true = set(literals)
        for index, (weight, clause, line) in enumerate(self.clauses, 1):
            if weight is None and true.isdisjoint(clause):
                return Falsified(f"clause {index} (line {line})", clause)
        return None

    def cost(self, literals: Iterable[int]) -> int:
        """The weights of the soft clauses that have none of these literals."""
        true = set(literals)
        return sum(
            weight for weight, clause, _ in self.clauses if weight and true.isdisjoint(clause)
        )


def read_wcnf(data: bytes, *, file: str | None = None) -> Wcnf:
    """Read (decompressed) WCNF; an InputError names `file` and the line."""
    try:
        return _read(data)
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line) from error


def _read(data: bytes) -> Wcnf:
    lines = data.split(b"\n")
    if lines.pop():
        raise InputError("the last line has no end", line=len(lines) + 1)
    clauses: list[tuple[int | None, tuple[int, ...], int]] = []
    total = 0
    digest = hashlib.sha256()
    for line, text in enumerate(lines, 1):
        if _COMMENT.match(text):
            if clauses:
                raise InputError("a comment after the first clause", line=line)
            continue
        digest.update(text + b"\n")
        found = _CLAUSE.fullmatch(text)
        if found is None:
            raise InputError(_why(text), line=line)
        weight = None if found[1] == b"h" else _number(found[1], MAX_TOTAL, "a weight", line)
        literals = tuple(_number(x, MAX_VARIABLE, "a literal", line) for x in found[2].split())
        total += weight or 0
        if total > MAX_TOTAL:
            raise InputError("the weights add up to more than 2^63 - 1", line=line)
        clauses.append((weight, literals, line))
    return Wcnf(clauses, digest.hexdigest())


def _number(digits: bytes, most: int, what: str, line: int) -> int:
    if len(digits) > 20 or abs(int(digits)) > most:
        raise InputError(f"{what} beyond {most}: {digits[:24].decode()}", line=line)
    return int(digits)


def _why(text: bytes) -> str:
    """What is wrong with a line that is no clause, as far as that can be told."""
    if b"\r" in text:
        return "a carriage return"
    if text.startswith(b"p"):
        return "a header: this is not the form of WCNF that begins hard clauses with `h`"
    first = text.split(b" ")[0]
    if not re.fullmatch(rb"h|[1-9][0-9]*", first):
        shown = first[:20].decode("ascii", "backslashreplace")
        return f"a clause begins with `h` or a positive weight, not with {shown!r}"
    if not text.endswith(b" 0"):
        return "a line is a clause and ends with 0"
    return "expected `h LITERAL ... 0` or `WEIGHT LITERAL ... 0`, single spaces between"
