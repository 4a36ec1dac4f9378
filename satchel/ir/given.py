"""Read what a user gives: exact integers, truth values, names and lists, from Python or numpy.

Scalars and arrays of numpy (and what behaves like one: a pandas Series, a tensor) count as the
Python values that they hold. They are recognised by their attributes: numpy is never imported here,
because that would cost every command a tenth of a second.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any, Final

from satchel.errors import ModelError

MOST_DIGITS: Final = 4000
"""Longer integers are refused: Python writes none of more than 4,300 digits as text."""

_MOST_BITS: Final = int(MOST_DIGITS * 3.32)
_SHORT: Final = 80
_DEEPEST: Final = 100

_SIMPLE: Final = frozenset("biuO")
"""The kinds of numpy values whose `item()` is the same value in Python; a time is none."""


def as_truth(value: object) -> bool | None:
    """The value as True or False; None if it is no truth value (a number is none)."""
    if value is True or value is False:
        return value
    value = plain(value)
    return value if isinstance(value, bool) else None


def as_integer(value: object) -> int | None:
    """The value as an exact integer, a truth value as 1 or 0; None if it is no integer."""
    if type(value) is not int:
        value = plain(value)
        if getattr(value, "ndim", 0):
            return None
        try:
            value = operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            return None
    refuse_long(value)
    return value


def integer(value: object, what: str) -> int:
    """The value as an exact integer; ModelError, which says what it is for, if it is none."""
    number = as_integer(value)
    if number is None:
        raise ModelError(f"{what} is an integer, not {quoted(value)}")
    return number


def refuse_long(number: int) -> None:
    """ModelError if the integer has too many digits to be written down."""
    if number.bit_length() > _MOST_BITS:
        raise ModelError(f"an integer has more than {MOST_DIGITS:,} digits")


def text(value: object, what: str) -> str:
    """The value as text that a file can hold: a name, a label."""
    if not isinstance(value, str):
        raise ModelError(f"{what} is text, not {quoted(value)}")
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise ModelError(f"{what} is no text that UTF-8 can hold: {quoted(value)}")
    return value if type(value) is str else str.__str__(value)


def sequence(given: object, what: str, *, dimensions: int = 1) -> list[Any]:
    """The items of a list, or of an array of so many dimensions at most, where order counts."""
    if isinstance(given, (set, frozenset)):
        raise ModelError(f"{what} are a list: a set has no order")
    if not _is_list(given) or isinstance(given, Mapping):
        raise ModelError(f"{what} are a list, not {quoted(given)}")
    if getattr(given, "ndim", 1) > dimensions:
        shape = " x ".join(map(str, getattr(given, "shape", ())))
        raise ModelError(f"{what} are a list, not an array of {shape}")
    return _items(given)


def records(given: object, what: str, *parts: str) -> list[list[Any]]:
    """The items of a list, each of which has these parts: (coefficient, name), for example."""
    found = []
    for item in sequence(given, what, dimensions=2):
        record = sequence(item, f"the parts of each of {what}")
        if len(record) != len(parts):
            raise ModelError(f"{what} are ({', '.join(parts)}) each, not {quoted(item)}")
        found.append(record)
    return found


def flattened(given: object, leaf: type, depth: int = 0) -> list[Any]:
    """The items of lists, lists of lists and arrays of any shape, in row order.

    What is a `leaf` is an item, even where one could iterate over it. Of a mapping the keys are the
    items if they are leaves; else its values were meant, and it is refused.
    """
    if depth > _DEEPEST:
        raise ModelError(f"lists are nested more than {_DEEPEST} deep")
    if not _is_list(given) or _is_map(given, leaf):
        raise ModelError(f"a list is expected, not {quoted(given)}")
    items: list[Any] = []
    for item in _items(given):
        if isinstance(item, leaf) or not _is_list(item):
            items.append(item)
        else:
            items += flattened(item, leaf, depth + 1)
    return items


def quoted(value: object) -> str:
    """The value on one short line, for an error."""
    try:
        words = " ".join(repr(value).split())
    except Exception:  # a stranger's repr; also an integer of more digits than Python writes
        words = f"a value of type {type(value).__name__}"
    return shortened(words, _SHORT)


def shortened(words: str, most: int = 200) -> str:
    """The text as it is printed in one line, cut with `...` where it is long."""
    return words if len(words) <= most else f"{words[: most - 3]}..."


def plain(value: object) -> object:
    """The Python value of a numpy scalar, or of an array without dimensions; else the value."""
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    if kind in _SIMPLE and getattr(value, "ndim", None) == 0:
        return value.item()  # type: ignore[attr-defined]
    return value


def _is_array(value: object) -> bool:
    return hasattr(value, "__array__") and getattr(value, "ndim", 0) > 0


def _is_map(value: object, leaf: type) -> bool:
    return isinstance(value, Mapping) and not all(isinstance(key, leaf) for key in value)


def _is_list(value: object) -> bool:
    if hasattr(value, "__array__"):
        return _is_array(value)
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, bytearray))


def _items(given: Any) -> list[Any]:
    if not _is_array(given):
        return list(given)
    array = given if hasattr(given, "tolist") else given.__array__()
    # As Python values, item by item where `tolist` would make numbers of times.
    return array.tolist() if array.dtype.kind not in "mM" else list(array.ravel())
