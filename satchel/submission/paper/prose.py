"""From plain text, as families write it, to LaTeX: paragraphs, mathematics, citations.

`[key]` and `[key, key]` cite works; `$x^2$` is mathematics, of which is let through what changes
nothing else, and in which ` x ` between two terms is a times sign; straight quotation marks become
curved ones where they come in pairs; every other character stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from satchel.errors import InputError
from satchel.latex import escaped, typewritten
from satchel.submission.paper.works import PROGRAMS, WORKS

_PIECE: Final = re.compile(r"\$([^$]+)\$|( ?)\[([^][]+)\]")
_ADDRESS: Final = re.compile(r"https?://[\w./:?=&%#+~-]*[\w/]", re.ASCII)
_QUOTED: Final = re.compile(r'"([^"]*)"')
_CURVED: Final = "\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}"
_RANGE: Final = re.compile(r"\b((?:pp|vol)\. \d+)-(\d+)")
_COMMAND: Final = re.compile(r"\\([A-Za-z]+|[,;{}])")
_TIMES: Final = re.compile(r"(?<=\w) x (?=\w)")
_PLAIN: Final = re.compile(r"[\w \n^{}()\[\]+\-*/=<>,.;:!|']*", re.ASCII)
_HARMLESS: Final = re.compile(
    # Spacing and braces, relations, operations, fences, letters.
    "[,;{}]|leq?|geq?|neq?|in|notin|equiv|approx|sim|mid|ll|to|subset|subseteq"
    "|cdot|times|pm|sum|prod|frac|binom|sqrt|mod|bmod|pmod|min|max|log|ln|exp|neg|vee|wedge"
    "|setminus|lfloor|rfloor|lceil|rceil|lvert|rvert"
    "|dots|ldots|cdots|infty|alpha|beta|gamma|lambda|mu|theta|mathrm"
)


class Bibliography:
    """The works that may be cited, in the order in which they are.

    They are those of a family, the others that Satchel knows by author and year, and programs.
    """

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own
        self._works = {**WORKS, **own}
        self._cited: list[str] = []
        """Texts: two names of one work are one entry."""

    def keys(self, text: str) -> list[str]:
        """The works that the text between two brackets names; [] where it names anything else."""
        names = [text] if text in self._works else [part.strip() for part in text.split(",")]
        return names if all(name in self._works for name in names) else []

    def cite(self, *keys: str) -> str:
        """LaTeX that cites works."""
        texts = list(dict.fromkeys(self._works[key] for key in keys))
        self._cited += [text for text in texts if text not in self._cited]
        labels = (_label(self._cited.index(text)) for text in texts)
        return rf"\cite{{{','.join(labels)}}}"

    def program(self, name: str) -> str:
        """A program's name in LaTeX, with the work about it where there is one known."""
        printed = typewritten(name)
        known = [beginning for beginning in PROGRAMS if name.startswith(beginning)]
        if not known:
            return printed
        self._works[name] = PROGRAMS[max(known, key=len)]
        return f"{printed}~{self.cite(name)}"

    def latex(self) -> str:
        """The list of works: what is cited, and then what else is the family's own."""
        works = list(dict.fromkeys([*self._cited, *self._own.values()]))
        if not works:
            return ""
        items = (
            rf"\bibitem{{{_label(number)}}} {_work(text)}" for number, text in enumerate(works)
        )
        widest = "9" * len(str(len(works)))
        begin, end = rf"\begin{{thebibliography}}{{{widest}}}", r"\end{thebibliography}"
        return "\n".join([begin, *items, end])


def prose(text: str, works: Bibliography) -> str:
    """Paragraphs in LaTeX; an InputError says what mathematics is not let through."""
    paragraphs = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()))
    return "\n\n".join(_paragraph(paragraph, works) for paragraph in paragraphs)


def _paragraph(text: str, works: Bibliography) -> str:
    text, parts, place = _QUOTED.sub(_CURVED, text), [], 0
    for piece in _PIECE.finditer(text):
        mathematics, blank, cited = piece.groups()
        keys = [] if cited is None else works.keys(cited)
        if mathematics is None and not keys:
            continue
        parts.append(escaped(text[place : piece.start()]))
        if mathematics is None:
            parts.append(f"{'~' if blank else ''}{works.cite(*keys)}")
        else:
            parts.append(f"${_harmless(mathematics)}$")
        place = piece.end()
    return "".join([*parts, escaped(text[place:])])


def _harmless(mathematics: str) -> str:
    """Mathematics that cannot do anything but be printed."""
    unknown = [found for found in _COMMAND.findall(mathematics) if not _HARMLESS.fullmatch(found)]
    plain = _COMMAND.sub("", mathematics)
    # Two carets would begin a character's number, which could be any.
    if unknown or "^^" in plain or not _PLAIN.fullmatch(plain) or not _balanced(plain):
        raise InputError(f"not mathematics that a description can have: ${mathematics}$")
    return _TIMES.sub(r" \\times ", mathematics)


def _balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0


def _work(text: str) -> str:
    """A work in one line, its addresses printed so that they can be broken."""
    text = _RANGE.sub("\\1\N{EN DASH}\\2", _QUOTED.sub(_CURVED, text))
    parts, place = [], 0
    for found in _ADDRESS.finditer(text):
        parts += [escaped(text[place : found.start()]), rf"\url{{{found[0]}}}"]
        place = found.end()
    return "".join([*parts, escaped(text[place:])])


def _label(number: int) -> str:
    return f"work{number + 1}"
