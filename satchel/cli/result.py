"""Results as text and as JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from satchel.printable import printable

if TYPE_CHECKING:
    from satchel.draw import Drawing
    from satchel.puzzle import Instance, Shown
    from satchel.tasks.origin import Origin


def aligned(rows: Sequence[Sequence[str]], *, left: int) -> str:
    """A table: the first `left` columns aligned to the left, the others to the right."""
    rows = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if index < left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def drawn(instance: Instance | None, solution: Shown) -> str:
    """The solution as its puzzle draws it; of a bare model the shown values."""
    if instance is not None:
        return in_terminal(instance.draw(solution))
    return "\n".join(f"{printable(name)} = {plain(value)}" for name, value in solution.items())


def in_terminal(drawing: Drawing) -> str:
    """The drawing as text, in colour where somebody sees it who has not refused colours."""
    return drawing.text(color=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))


def as_json(answer: Mapping[str, Any], origin: Origin | None) -> str:
    """An answer in one line, with what it answers, so that it can be checked and shown later."""
    instance = None if origin is None or origin.instance is None else origin.instance.to_json()
    model = None if origin is None else origin.model_name
    return json.dumps({**answer, "instance": instance, "model": model}, ensure_ascii=False)


def vouched(certificate: str | None) -> str:
    """What vouches for an unsatisfiable verdict, or that nothing does."""
    return certificate or "unverified: no known answer, no certificate"


def plain(value: int | bool) -> str:
    """A shown value as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)
