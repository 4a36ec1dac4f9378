"""CNF line by line: what is not beyond doubt is taken apart word by word, the rest in bulk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

import numpy as np

from satchel.cnf.sink import MAX_VARIABLE
from satchel.linter import clauses as found
from satchel.linter.counting import Counting
from satchel.linter.fault import Faults, shown
from satchel.linter.layout import Comments, check_blanks, check_characters, check_end
from satchel.linter.rules import clauses as rules
from satchel.linter.rules import files, maxsat
from satchel.linter.words import is_number, read_header, read_number

_BLOCK = 1 << 18
"""Bytes of well-formed lines that are read at once."""


class CnfScanner:
    """Reads a file of clauses; what is wrong with its form goes to `faults` on the way.

    Of the file it knows in the end: the clauses that can be read, how many are `unread`, the
    `header` and its line (0: none), and whether it is `foreign`, in another format.
    """

    COMMENT: ClassVar[re.Pattern[bytes]] = re.compile(rb"c(\s|$)")
    """How a comment begins that every program takes for one."""

    GOOD: ClassVar[re.Pattern[bytes]] = re.compile(rb"(?:(?:-?[1-9][0-9]{0,8} )*0\n)*")
    """Lines that are one clause each, in normal form. Not possessive: Debian's Python 3.11.2 goes
    wrong there."""

    def __init__(self, data: bytes, faults: Faults) -> None:
        self.faults = faults
        self.clauses = found.Clauses()
        self.counting = Counting(faults)
        self.header: tuple[int, int] | None = None
        self.header_line = 0
        self.foreign = False
        self.unread = 0
        self._data = data
        self._comments = Comments()
        self._clause: list[int] | None = None
        self._start = 0
        self._readable = True
        self._begun = False
        self._ended = False

    def scan(self) -> None:
        """Read all of it."""
        for line, text in self._pieces():
            if text.endswith(b"\n"):
                self._begin(line)
                self.block(text, line)
            else:
                self._line(text, line)
            if self.foreign:
                return
        if self._clause is not None:
            words = "the last clause has no 0 at its end"
            self.faults.add(rules.UNTERMINATED, self._start, words)
            self._close()
        check_end(self._data, self.faults)
        self._comments.report(self.faults)

    def _pieces(self) -> Iterator[tuple[int, bytes]]:
        """Blocks of well-formed lines, which end with a newline, and other lines without theirs."""
        data, at, line = self._data, 0, 1
        while at < len(data):
            if self._clause is None and not self._ended:
                good = self.GOOD.match(data, at, at + _BLOCK)
                if good is not None and good.end() > at:
                    yield line, data[at : good.end()]
                    line += data.count(b"\n", at, good.end())
                    at = good.end()
                    continue
            end = data.find(b"\n", at)
            end = len(data) if end < 0 else end
            yield line, data[at:end]
            at, line = end + 1, line + 1

    def block(self, text: bytes, line: int) -> None:
        """Take well-formed lines."""
        numbers = np.fromstring(text, dtype=np.int32, sep=" ")
        if np.abs(numbers).max() > MAX_VARIABLE:
            self.one_by_one(text, line)
        else:
            self.clauses.add_block(numbers, line)

    def one_by_one(self, text: bytes, line: int) -> None:
        """Take well-formed lines in which something is wrong, nevertheless."""
        for number, row in enumerate(text.splitlines(), line):
            self._line(row, number)

    def _line(self, text: bytes, line: int) -> None:
        """Take a line without its end."""
        check_characters(text, line, self.faults)
        if text.startswith(b"c"):
            self._comment(text, line)
            return
        check_blanks(text, line, self.faults)
        words = text.split()
        if not words:
            return
        if self._ended:
            self._after_end(words, line)
        elif words[0] == b"c":
            self.faults.add(files.COMMENT_INDENTED, line, "a blank before a comment's `c`")
            self._comment(text.lstrip(), line)
        elif words[0].lower() == b"p":
            self._header(text, words, line)
        elif words[0].startswith(b"%"):
            self._ended = True
            self.faults.add(rules.SATLIB, line, "`%`: expected nothing behind the last clause")
        else:
            self._begin(line)
            self._words(words, line)

    def _comment(self, text: bytes, line: int) -> None:
        self._comments.add(line)
        if not self.COMMENT.match(text):
            self.faults.add(files.COMMENT_FORM, line, f"{shown(text)}: expected a blank behind `c`")
        if not self.counting.take(text, line) and (self._begun or self.header_line):
            what = "the first clause" if self._begun else "the header"
            self.faults.add(files.COMMENT_LATE, line, f"a comment after {what}")

    def _header(self, text: bytes, words: list[bytes], line: int) -> None:
        if text[:1].isspace() or b"\t" in text:
            blanks = "a blank before the header, or a tab in it"
            self.faults.add(rules.HEADER_BLANK, line, f"{blanks}: expected single spaces")
        if self.header_line:
            where = f"the first is in line {self.header_line}"
            self.faults.add(rules.HEADER_SECOND, line, f"another header: {where}")
            return
        self.header_line = line
        self.take_header(words, line)

    def take_header(self, words: list[bytes], line: int) -> None:
        """Take the first line that begins with `p`."""
        if [word.lower() for word in words[1:2]] == [b"cnf"]:
            self.header = read_header(words, line, self.faults)
        else:
            self.foreign = True
            form = shown(b" ".join(words[:2]))
            self.faults.add(rules.HEADER_FORMAT, line, f"{form}: expected `p cnf`")

    def _begin(self, line: int) -> None:
        """Something that is neither comment nor header is there."""
        if not self._begun and not self.header_line:
            self.missing_header(line)
        self._begun = True

    def missing_header(self, line: int) -> None:
        """There is none before the first clause."""
        words = "expected the header `p cnf VARIABLES CLAUSES`"
        self.faults.add(rules.HEADER_MISSING, line, words)

    def _words(self, words: list[bytes], line: int) -> None:
        """The words of a line that goes on with a clause or begins one."""
        above, behind, crowded = self._clause is not None, False, False
        for word in words:
            crowded |= behind
            if self._clause is None:
                self._clause, self._start, self._readable = [], line, True
                if self.weight(word, line):
                    continue
            number = self._number(word, line)
            if number is None:
                if not self._clause and word is words[0] and not above:
                    self._close()  # whatever this line is, it is no clause
                    return
            elif number:
                self._clause.append(number)
            else:
                if above:
                    where = f"ends in line {line}: expected 0 at the end of this line"
                    self.faults.add(rules.SPLIT_CLAUSE, self._start, f"the clause {where}")
                self._close()
                above, behind = False, True
        if crowded:
            self.faults.add(rules.TWO_CLAUSES, line, "a clause begins behind another")

    def _number(self, word: bytes, line: int) -> int | None:
        """A literal or 0; None for what is none, and then the clause cannot be read."""
        number = None
        if is_number(word):
            number = read_number(word, line, self.faults)
        elif self._readable and not self._clause and re.fullmatch(rb"x-?[0-9]*", word):
            self.faults.add(rules.XOR, line, f"{shown(word)}: an XOR clause, CNF has none")
        elif self._readable:
            self.faults.add(rules.WORD, line, f"{shown(word)} is no number")
        self._readable &= number is not None
        return number

    def weight(self, word: bytes, line: int) -> bool:
        """Whether the first word of a clause is no literal of it."""
        return False

    def doubt(self) -> None:
        """The clause cannot be read."""
        self._readable = False

    def keep(self, literals: Sequence[int], line: int) -> None:
        """Take a clause that can be read."""
        self.clauses.add(literals, line)

    def _close(self) -> None:
        """The clause is complete."""
        if self._readable:
            self.keep(self._clause or [], self._start)
        else:
            self.unread += 1
        self._clause = None

    def _after_end(self, words: list[bytes], line: int) -> None:
        if words == [b"0"]:
            self.faults.add(rules.SATLIB_ZERO, line, "a 0 behind `%`: read as an empty clause")
        else:
            self.faults.add(rules.AFTER_END, line, f"{shown(words[0])} behind the end, the `%`")


def lint_cnf(data: bytes, track: str | None, faults: Faults) -> None:
    """All faults of a CNF file; `track` is one of the tracks for CNF, or None."""
    scanner = CnfScanner(data, faults)
    scanner.scan()
    if scanner.foreign:
        return
    chunks = scanner.clauses.chunks()
    sizes = found.sizes(chunks)
    line = max(scanner.header_line, 1)
    if not (scanner.header_line or faults.has(rules.HEADER_MISSING)):
        scanner.missing_header(line)
    variables = scanner.header[0] if scanner.header else None
    counting = scanner.counting.check(track, variables, line)
    if scanner.header is not None:
        _check_clauses(scanner.header[1], sizes.clauses + scanner.unread, line, faults)
        found.check_beyond(chunks, scanner.header[0], rules.BEYOND, faults)
    if not (scanner.unread or counting):  # counters count variables that do not occur, too
        _check_variables(variables, sizes, line, faults)
    check_contents(chunks, faults)


def check_contents(chunks: list[found.Chunk], faults: Faults) -> None:
    """What can be wrong with clauses, hard or soft, that can be read."""
    found.check_empty(chunks, maxsat.SOFT_EMPTY, faults)
    found.check_sets(chunks, maxsat.SOFT_DUPLICATE, faults)


def _check_clauses(said: int, clauses: int, line: int, faults: Faults) -> None:
    if said != clauses:
        words = f"the header says {said} clauses, there are {clauses}"
        faults.add(rules.HEADER_CLAUSES, line, words)
    if not clauses:
        faults.add(rules.EMPTY_FORMULA, line, "there is no clause")


def _check_variables(said: int | None, sizes: found.Sizes, line: int, faults: Faults) -> None:
    if said is not None and said > sizes.highest:
        words = f"the header says {said} variables, the highest that occurs is {sizes.highest}"
        faults.add(rules.HEADER_VARIABLES, line, words)
    count, first = sizes.gaps()
    if count:
        words = f"{count} of the numbers below {sizes.highest} occur nowhere"
        faults.add(rules.GAP, line, f"{words}, {first} is the first")
