"""CSV that spreadsheets open without taking a name for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

Cells = Mapping[str, object]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection)."""


def written(lines: Iterable[Cells]) -> str:
    """Lines of the same cells as CSV, under their names; nothing where there are none."""
    table = list(lines)
    if not table:
        return ""
    return written_rows([list(table[0]), *(list(cells.values()) for cells in table)])


def written_rows(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV. A text that would be a formula gets an apostrophe; numbers stay.

    Carriage returns become blanks: the writer does not quote them, and readers end a line there.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in rows:
        writer.writerow([_harmless(cell) for cell in row])
    return text.getvalue()


def _harmless(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    formula = cell.startswith(_FORMULA) and not _is_number(cell)
    return ("'" if formula else "") + cell.replace("\r", " ")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.strip() == text
