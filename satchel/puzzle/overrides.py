"""Parameters on the command line: `n=8,fixed=[[1, 4]],piece=knight`.

Values are TOML; bare words are strings.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from satchel.errors import InputError

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|.', re.DOTALL)
_WORD = re.compile(r"[^\W\d][\w-]*")


def read_overrides(text: str) -> dict[str, Any]:
    """The parameters in `text`; an InputError names the part that is not `name=value`."""
    values: dict[str, Any] = {}
    for part in _split(text):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not _WORD.fullmatch(name):
            raise InputError(f"expected name=value, not {part.strip()!r}")
        if name in values:
            raise InputError(f"parameter {name!r} is given twice")
        values[name] = _value(name, value)
    return values


def _split(text: str) -> list[str]:
    """Cut at the commas outside of brackets and strings."""
    parts, depth = [""], 0
    for token in _TOKEN.findall(text):
        depth += (token in "[{") - (token in "]}")
        if token == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += token
    return parts


def _value(name: str, text: str) -> Any:
    # true, false, inf and nan are TOML and not words, so TOML is asked first.
    try:
        if "\n" not in text:
            return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):  # syntax, too many digits; nested too deeply
        if _WORD.fullmatch(text):
            return text
    raise InputError(f"parameter {name!r}: {text!r:.80} is neither a TOML value nor a bare word")
