"""The same model in other people's values: numpy's scalars and arrays in place of Python's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Convert = Callable[[Any], Any]


def plain(value: Any) -> Any:
    """Leave it as it is."""
    return value


def array(values: Sequence[Any]) -> Any:
    """An array of one dimension, of objects where they are not all of numpy's."""
    return np.array(values)


def table(rows: Sequence[Sequence[Any]]) -> Any:
    """An array of two dimensions, of objects where they are not all of numpy's."""
    return np.array([list(row) for row in rows])


def folded(values: Sequence[Any]) -> Any:
    """An array of two columns, or of one."""
    return array(values).reshape(-1, 2 if len(values) % 2 == 0 else 1)


@dataclass
class Dialect:
    """How each kind of value is written; one of them may be replaced by a wrong one."""

    integer_as: Convert = plain
    truth_as: Convert = plain
    name_as: Convert = plain
    items_as: Convert = list
    bag_as: Convert = list
    table_as: Convert = plain
    wrong: tuple[str, int, Any] | None = None
    """The kind, the number of the call, and what is given there."""
    calls: dict[str, int] = field(default_factory=dict)

    def integer(self, value: int) -> Any:
        """A number."""
        return self._said("integer", value, self.integer_as)

    def key(self, value: int) -> Any:
        """A number that has a hash."""
        return self._said("key", value, plain if self.integer_as is plain else np.int64)

    def truth(self, value: bool) -> Any:
        """A truth value."""
        return self._said("truth", value, self.truth_as)

    def name(self, value: str) -> Any:
        """A name or a label."""
        return self._said("name", value, self.name_as)

    def items(self, *values: Any) -> Any:
        """A list whose order counts."""
        return self._said("items", values, self.items_as)

    def bag(self, *values: Any) -> Any:
        """A list that could have any shape."""
        return self._said("bag", values, self.bag_as)

    def table(self, *rows: Sequence[Any]) -> Any:
        """A list of rows."""
        return self._said("table", rows, self.table_as)

    def _said(self, kind: str, value: Any, convert: Convert) -> Any:
        number = self.calls[kind] = self.calls.get(kind, 0) + 1
        if self.wrong is not None and self.wrong[:2] == (kind, number):
            return self.wrong[2]
        return convert(value)
