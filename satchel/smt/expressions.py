"""S-expressions as SMT-LIB 2.6 has them, with the lines they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from satchel.errors import InputError

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+|;[^\n\r]*)
      | (?P<open>\()
      | (?P<close>\))
      | (?P<atom>\|[^|\\]*\||"(?:[^"]|"")*"|[^ \t\r\n();|"]+)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Atom:
    """A word, as it is written."""

    text: str
    line: int


class Group(list["Expression"]):
    """What stands between two parentheses; `line` is where they open."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line


Expression: TypeAlias = Atom | Group


def expressions(text: str) -> Iterator[Expression]:
    """The expressions of a text, one after the other; InputError where it is none."""
    stack: list[Group] = []
    place, line = 0, 1
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise InputError(f"a {text[place]} that is never closed", line=line)
        part: Expression | None = None
        if found["open"]:
            stack.append(Group(line))
        elif found["close"]:
            if not stack:
                raise InputError("a ) that closes nothing", line=line)
            part = stack.pop()
        elif found["atom"]:
            part = Atom(found["atom"], line)
        if part is not None and stack:
            stack[-1].append(part)
        elif part is not None:
            yield part
        line += found[0].count("\n")
        place = found.end()
    if stack:
        raise InputError("a ( that is never closed", line=stack[-1].line)


def name_of(parts: Sequence[Expression]) -> str | None:
    """The symbol that a single atom is, without its quotes; None for anything else."""
    match parts:
        case [Atom(text)] if text[0] == "|":
            return text[1:-1]
        case [Atom(text)] if text[0] not in '":#0123456789':
            return text
    return None
