"""Plain text as LaTeX prints it: every character stands for itself, none joins its neighbour."""

from __future__ import annotations

import unicodedata
from typing import Final

_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # At the start of a table's row these would belong to the end of the row before.
    "[": "{[}",
    "*": "{*}",
    "·": r"\,$\cdot$\,",
    "\N{MULTIPLICATION SIGN}": r"\texttimes{}",
    "…": r"\ldots{}",
    "\N{NO-BREAK SPACE}": "~",
    "\N{EN DASH}": "{}--{}",
    "\N{EM DASH}": "{}---{}",
    "\N{LEFT SINGLE QUOTATION MARK}": "{}`{}",
    "\N{RIGHT SINGLE QUOTATION MARK}": "{}'{}",
    "\N{LEFT DOUBLE QUOTATION MARK}": "{}``{}",
    "\N{RIGHT DOUBLE QUOTATION MARK}": "{}''{}",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "\N{LATIN SMALL LETTER DOTLESS I}": r"\i{}",
} | {character: f"\\{character}" for character in "&%$#_{}"}

_ACCENTS: Final = {
    "\N{COMBINING GRAVE ACCENT}": "`",
    "\N{COMBINING ACUTE ACCENT}": "'",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "^",
    "\N{COMBINING TILDE}": "~",
    "\N{COMBINING DIAERESIS}": '"',
    "\N{COMBINING MACRON}": "=",
    "\N{COMBINING DOT ABOVE}": ".",
    "\N{COMBINING BREVE}": "u",
    "\N{COMBINING CARON}": "v",
    "\N{COMBINING DOUBLE ACUTE ACCENT}": "H",
    "\N{COMBINING CEDILLA}": "c",
    "\N{COMBINING OGONEK}": "k",
    "\N{COMBINING RING ABOVE}": "r",
}
_QUOTE: Final = "'"
_STRAIGHT: Final = r"\textquotesingle{}"
_JOINING: Final = "-,'"
"""Two of these in a row would become another character."""


def escaped(text: str) -> str:
    """Text that LaTeX prints as it is; what LaTeX's usual fonts lack is left as it stands."""
    parts, before = [], ""
    for character in text:
        if character in _JOINING and character == before:
            parts.append("{}")
        parts.append(_letter(character) or character)
        before = character
    return "".join(parts)


def typewritten(text: str) -> str:
    """The same in a typewriter's font, with straight quotation marks."""
    return rf"\texttt{{{_STRAIGHT.join(map(escaped, text.split(_QUOTE)))}}}"


def unprintable(text: str) -> str:
    """The characters that LaTeX's usual fonts lack, each once, in order."""
    return "".join(dict.fromkeys(each for each in text if _letter(each) is None))


def _letter(character: str) -> str | None:
    """How LaTeX gets to print a character, if it can; control characters are blanks."""
    if character in _SPECIAL:
        return _SPECIAL[character]
    if character.isascii():
        return character if character.isprintable() else " "
    letter, *accents = list(unicodedata.normalize("NFD", character))
    if len(accents) == 1 and letter.isascii() and accents[0] in _ACCENTS:
        return f"\\{_ACCENTS[accents[0]]}{{{letter}}}"
    return None
