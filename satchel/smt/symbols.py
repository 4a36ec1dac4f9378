"""Names as SMT-LIB symbols: plain where they can be, `|quoted|` where they must be.

A quoted symbol is the same as the plain one, so quoting saves no name that means something to a
solver, and nothing quotes `|` and `\\`. Such names are escaped: `%`, then the name with every
character that cannot stand as `%` and hexadecimal digits, closed by `;`. Names that begin with `%`
are escaped too, so different names always have different symbols.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_PLAIN = re.compile(r"(?![-+]?[0-9])[A-Za-z0-9~!@$%^&*_+=<>.?/-]+")
"""Also without what solvers take for a negative number, against the letter of the standard."""

_UNQUOTABLE = re.compile(r"[|\\\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What no quoted symbol may hold, and line ends of any kind."""

_ESCAPED = re.compile(f"%|{_UNQUOTABLE.pattern}")

_WORDS = """
_ ! as let exists forall lambda match par BINARY DECIMAL HEXADECIMAL NUMERAL STRING
true false not => and or xor = distinct ite + - * / div mod abs <= < >= > Int Bool
^ int.pow2 int.log2
"""
RESERVED = frozenset(_WORDS.split())
"""SMT-LIB's words, the symbols of its theories Core and Ints, and what cvc5 adds to these."""


def symbol(name: str) -> str:
    """The symbol that stands for a name; different names have different ones."""
    text = unquoted(name)
    return text if _PLAIN.fullmatch(text) else f"|{text}|"


def unquoted(name: str) -> str:
    """The symbol without its quotes: the name itself, or its escape."""
    if name and name not in RESERVED and name[0] not in "%@." and not _UNQUOTABLE.search(name):
        return name
    return "%" + _ESCAPED.sub(lambda found: f"%{ord(found[0]):x};", name)


def fresh(stem: str, taken: Iterable[str]) -> str:
    """`stem!`, or with as many more `!` as it takes to be a beginning of no name in `taken`."""
    stem += "!"
    names = list(taken)
    while any(name.startswith(stem) for name in names):
        stem += "!"
    return stem
