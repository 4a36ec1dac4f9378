"""Which instances an experiment's words stand for.

queens/8                   one of the shipped instances, or any other way to name one
queens/*                   all shipped instances of a puzzle, or `packing/smallest-*`
boards/*.toml              files, seen from the folder of the experiment
queens:n={8..32..8}        n = 8, 16, 24, 32, as shells write it
queens:n={8,20},model={a,b}    every combination
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from satchel.errors import InputError
from satchel.files import is_file
from satchel.puzzle import shipped_instances
from satchel.suggest import among

_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_RANGE: Final = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?")
_MOST: Final = 100_000
"""Instances that one pattern may stand for."""


def expand(pattern: str, folder: Path) -> list[str]:
    """The names that the pattern stands for, in order; InputError where it stands for none."""
    names: list[str] = []
    for one in _alternatives(pattern):
        names += _matching(one, folder) if set("*?[") & set(one.partition(":")[0]) else [one]
        if len(names) > _MOST:
            raise InputError(f"{pattern!r} stands for more than {_MOST} instances")
    return names


def place(name: str, folder: Path) -> str:
    """The file of that name in the folder, if it is there; else the name."""
    return str(folder / name) if is_file(str(folder / name)) else name


def _alternatives(pattern: str) -> Iterator[str]:
    """The pattern with each choice made for its braces."""
    braces = _BRACES.search(pattern)
    if braces is None:
        yield pattern
        return
    for choice in _choices(braces[1]):
        yield from _alternatives(pattern[: braces.start()] + choice + pattern[braces.end() :])


def _choices(text: str) -> list[str]:
    found = _RANGE.fullmatch(text)
    if found is None:
        return [part.strip() for part in text.split(",")]
    first, last = int(found[1]), int(found[2])
    step = abs(int(found[3] or 1))
    if step == 0:
        raise InputError(f"the range {{{text}}} has no step")
    if abs(last - first) // step >= _MOST:
        raise InputError(f"the range {{{text}}} has more than {_MOST} members")
    numbers = range(first, last + 1, step) if first <= last else range(first, last - 1, -step)
    return [str(number) for number in numbers]


def _matching(pattern: str, folder: Path) -> list[str]:
    """Shipped instances first; files where there are none."""
    names = [name for name in shipped_instances() if fnmatchcase(name, pattern)]
    if not names and not Path(pattern).is_absolute():
        names = sorted(path.relative_to(folder).as_posix() for path in folder.glob(pattern))
    if not names:
        words = among(pattern, shipped_instances(), see="satchel list instances")
        raise InputError(f"no instance is named like {pattern!r} {words}")
    return names
