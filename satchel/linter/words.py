"""The words of a file of clauses: numbers, and the header."""

from __future__ import annotations

import re

from satchel.cnf.sink import MAX_VARIABLE
from satchel.linter.fault import Faults, shown
from satchel.linter.rules import clauses as rules

_NUMBER = re.compile(rb"([+-]?)([0-9]+)")


def is_number(word: bytes) -> bool:
    """Whether a word is a number, in whatever form."""
    return _NUMBER.fullmatch(word) is not None


def read_number(word: bytes, line: int, faults: Faults) -> int | None:
    """The literal, or 0, that a number is; None (and a fault) where it is too large."""
    found = _NUMBER.fullmatch(word)
    assert found is not None
    sign, digits = found.groups()
    stripped = digits.lstrip(b"0") or b"0"
    if sign == b"+":
        faults.add(rules.PLUS, line, f"{shown(word)}: expected no plus sign")
    if sign == b"-" and stripped == b"0":
        faults.add(rules.NEGATIVE_ZERO, line, "`-0`: expected 0")
    elif len(digits) > len(stripped):
        faults.add(rules.LEADING_ZERO, line, f"{shown(word)}: expected no leading zeros")
    if len(stripped) > 10 or int(stripped) > MAX_VARIABLE:
        limit = "2^31 - 1" if len(stripped) > 10 or int(stripped) >= 2**31 else "2^28 - 1"
        faults.add(rules.TOO_LARGE, line, f"{shown(word)} is beyond {limit}")
        return None
    return -int(stripped) if sign == b"-" else int(stripped)


def read_header(words: list[bytes], line: int, faults: Faults) -> tuple[int, int] | None:
    """Variables and clauses; None (and a fault) where the line does not say them."""
    if words[:2] != [b"p", b"cnf"] or len(words) != 4 or not all(map(bytes.isdigit, words[2:])):
        form = shown(b" ".join(words))
        expected = "expected `p cnf VARIABLES CLAUSES`"
        faults.add(rules.HEADER_MALFORMED, line, f"{form}: {expected}")
        return None
    if max(map(len, words[2:])) > 18 or int(words[2]) > MAX_VARIABLE:
        words_ = f"more than {MAX_VARIABLE} variables, or absurdly many clauses"
        faults.add(rules.TOO_LARGE, line, words_)
        return None
    if any(b"%d" % int(word) != word for word in words[2:]):
        faults.add(rules.LEADING_ZERO, line, "a number with leading zeros")
    return int(words[2]), int(words[3])
