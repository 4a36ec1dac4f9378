"""Text of others in a line of ours: it neither moves a cursor, nor ends or reverses the line."""

from __future__ import annotations


def printable(text: str) -> str:
    """The text with everything that is no visible character escaped, as in a Python string.

    Spaces stay. What is escaped: control characters (line ends and terminal escapes among them),
    marks that change the direction of text, separators of lines, and bytes that are no text.
    """
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape", "surrogatepass").decode()
        for each in text
    )
