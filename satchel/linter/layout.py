"""How lines are laid out: characters, blanks, ends of lines; the same for every format."""

from __future__ import annotations

import re

from satchel.linter.fault import Faults, shown
from satchel.linter.rules import files

_MARKS = (
    (b"\xef\xbb\xbf", "UTF-8"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_NON_ASCII = re.compile(rb"[\x80-\xff]")
_ODD_BLANK = re.compile(rb"[\v\f]")


def without_mark(data: bytes, faults: Faults) -> bytes | None:
    """The data without a byte order mark, which is a fault; None where it is not ASCII at all."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            faults.add(files.BOM, 1, f"a byte order mark ({name}): expected plain ASCII")
            return data[len(mark) :] if name == "UTF-8" else None
    return data


def check_end(data: bytes, faults: Faults) -> None:
    """The last line must have an end."""
    if data and not data.endswith(b"\n"):
        line = data.count(b"\n") + 1
        faults.add(files.NO_NEWLINE, line, "the last line has no end: expected a newline")


def check_characters(text: bytes, line: int, faults: Faults) -> None:
    """Of any line, a comment too: carriage returns, NULs, bytes beyond ASCII."""
    if b"\r" in text:
        faults.add(files.CARRIAGE_RETURN, line, "a carriage return: expected lines that end in LF")
    if b"\x00" in text:
        faults.add(files.NUL, line, "a NUL byte")
    if found := _NON_ASCII.search(text):
        where = f"{shown(text[found.start() : found.start() + 4])} in column {found.start() + 1}"
        faults.add(files.NON_ASCII, line, f"beyond ASCII: {where}")


def check_blanks(text: bytes, line: int, faults: Faults) -> None:
    """Of a line that is no comment: single spaces between words, and none at the ends."""
    text = text.rstrip(b"\r")
    if not text:
        faults.add(files.BLANK_LINE, line, "an empty line")
        return
    if b"\t" in text:
        faults.add(files.TAB, line, "a tab: expected spaces")
    if _ODD_BLANK.search(text):
        faults.add(files.ODD_BLANK, line, "a vertical tab or a form feed: expected spaces")
    if not text.strip():
        faults.add(files.BLANK_LINE, line, "a line of blanks")
        return
    if text[:1].isspace():
        faults.add(files.LEADING, line, "a blank before the first word")
    if text[-1:].isspace():
        faults.add(files.TRAILING, line, "a blank behind the last word")
    if len(text.split()) != len(re.findall(rb"\s", text.strip())) + 1:
        faults.add(files.DOUBLE_BLANK, line, "several blanks in a row: expected one")


class Comments:
    """Counts comments, of which a file has one note."""

    def __init__(self) -> None:
        self.count = 0
        self.first = 0

    def add(self, line: int) -> None:
        """One more."""
        self.count += 1
        self.first = self.first or line

    def report(self, faults: Faults) -> None:
        """The note, where there are any."""
        if self.count:
            words = "a line" if self.count == 1 else f"{self.count:,} lines"
            faults.add(files.COMMENT, self.first, f"{words} of comment")
