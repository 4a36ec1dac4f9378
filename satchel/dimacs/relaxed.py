"""Reading DIMACS as solvers read it.

Comments anywhere, also behind a clause; blank lines, tabs and carriage returns; clauses over
several lines or several on one; wrong counts in the header; a last clause without its 0; and what
stands behind a `%`, as the files of SATLIB have it, is left out.
"""

from __future__ import annotations

import re
from array import array
from io import BytesIO

from satchel.dimacs import MAX_VARIABLE
from satchel.dimacs.counting import CountingLines
from satchel.dimacs.formula import Dimacs
from satchel.dimacs.tokens import read_counts, read_literal
from satchel.errors import InputError

_HEADER = re.compile(rb"p[ \t]+cnf[ \t]+([0-9]+)[ \t]+([0-9]+)")
_EXACT_HEADER = re.compile(rb"p cnf (0|[1-9][0-9]*) (0|[1-9][0-9]*)\n?")
_EXACT_CLAUSE = re.compile(rb"(-?[1-9][0-9]* )*0\n?")
_NUMBER = rb"(?:-?[1-9][0-9]{0,8}|0)"
_NUMBERS = re.compile(rb"[ \t]*(?:%b[ \t]+)*%b[ \t\r]*\n?" % (_NUMBER, _NUMBER))
_PADDED = re.compile(rb"(-?)0+(?=[0-9])")


class RelaxedReader:
    """One file, taken line by line."""

    def __init__(self) -> None:
        self._header: tuple[int, int, int] | None = None
        self._chunk = array("i")
        self._starts = array("i")
        self._complete = True
        self._changes: list[str] = []
        self._departure: tuple[int, str] | None = None
        self._counting = CountingLines()

    def read(self, data: bytes) -> Dimacs:
        """The formula; InputError with a line where no solver would read it."""
        for line, raw in enumerate(BytesIO(data), 1):
            if self._header is not None and _NUMBERS.fullmatch(raw):
                if self._departure is None and not _EXACT_CLAUSE.fullmatch(raw):
                    self._depart(line, _odd_layout(raw))
                self._take([*map(int, raw.split())], line)
            elif self._take_other(raw, line):
                break
        return self._formula()

    def _take_other(self, raw: bytes, line: int) -> bool:
        """Take a line that is more than numbers; whether the formula ends there."""
        text = raw.strip()
        if text.startswith(b"%"):
            words = "the % and what follows it are left out"
            self._changes.append(f"line {line}: {words}")
            self._depart(line, words)
            return True
        if text.startswith(b"p"):
            self._take_header(raw, text, line)
        elif text.startswith(b"c"):
            counting = self._counting.take(text, line)
            if self._header is not None and not counting:
                self._depart(line, "a comment after the header")
            elif text != raw.rstrip(b"\n"):
                self._depart(line, _odd_layout(raw))
        elif not text:
            self._depart(line, "a blank line")
        elif self._header is None:
            raise InputError("expected the header `p cnf VARIABLES CLAUSES`", line=line)
        else:
            numbers, comment, _ = text.partition(b"c")
            if comment:
                self._depart(line, "a comment behind a clause")
            self._take([self._number(token, line) for token in numbers.split()], line)
        return False

    def _take_header(self, raw: bytes, text: bytes, line: int) -> None:
        found = _HEADER.fullmatch(text)
        if found is None or self._header is not None:
            raise InputError("expected one header `p cnf VARIABLES CLAUSES`", line=line)
        if not _EXACT_HEADER.fullmatch(raw):
            self._depart(line, _odd_layout(raw))
        self._header = (*read_counts(found, line), line)

    def _number(self, token: bytes, line: int) -> int:
        bare = _PADDED.sub(rb"\1", token)
        if bare != token:
            self._depart(line, "a number with leading zeros")
        return read_literal(bare, line)

    def _take(self, numbers: list[int], line: int) -> None:
        """Take the numbers of a line: parts of clauses, and zeros that close them."""
        if self._complete and numbers[-1] == 0 and numbers.count(0) == 1:  # one clause, all of it
            self._starts.append(line)
        else:
            for number in numbers:
                if self._complete:
                    self._starts.append(line)
                self._complete = number == 0
        self._chunk.extend(numbers)

    def _depart(self, line: int, words: str) -> None:
        """Remember the first thing that is not as it should be."""
        if self._departure is None:
            self._departure = line, words

    def _formula(self) -> Dimacs:
        if self._header is None:
            raise InputError("the header `p cnf VARIABLES CLAUSES` is missing", line=1)
        said, clauses, header_line = self._header
        if not self._complete:
            self._chunk.append(0)
            words = "the last clause begins there, and is closed by a 0"
            self._changes.append(f"line {self._starts[-1]}: {words}")
            self._depart(self._starts[-1], "the last clause has no 0")
        chunk, found = self._chunk, len(self._starts)
        variables = max(said, max(chunk, default=0), -min(chunk, default=0))
        self._refuse_beyond(variables)
        if (said, clauses) != (variables, found):
            right = f"`p cnf {variables} {found}` is right, not `p cnf {said} {clauses}`"
            self._changes.insert(0, f"line {header_line}: {right}")
            if self._departure is None or self._departure[0] > header_line:
                self._departure = header_line, right
        return Dimacs(
            variables,
            found,
            (chunk,) if chunk else (),
            self._starts,
            self._counting.question(variables),
            tuple(self._changes),
            self._departure,
        )

    def _refuse_beyond(self, variables: int) -> None:
        if variables <= MAX_VARIABLE:
            return
        place = next(place for place, x in enumerate(self._chunk) if abs(x) == variables)
        words = f"the variable of literal {self._chunk[place]} is beyond {MAX_VARIABLE}"
        raise InputError(words, line=self._starts[self._chunk[:place].tolist().count(0)])


def read_relaxed(data: bytes) -> Dimacs:
    """Read (decompressed) DIMACS as solvers do."""
    return RelaxedReader().read(data)


def _odd_layout(raw: bytes) -> str:
    """What is odd about the blanks and the ends of clauses in a line that can be read."""
    if b"\r" in raw:
        return "a carriage return"
    if b"\t" in raw:
        return "a tab"
    words = raw.split()
    if b" ".join(words) != raw.rstrip(b"\n"):
        return "a blank too many"
    if words[0] == b"p":
        return "a number with leading zeros"
    return "two clauses on one line" if b"0" in words[:-1] else "a clause over several lines"
