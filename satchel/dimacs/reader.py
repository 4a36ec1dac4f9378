"""Reading DIMACS, strictly or as solvers read it.

Strict: exactly what `writer.py` writes, and anything else is an error with its line. Relaxed: what
solvers take besides, see `relaxed.py`; a file that strict reading takes is as fast to read.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator

import orjson

from satchel.dimacs.counting import CountingLines
from satchel.dimacs.formula import Dimacs
from satchel.dimacs.relaxed import read_relaxed
from satchel.dimacs.tokens import read_counts, read_literal
from satchel.dimacs.writer import SHOW
from satchel.errors import InputError

_HEADER = re.compile(rb"p cnf (0|[1-9][0-9]*) (0|[1-9][0-9]*)")
_BLOCK = 1 << 20


def read_dimacs(data: bytes, *, relaxed: bool = False, file: str | None = None) -> Dimacs:
    """Read (decompressed) DIMACS; an InputError names `file` and the line."""
    try:
        try:
            return _read_strict(data)
        except InputError:
            if not relaxed:
                raise
            return read_relaxed(data)
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line) from error


def _read_strict(data: bytes) -> Dimacs:
    counting = CountingLines()
    variables, clauses, at, header_line = _strict_header(data, counting)
    first_line = header_line + 1
    if data.startswith(SHOW + b" ", at):  # where `writer.py` has it
        end = data.find(b"\n", at) + 1 or len(data)
        counting.take(data[at:end], first_line)
        at, first_line = end, first_line + 1
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
    lines = range(first_line, line)
    return Dimacs(variables, clauses, tuple(chunks), lines, counting.question(variables))


def _strict_header(data: bytes, counting: CountingLines) -> tuple[int, int, int, int]:
    """Variables, clauses, where the clauses start, and the header's line."""
    at, line = 0, 1
    while at < len(data):
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        text = data[at:end]
        if header := _HEADER.fullmatch(text):
            return (*read_counts(header, line), end + 1, line)
        if not re.match(rb"c(\s|$)", text):
            break
        counting.take(text, line)
        at, line = end + 1, line + 1
    raise InputError("expected a comment or the header `p cnf VARIABLES CLAUSES`", line=line)


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
        literals = [read_literal(token, number) for token in text.split()]
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
