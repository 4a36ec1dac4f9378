"""HTML from values: whatever is not markup already is escaped."""

from __future__ import annotations

import html
import json
from typing import TypeAlias

_EMPTY = frozenset({"meta", "br", "col", "input"})
"""Elements without content or an end."""


class Markup(str):
    """Text that is HTML."""

    __slots__ = ()


Content: TypeAlias = "str | int | list[Markup]"


def tag(name: str, /, *content: Content, **attributes: str | int | bool | None) -> Markup:
    """An element. `class_` is `class`, `data_x` is `data-x`; None and False leave one out."""
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _EMPTY:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{''.join(map(_content, content))}</{name}>")


def data(value: object) -> Markup:
    """JSON for a script element: no text in it can end the element, or be taken for markup."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def _content(content: Content) -> str:
    if isinstance(content, list):
        return "".join(content)
    return content if isinstance(content, Markup) else html.escape(str(content))


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html.escape(str(value))}"'
