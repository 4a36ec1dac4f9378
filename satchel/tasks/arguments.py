"""Check the arguments of the public functions where they come in, each by its parameter's name.

A wrong one is an InputError in one line, before any work is done. What a user may write in several
ways is passed on in one: memory as `"500M"`, numbers of numpy, no time limit as infinity.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from os import PathLike
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar, get_args

from satchel.cnf.options import Options
from satchel.errors import InputError
from satchel.ir import Model
from satchel.ir.given import as_integer, as_truth, plain, quoted
from satchel.puzzle import Instance
from satchel.sizes import read_size
from satchel.tasks.optimise.rule import Search

Memory: TypeAlias = int | str
"""A number of bytes, or a size like `500M` or `2G` (K, M, G and T are powers of 1024)."""

LONGEST: Final = 1e9
"""Thirty years in seconds: no timer can be set to much more."""

P = ParamSpec("P")
R = TypeVar("R")


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The same function, which looks at its arguments first."""
    signature = inspect.signature(function)
    checks = {name: _CHECKS[name] for name in signature.parameters if name in _CHECKS}

    @wraps(function)
    def looking(*args: P.args, **kwargs: P.kwargs) -> R:
        bound = signature.bind(*args, **kwargs)
        for name, value in bound.arguments.items():
            if value is None and signature.parameters[name].default is not None:
                raise InputError(f"{name} is expected, not None")
            if name in checks:
                bound.arguments[name] = checks[name](name, value)
        return function(*bound.args, **bound.kwargs)

    return looking


def in_bytes(memory: Memory | None) -> int | None:
    """A memory limit as a number; InputError where it is none."""
    if memory is None:
        return None
    size = read_size(memory) if isinstance(memory, str) else _whole(memory)
    if size is None or size <= 0:
        raise InputError(
            f"memory is a number of bytes, or a size like '500M', not {quoted(memory)}"
        )
    return size


def _memory(_name: str, value: Any) -> int | None:
    return in_bytes(value)


def _timeout(name: str, value: object) -> float | None:
    if value is None:
        return None
    value = plain(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value == math.inf:
            return None
        if 0 <= value <= LONGEST:  # false for nan
            return float(value)
    raise InputError(f"{name} is a number of seconds, not {quoted(value)}")


def _options(name: str, value: object) -> Options | None:
    if value is None or isinstance(value, Options):
        return value
    raise InputError(f"{name} are Options(...), not {quoted(value)}")


def _problem(_name: str, value: object) -> object:
    if isinstance(value, (Instance, Model)):
        return value
    advice = f": load({quoted(value)}) gives an instance" if isinstance(value, str) else ""
    raise InputError(f"an Instance or a Model is expected, not {quoted(value)}{advice}")


def _count(name: str, value: object) -> int | None:
    number = _whole(value)
    if value is None or (number is not None and number > 0):
        return number
    raise InputError(f"{name} is a number from 1 on, not {quoted(value)}")


def _whole(value: object) -> int | None:
    return None if as_truth(value) is not None else as_integer(value)


def _flag(name: str, value: object) -> bool:
    truth = as_truth(value)
    if truth is None:
        raise InputError(f"{name} is true or false, not {quoted(value)}")
    return truth


def _word(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name} is a name, not {quoted(value)}")
    return value


def _word_or_none(name: str, value: object) -> str | None:
    return None if value is None else _word(name, value)


def _search(name: str, value: object) -> str:
    if value not in get_args(Search):
        raise InputError(f"{name} is one of {', '.join(get_args(Search))}, not {quoted(value)}")
    return str(value)


def _file(name: str, value: object) -> object:
    if not isinstance(value, (str, PathLike)):
        raise InputError(f"{name} is the name of a file, not {quoted(value)}")
    return value


def _file_or_none(name: str, value: object) -> object:
    return None if value is None else _file(name, value)


def _files(name: str, value: object) -> list[object]:
    return [_file(f"each of {name}", item) for item in _several(name, value)]


def _words(name: str, value: object) -> list[str]:
    return [_word(f"each of {name}", item) for item in _several(name, value)]


def _several(name: str, value: object) -> Iterable[object]:
    if isinstance(value, (str, bytes, PathLike, Mapping)) or not isinstance(value, Iterable):
        raise InputError(f"{name} are a list, not {quoted(value)}")
    return value


_CHECKS: Final[Mapping[str, Callable[[str, Any], Any]]] = {
    "problem": _problem,
    "name": _file,
    "puzzles": _files,
    "out": _file_or_none,
    "map_file": _file_or_none,
    "answer": _file,
    "cnf": _file_or_none,
    "form": _word,
    "model": _word_or_none,
    "backend": _word,
    "options": _options,
    "search": _search,
    "satisfy": _flag,
    "method": _word,
    "limit": _count,
    "jobs": _count,
    "keep": _words,
    "smallest": _flag,
    "core": _flag,
    "timeout": _timeout,
    "memory": _memory,
}
