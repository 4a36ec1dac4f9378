"""SVG to PNG by `resvg`, which needs no system library; an optional dependency."""

from __future__ import annotations

import re
from html import unescape

from satchel.errors import InputError
from satchel.extras import pip_install

_UNASSIGNED = "\U0010fffd"
"""A character that no font has: drawn as a box, or not at all."""


def rasterized(svg: str, zoom: float) -> bytes:
    """The picture as a PNG file; InputError without `resvg_py`, or without a font it needs.

    Text that is not outlines already is held against the machine's fonts first, letter by letter:
    where there is none, boxes would be drawn, or nothing, without a word.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise InputError(f"PNG pictures need resvg: {pip_install('png')}") from None

    def drawn(letter: str, opening: str) -> bytes:
        words = f"{opening}{letter}</text>"
        picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-9 -40 80 80">{words}</svg>'
        return bytes(svg_to_bytes(svg_string=picture, width=80))

    for opening, words in re.findall(r"(<text [^>]*>)([^<]*)</text>", svg):
        opening = re.sub(r' [xy]="[^"]*"', "", opening)
        box = drawn(_UNASSIGNED, opening)
        for letter in sorted(set(unescape(words)) - {" "}):
            if drawn(letter, opening) == box:
                raise InputError(f"no font on this machine has {letter!r}: draw SVG instead of PNG")
    return bytes(svg_to_bytes(svg_string=svg, zoom=zoom))
