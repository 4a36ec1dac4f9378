"""Letters and chess pieces as outlines, so that they look the same on a machine without fonts.

`glyphs.json` has Latin, Greek and Cyrillic letters, punctuation and chess pieces of DejaVu Sans,
1000 units per em, baseline at 0, downwards positive. Other scripts are left to the viewer's fonts.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TypeAlias

EM = 1000
CAPITAL = 730
"""The height of a capital letter or a digit."""

Glyph: TypeAlias = tuple[int, str]
"""Advance width and SVG path data."""


@cache
def _glyphs() -> dict[str, Glyph]:
    text = Path(__file__).with_name("glyphs.json").read_text("utf-8")
    return {character: (width, path) for character, (width, path) in json.loads(text).items()}


def outlined(text: str) -> list[Glyph] | None:
    """The outlines of all characters; None if one of them is missing."""
    glyphs = _glyphs()
    return [glyphs[c] for c in text] if all(c in glyphs for c in text) else None


def width(text: str) -> float:
    """The width in em; an estimate where outlines are missing."""
    from rich.cells import cell_len

    found = outlined(text)
    return sum(w for w, _ in found) / EM if found is not None else cell_len(text) * 0.55
