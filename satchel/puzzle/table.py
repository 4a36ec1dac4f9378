"""A table of a puzzle's parameters: a dict in the order of its keys, which nobody changes.

TOML gives the entries of a table no order. So that equal instances give equal bytes, a table is
sorted, however it was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn


class Table(dict[str, Any]):
    """Strings with a value each; as a parameter it is hashed with the dataclass that it is in."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        super().__init__(sorted(entries.items()))

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))

    def __reduce__(self) -> tuple[type[Table], tuple[dict[str, Any]]]:
        return Table, (dict(self),)

    def _refuse(self, *_values: object, **_named: object) -> NoReturn:
        raise TypeError("the parameters of a puzzle do not change")

    __setitem__ = __delitem__ = __ior__ = _refuse  # pyright: ignore[reportAssignmentType]
    clear = pop = popitem = setdefault = update = _refuse  # pyright: ignore[reportAssignmentType]
