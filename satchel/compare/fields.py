"""Reading JSON objects field by field: each has its type, and a wrong one is told by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from satchel.errors import InputError
from satchel.suggest import among

_WORDS = {
    bool: "true or false",
    int: "an integer",
    float: "a number",
    str: "a string",
    type(None): "null",
}


def read_fields(kind: type, data: object, where: str) -> dict[str, Any]:
    """The fields of a dataclass out of a JSON object, for its constructor.

    Types are plain ones, unions of them, and `Mapping`, whose content is not looked at. Raises
    InputError where one is missing, unknown, or of another type; `where` opens the message.
    """
    if not isinstance(data, Mapping):
        raise InputError(f"{where} is expected to be an object")
    hints = _hints(kind)
    known = {field.name: field for field in fields(kind)}
    for name in data:
        if name not in known:
            raise InputError(f"{where} has no field {name!r} {among(name, known)}")
    found = {}
    for name, field in known.items():
        if name in data:
            found[name] = _read(hints[name], data[name], f"{where}: {name!r}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise InputError(f"{where} lacks the field {name!r}")
    return found


@cache
def _hints(kind: type) -> dict[str, Any]:
    """A store has thousands of objects of a kind; its types are worked out once."""
    return get_type_hints(kind)


def _read(hint: Any, value: object, where: str) -> object:
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    plain = tuple(get_origin(kind) or kind for kind in kinds)
    if float in plain and type(value) is int and abs(value) < 2**1023:
        return float(value)
    if isinstance(value, plain) and (bool in plain or not isinstance(value, bool)):
        return value
    words = " or ".join(_WORDS.get(kind, "an object") for kind in plain)
    raise InputError(f"{where} is expected to be {words}")
