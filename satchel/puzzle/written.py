"""Parameters written as text: as a file of an instance, or in one word for the command line.

Both are TOML, and what is written is read back as it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from satchel.errors import InputError
from satchel.puzzle.known import KnownAnswer

_WIDTH = 100
"""Lists of lists that are longer have one item a line in a file."""


def specification(puzzle: str, parameters: Mapping[str, object]) -> str:
    """The instance as it is named on a command line, without a blank between its parts."""
    values = ",".join(f"{name}={_value(value, ',')}" for name, value in parameters.items())
    return f"{puzzle}:{values}" if values else puzzle


def instance_file(
    puzzle: str,
    parameters: Mapping[str, object],
    known: KnownAnswer | None = None,
    comments: Sequence[str] = (),
    *,
    data: str | None = None,
) -> str:
    """The text of an instance's TOML file: comments, parameters, and what is known of it.

    `data` is the file that holds more of it, as seen from the folder of this one.
    """
    lines = [*(f"# {comment}" for comment in comments), f"puzzle = {_value(puzzle)}"]
    lines += [] if data is None else [f"data = {_value(data)}"]
    lines += ["", "[parameters]"]
    lines += [f"{name} = {_on_lines(name, value)}" for name, value in parameters.items()]
    if known is not None:
        facts = known.to_json()
        sources = facts.pop("source")
        lines += ["", "[answer]", *(f"{name} = {_value(fact)}" for name, fact in facts.items())]
        told = list(dict.fromkeys(sources.values()))
        if len(told) == 1:
            lines.append(f"source = {_value(told[0])}")
        else:
            lines += ["", "[answer.source]"]
            lines += [f"{name} = {_value(source)}" for name, source in sources.items()]
    return "".join(f"{line}\n" for line in lines)


def _on_lines(name: str, value: object) -> str:
    text = _value(value)
    if isinstance(value, list | tuple) and len(name) + 3 + len(text) > _WIDTH:
        return "[\n" + "".join(f"    {_value(item)},\n" for item in value) + "]"
    return text


def _value(value: object, separator: str = ", ") -> str:
    """A TOML value; InputError for what TOML has no word for."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        # A JSON string is a TOML string, but for the one control character JSON leaves as it is.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{separator.join(_value(item, separator) for item in value)}]"
    if isinstance(value, Mapping):
        equals = " = " if separator.endswith(" ") else "="
        entries = (f"{_key(k)}{equals}{_value(v, separator)}" for k, v in value.items())
        return f"{{{separator.join(entries)}}}"
    raise InputError(f"{value!r:.40} cannot be written as TOML")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)
