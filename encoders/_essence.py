"""The parameter files of public N-queens collections: the little of Essence that they use."""

from __future__ import annotations

import json
import re
from typing import Any

from satchel.errors import InputError

_ASSIGNMENT = re.compile(r"(?:letting\s+)?(?P<name>[A-Za-z]\w*)\s*(?:=|be\b)\s*", re.ASCII)
_VALUE = re.compile(r"(?P<value>-?\d+|\[[\[\]\d\s,-]*\])\s*", re.ASCII)


def read_param(text: str) -> dict[str, Any]:
    """n, blocks, diags and numdiags of an Essence parameter file."""
    text = re.sub(r"\$.*", "", text)
    found: dict[str, tuple[Any, int]] = {}
    at = len(text) - len(text.lstrip())
    while at < len(text):
        line = text.count("\n", 0, at) + 1
        start = _ASSIGNMENT.match(text, at)
        value = start and _VALUE.match(text, start.end())
        if not start or not value:
            raise InputError("expected `letting NAME = an integer or [[a, b], ...]`", line=line)
        if start["name"] in found:
            raise InputError(f"{start['name']} is given twice", line=line)
        found[start["name"]] = (_plain_value(value["value"], line), line)
        at = value.end()
    return _named(found)


def _plain_value(text: str, line: int) -> Any:
    try:
        return json.loads(re.sub(r",\s*\]", "]", text))  # some files end a list with a comma
    except json.JSONDecodeError as error:
        raise InputError(f"not a list: {error.msg}", line=line + error.lineno - 1) from error
    except (ValueError, RecursionError) as error:  # too many digits; nested too deeply
        raise InputError(f"cannot be read: {error}", line=line) from error


def _named(found: dict[str, tuple[Any, int]]) -> dict[str, Any]:
    """The values under Satchel's names."""
    names = {"n": "n", "blocks": "blocked", "diags": "diagonals"}
    for name, (value, line) in found.items():
        if name not in names and name != "numdiags":
            raise InputError(f"unexpected name {name!r} (n, blocks, diags, numdiags)", line=line)
        if name == "numdiags" and value != len(found.get("diags", ([], 0))[0]):
            raise InputError(f"numdiags is {value}, but diags has another length", line=line)
    return {names[name]: value for name, (value, _) in found.items() if name in names}
