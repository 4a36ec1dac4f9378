"""CNF line by line: what is not beyond doubt is taken apart word by word, the rest in bulk."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from satchel.cnf.sink import MAX_VARIABLE
from satchel.linter import clauses as found
from satchel.linter.counting import Counting
from satchel.linter.fault import Faults, shown
from satchel.linter.layout import Comments, check_blanks, check_characters, check_end
from satchel.linter.rules import clauses as rules
from satchel.linter.rules import files, maxsat

_BLOCK = 1 << 22
"""Bytes of well-formed lines that are read at once."""

_NUMBER = re.compile(rb"([+-]?)([0-9]+)")


class CnfScanner:
    """Reads a file of clauses; what is wrong with its form goes to `faults` on the way."""

    GOOD = re.compile(rb"(?:(?:-?[1-9][0-9]{0,8} )*+0\n)*+")
    """Lines that are one clause each, in normal form."""

    def __init__(self, data: bytes, faults: Faults) -> None:
        self.faults = faults
        self.clauses = found.Clauses()
        self.comments = Comments()
        self.counting = Counting(faults)
        self.header: tuple[int, int] | None = None
        self.header_line = 0
        self._data = data
        self._clause: list[int] | None = None
        self._start = 0
        self._begun = False
        self._ended = False

    def scan(self) -> None:
        """Read all of it."""
        for line, text in self._pieces():
            if text.endswith(b"\n"):
                self.begin(line)
                self.block(text, line)
            else:
                self._line(text, line)
        if self._clause is not None:
            words = "the last clause has no 0 at its end"
            self.faults.add(rules.UNTERMINATED, self._start, words)
            self.close()
        check_end(self._data, self.faults)
        self.comments.report(self.faults)

    def _pieces(self) -> Iterator[tuple[int, bytes]]:
        """Blocks of well-formed lines, which end with a newline, and other lines without theirs."""
        data, at, line = self._data, 0, 1
        while at < len(data):
            if self._clause is None and not self._ended:
                end = self.GOOD.match(data, at, at + _BLOCK).end()  # type: ignore[union-attr]
                if end > at:
                    yield line, data[at:end]
                    line += data.count(b"\n", at, end)
                    at = end
                    continue
            end = data.find(b"\n", at)
            end = len(data) if end < 0 else end
            yield line, data[at:end]
            at, line = end + 1, line + 1

    def block(self, text: bytes, line: int) -> None:
        """Take a block of well-formed lines."""
        numbers = np.fromstring(text, dtype=np.int32, sep=" ")
        if np.abs(numbers).max() > MAX_VARIABLE:
            for number, row in enumerate(text.splitlines(), line):
                self._line(row, number)
        else:
            self.clauses.add_block(numbers, line)

    def _line(self, text: bytes, line: int) -> None:
        """Take any other line."""
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
        elif words[0] == b"p" or text.startswith(b"p"):
            self._header(words, line)
        elif words[0].startswith(b"%"):
            self._ended = True
            self.faults.add(rules.SATLIB, line, "`%`: expected nothing behind the last clause")
        elif words[0].startswith(b"x"):
            self.begin(line)
            self.faults.add(rules.XOR, line, "an XOR clause: CNF has none")
        else:
            self.begin(line)
            self._words(words, line)

    def _comment(self, text: bytes, line: int) -> None:
        self.comments.add(line)
        if not re.match(rb"c(\s|$)", text):
            self.faults.add(files.COMMENT_FORM, line, f"{shown(text)}: expected a blank behind `c`")
        if not self.counting.take(text, line) and (self._begun or self.header_line):
            what = "the first clause" if self._begun else "the header"
            self.faults.add(files.COMMENT_LATE, line, f"a comment after {what}")

    def _header(self, words: list[bytes], line: int) -> None:
        if self.header_line:
            where = f"the first is in line {self.header_line}"
            self.faults.add(rules.HEADER_SECOND, line, f"another header: {where}")
            return
        self.header_line = line
        if words[:2] != [b"p", b"cnf"]:
            found = shown(b" ".join(words[:2]))
            self.faults.add(rules.HEADER_FORMAT, line, f"{found}: expected `p cnf`")
        elif len(words) != 4 or not all(word.isdigit() for word in words[2:]):
            found = shown(b" ".join(words))
            expected = "`p cnf VARIABLES CLAUSES`"
            self.faults.add(rules.HEADER_MALFORMED, line, f"{found}: expected {expected}")
        elif max(map(len, words[2:])) > 18 or int(words[2]) > MAX_VARIABLE:
            self.faults.add(rules.TOO_LARGE, line, f"more than {MAX_VARIABLE} variables")
        else:
            self.header = int(words[2]), int(words[3])
            if any(str(int(word)).encode() != word for word in words[2:]):
                self.faults.add(rules.LEADING_ZERO, line, "a number with leading zeros")

    def begin(self, line: int) -> None:
        """Something that is neither comment nor header is there."""
        if not self._begun and not self.header_line:
            self.missing_header(line)
        self._begun = True

    def missing_header(self, line: int) -> None:
        """A clause before the header."""
        words = "a clause before the header `p cnf VARIABLES CLAUSES`"
        self.faults.add(rules.HEADER_MISSING, line, words)

    def _words(self, words: list[bytes], line: int) -> None:
        """The words of a line that goes on with a clause or begins one."""
        split, behind, said, bad = self._clause is not None, False, False, False
        for word in words:
            if self._clause is None:
                if behind and not said:
                    said = True
                    self.faults.add(rules.TWO_CLAUSES, line, "a clause begins behind another")
                self._start, self._clause = line, []
                if self.weight(word, line):
                    continue
            number = self._number(word, line, silent=bad)
            if number is None:
                bad = True
            elif number:
                self._clause.append(number)
            else:
                if split:
                    where = f"ends in line {line}: expected 0 at the end of this line"
                    self.faults.add(rules.SPLIT_CLAUSE, self._start, f"the clause {where}")
                self.close()
                split, behind = False, True

    def weight(self, word: bytes, line: int) -> bool:
        """Whether the first word of a clause is no literal of it."""
        return False

    def close(self) -> None:
        """The clause is complete."""
        self.clauses.add(self._clause or [], self._start)
        self._clause = None

    def _number(self, word: bytes, line: int, *, silent: bool) -> int | None:
        """A literal or 0; None for what is none, which is said unless that is `silent`."""
        parts = _NUMBER.fullmatch(word)
        if parts is None:
            if not silent:
                self.faults.add(rules.WORD, line, f"{shown(word)} is no number")
            return None
        sign, digits = parts.groups()
        stripped = digits.lstrip(b"0")
        if sign == b"+":
            self.faults.add(rules.PLUS, line, f"{shown(word)}: expected no plus sign")
        if sign == b"-" and not stripped:
            self.faults.add(rules.NEGATIVE_ZERO, line, "`-0`: expected 0")
        elif len(digits) > max(len(stripped), 1):
            self.faults.add(rules.LEADING_ZERO, line, f"{shown(word)}: expected no leading zeros")
        if len(stripped) > 10 or int(stripped or b"0") > MAX_VARIABLE:
            limit = "2^31 - 1" if len(stripped) > 10 or int(stripped) >= 2**31 else "2^28 - 1"
            self.faults.add(rules.TOO_LARGE, line, f"{shown(word)} is beyond {limit}")
            return None
        return -int(stripped or b"0") if sign == b"-" else int(stripped or b"0")

    def _after_end(self, words: list[bytes], line: int) -> None:
        if words == [b"0"]:
            self.faults.add(rules.SATLIB_ZERO, line, "a 0 behind `%`: read as an empty clause")
        else:
            self.faults.add(rules.AFTER_END, line, f"{shown(words[0])} behind the end, the `%`")


def lint_cnf(data: bytes, track: str | None, faults: Faults) -> None:
    """All faults of a CNF file; `track` is one of the tracks for CNF, or None."""
    scanner = CnfScanner(data, faults)
    scanner.scan()
    chunks = scanner.clauses.chunks()
    sizes = found.sizes(chunks)
    line = max(scanner.header_line, 1)
    if scanner.header_line == 0 and not sizes.clauses and not faults.has(rules.HEADER_MISSING):
        scanner.missing_header(line)
    counting = scanner.counting.check(track, scanner.header and scanner.header[0], line)
    if scanner.header is not None:
        _check_header(scanner.header, line, sizes, faults, counting=counting)
        found.check_beyond(chunks, scanner.header[0], rules.BEYOND, faults)
    if not counting:
        _check_gaps(sizes, line, faults)
    check_clauses(chunks, sizes, line, faults)


def check_clauses(chunks: list[found.Chunk], sizes: found.Sizes, line: int, faults: Faults) -> None:
    """What can be wrong with clauses, hard or soft, that are read."""
    found.check_literals(chunks, faults)
    found.check_empty(chunks, maxsat.SOFT_EMPTY, faults)
    found.check_twins(chunks, maxsat.SOFT_DUPLICATE, faults)
    if not sizes.clauses:
        faults.add(rules.EMPTY_FORMULA, line, "there is no clause")


def _check_header(
    header: tuple[int, int], line: int, sizes: found.Sizes, faults: Faults, *, counting: bool
) -> None:
    variables, clauses = header
    if clauses != sizes.clauses:
        words = f"the header says {clauses} clauses, there are {sizes.clauses}"
        faults.add(rules.HEADER_CLAUSES, line, words)
    if variables > sizes.highest and not counting:  # a counter counts those that do not occur, too
        words = f"the header says {variables} variables, the highest that occurs is {sizes.highest}"
        faults.add(rules.HEADER_VARIABLES, line, words)


def _check_gaps(sizes: found.Sizes, line: int, faults: Faults) -> None:
    missing = sizes.missing()
    if len(missing):
        words = f"{len(missing)} of the numbers below {sizes.highest} occur nowhere"
        faults.add(rules.GAP, line, f"{words}, {missing[0]} is the first")
