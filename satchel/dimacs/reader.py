"""Reading DIMACS, strictly or as it comes.

Strict: exactly what `writer.py` writes, and anything else is an error with its line. Relaxed: what
the wild contains is taken as well: comments anywhere, clauses over several lines or several on one,
wrong counts, a last clause without its 0, `%` trailers, carriage returns.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import orjson

from satchel.dimacs import MAX_VARIABLE
from satchel.dimacs.writer import SHOW, formula_hash
from satchel.errors import InputError

_HEADER = re.compile(rb"p cnf (0|[1-9][0-9]*) (0|[1-9][0-9]*)")
_HEADER_RELAXED = re.compile(rb"p\s+cnf\s+([0-9]+)\s+([0-9]+)\s*")
_LITERAL = re.compile(rb"-?[1-9][0-9]*|0")
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Dimacs:
    """A formula as read: zero-terminated clauses in chunks, and the line of each clause.

    `changes` says what relaxed reading has made of what is not as it should be.
    """

    variables: int
    clauses: int
    chunks: tuple[array[int], ...]
    lines: Sequence[int]
    changes: tuple[str, ...] = ()

    def hash(self) -> str:
        """The hash that writing these clauses gives, whatever the layout they were read from."""
        return formula_hash(self.variables, self.clauses, self.chunks)

    def falsified(self, literals: Iterable[int]) -> str | None:
        """The first clause that has none of these literals, by its number and line."""
        true = set(literals)
        index, satisfied = 0, False
        for chunk in self.chunks:
            for literal in chunk:
                if literal == 0:
                    if not satisfied:
                        return f"clause {index + 1} (line {self.lines[index]})"
                    index, satisfied = index + 1, False
                elif literal in true:
                    satisfied = True
        return None


def read_dimacs(data: bytes, *, relaxed: bool = False, file: str | None = None) -> Dimacs:
    """Read (decompressed) DIMACS; an InputError names `file` and the line."""
    try:
        return _read_relaxed(data) if relaxed else _read_strict(data)
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line) from error


def _read_strict(data: bytes) -> Dimacs:
    variables, clauses, at, header_line = _strict_header(data)
    first_line = header_line + 1
    if data.startswith(SHOW + b" ", at):  # for model counters; the map knows it better
        at, first_line = (data.find(b"\n", at) + 1 or len(data)), first_line + 1
    chunks = []
    line = first_line
    for block in _blocks(data, at):
        chunk = _well_formed(block, variables)
        if chunk is None:  # find out why, line by line
            chunk = _strict_lines(block, variables, line)
        chunks.append(chunk)
        line += block.count(b"\n")
    found = line - first_line
    if found != clauses:
        raise InputError(f"the header says {clauses} clauses, not {found}", line=header_line)
    return Dimacs(variables, clauses, tuple(chunks), range(first_line, line))


def _strict_header(data: bytes) -> tuple[int, int, int, int]:
    """Variables, clauses, where the clauses start, and the header's line."""
    at, line = 0, 1
    while at < len(data):
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        text = data[at:end]
        if header := _HEADER.fullmatch(text):
            return (*_counts(header, line), end + 1, line)
        if not re.match(rb"c(\s|$)", text):
            break
        at, line = end + 1, line + 1
    raise InputError("expected a comment or the header `p cnf VARIABLES CLAUSES`", line=line)


def _counts(header: re.Match[bytes], line: int) -> tuple[int, int]:
    # Longer than any sensible count: int() refuses thousands of digits with an error of its own.
    if max(len(header[1]), len(header[2])) > 18 or int(header[1]) > MAX_VARIABLE:
        raise InputError(f"more than {MAX_VARIABLE} variables, or absurdly many clauses", line=line)
    return int(header[1]), int(header[2])


def _blocks(data: bytes, at: int) -> Iterator[bytes]:
    """The rest of the data in blocks of whole lines, each line with its newline."""
    while at < len(data):
        end = data.find(b"\n", at + _BLOCK) + 1 or len(data)
        block = data[at:end]
        yield block if block.endswith(b"\n") else block + b"\n"
        at = end


def _well_formed(block: bytes, variables: int) -> array[int] | None:
    """The clauses of a block that is beyond doubt, one a line; None for any other. Fast."""
    # Every 0 stands alone at a line's end, every line ends with one: counting shows it.
    ends = block.count(b" 0\n") + block.count(b"\n0\n") + block.startswith(b"0\n")
    zeros = block.count(b" 0") + block.count(b"\n0") + block.startswith(b"0")
    if not ends == zeros == block.count(b"\n") or b"-0" in block:
        return None
    if block.translate(None, b"0123456789- \n"):
        return None
    try:
        # As a list in JSON, which has no other way to write an integer. Some three times as fast.
        text = block[:-1].replace(b"\n", b",").replace(b" ", b",")
        chunk = array("i", orjson.loads(b"[%b]" % text))
    except (ValueError, OverflowError, TypeError):  # integers of more than 64 bits are floats
        return None
    return chunk if max(chunk) <= variables and min(chunk) >= -variables else None


def _strict_lines(block: bytes, variables: int, line: int) -> array[int]:
    chunk = array("i")
    for number, text in enumerate(block.split(b"\n")[:-1], line):
        if b"\r" in text:
            raise InputError("a carriage return (relaxed reading takes it)", line=number)
        if text.startswith(b"c"):
            raise InputError("a comment after the header", line=number)
        literals = [_literal(token, number) for token in text.split()]
        if not literals or literals[-1] != 0:
            raise InputError("a line is a clause and ends with 0", line=number)
        if 0 in literals[:-1]:
            raise InputError("two clauses on one line", line=number)
        for literal in literals:
            if abs(literal) > variables:
                words = f"literal {literal} is beyond the {variables} variables of the header"
                raise InputError(words, line=number)
        chunk.extend(literals)
    return chunk


def _literal(token: bytes, line: int) -> int:
    if not _LITERAL.fullmatch(token):
        shown = token[:20].decode("ascii", "backslashreplace")
        raise InputError(f"{shown!r} is not a literal", line=line)
    if len(token) > 11 or abs(int(token)) > MAX_VARIABLE:
        words = f"the variable of literal {token[:20].decode()} is beyond {MAX_VARIABLE}"
        raise InputError(words, line=line)
    return int(token)


def _read_relaxed(data: bytes) -> Dimacs:
    header: tuple[int, int, int] | None = None
    chunk, starts, complete = array("i"), array("i"), True
    changes: list[str] = []
    for line, raw in enumerate(data.splitlines(), 1):
        text = raw.strip()
        if text.startswith(b"%"):
            changes.append(f"line {line}: the % and what follows it are left out")
            break
        if text.startswith(b"p"):
            found = _HEADER_RELAXED.fullmatch(text)
            if found is None or header is not None:
                raise InputError("expected one header `p cnf VARIABLES CLAUSES`", line=line)
            header = (*_counts(found, line), line)
            continue
        if not text or text.startswith(b"c"):
            continue
        if header is None:
            raise InputError("a clause before the header", line=line)
        for token in text.split():
            literal = _literal(token, line)
            if complete:
                starts.append(line)
            chunk.append(literal)
            complete = literal == 0
    if header is None:
        raise InputError("the header `p cnf VARIABLES CLAUSES` is missing", line=1)
    if not complete:
        chunk.append(0)
        changes.append(f"line {starts[-1]}: the last clause begins there, and is closed by a 0")
    said, clauses, line = header
    variables = max(said, max(chunk, default=0), -min(chunk, default=0))
    if (said, clauses) != (variables, len(starts)):
        counts = f"`p cnf {variables} {len(starts)}` is right, not `p cnf {said} {clauses}`"
        changes.insert(0, f"line {line}: {counts}")
    chunks = (chunk,) if chunk else ()
    return Dimacs(variables, len(starts), chunks, starts, tuple(changes))
