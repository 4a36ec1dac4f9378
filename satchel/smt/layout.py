"""Applications laid out for people: on one line where they fit, else indented and filled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WIDTH = 96
_INDENT = "  "


def application(head: str, *args: str) -> str:
    """`(head arg ...)`; arguments that are longer than a line stand on lines of their own."""
    size = len(head) + sum(map(len, args)) + len(args) + 2
    if size <= WIDTH and not any("\n" in arg for arg in args):
        return f"({' '.join((head, *args))})"
    lines = [line.replace("\n", f"\n{_INDENT}") for line in filled(args)]
    return f"({head}\n{_INDENT}" + f"\n{_INDENT}".join(lines) + ")"


def filled(words: Iterable[str]) -> list[str]:
    """The words on as few lines as keep to the width, those of several lines by themselves."""
    lines: list[str] = []
    line: list[str] = []
    length = 0
    for word in words:
        if line and ("\n" in word or length + len(word) > WIDTH):
            lines.append(" ".join(line))
            line, length = [], 0
        if "\n" in word:
            lines.append(word)
        else:
            line.append(word)
            length += len(word) + 1
    return [*lines, " ".join(line)] if line else lines


def chain(head: str, args: Sequence[str], empty: str) -> str:
    """An associative operator over any number of arguments; `empty` is its value over none."""
    if len(args) < 2:
        return args[0] if args else empty
    return application(head, *args)
