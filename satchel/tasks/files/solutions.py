"""Solution files: what `--output json` prints, one object or one a line, or bare shown values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from satchel.errors import InputError
from satchel.files import read_text
from satchel.jsontext import parse_json
from satchel.puzzle import Shown


def read_solutions(file: str) -> Iterator[tuple[Mapping[str, Any] | None, Shown]]:
    """Each solution, with the instance's data where the file says it; InputError if it can't."""
    for data, line in _objects(read_text(file), file):
        solution, instance = data.get("solution", data), data.get("instance")
        if solution is None:
            status = data.get("status")
            raise InputError(f"no solution in it (status {status})", file=file, line=line)
        if not isinstance(solution, dict) or not all(
            isinstance(value, int) for value in solution.values()
        ):
            raise InputError("shown values are true, false or integers", file=file, line=line)
        yield (instance if isinstance(instance, dict) else None), solution


def _objects(text: str, file: str) -> Iterator[tuple[dict[str, Any], int]]:
    """The JSON objects in a file, with the line each begins on: the whole text, or one a line."""
    try:
        found = [(parse_json(text), 1)]
    except InputError:
        lines = [(line, n) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not lines:
            raise InputError("empty", file=file) from None
        found = [(parse_json(line, file=file, line=n), n) for line, n in lines]
    for data, number in found:
        if not isinstance(data, dict):
            raise InputError("an object is expected", file=file, line=number)
        yield data, number
