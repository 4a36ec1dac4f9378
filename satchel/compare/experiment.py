"""An experiment: what is to be compared on what, as a TOML file says it.

    instances = ["queens:n={8..40..8}", "zebra/*"]    # required: see `names.py`
    models    = ["lines"]                 # of the puzzles; default: the default one. "*": all.
                                          # With several puzzles: models.queens = ["lines"]
    backends  = ["cadical", "kissat"]     # default: cadical
    set       = ["amo=pairwise", "amo=product"]       # a column each, named so
    shuffles  = 5                         # the natural numbering and four random ones
    timeout   = 60                        # seconds of CPU time for a run
    walltime  = 90                        # seconds of wall time; default: timeout + 30
    memory    = "2G"                      # for a run; default: not limited
    jobs      = 2                         # at a time; default: one for each physical core
    seed      = 1                         # of the numberings and of the order of runs
    puzzles   = ["mine.py"]               # Python files with more puzzles

    [profiles.small]                      # a column: options as in `--profile` files
    encoding = "order"
    set = { amo = "product", linear = "mdd" }

Without profiles and `set` there is one column, `auto`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from satchel.cnf.options import Options
from satchel.compare.names import place
from satchel.compare.profiles import read_choice, read_profile
from satchel.errors import InputError
from satchel.sizes import read_seconds, read_size
from satchel.suggest import among

AUTO: Final = "auto"
"""The profile of an experiment that names none."""

WALLTIME_ABOVE: Final = 30.0
"""Seconds of wall time beyond those of CPU time, where nothing is said: as BenchExec has it."""
_MOST_SHUFFLES: Final = 1000


@dataclass(frozen=True)
class Experiment:
    """What is to be compared; names are not looked up yet."""

    instances: tuple[str, ...]
    models: tuple[str, ...] | Mapping[str, tuple[str, ...]] = ()
    backends: tuple[str, ...] = ("cadical",)
    profiles: Mapping[str, Options] = field(default_factory=lambda: {AUTO: Options()})
    shuffles: int = 5
    """Numberings, the natural one among them."""
    timeout: float = 60.0
    """Seconds of CPU time."""
    walltime: float | None = None
    """Seconds of wall time; None: `WALLTIME_ABOVE` more than of CPU time."""
    memory: int | None = None
    jobs: int | None = None
    seed: int = 0
    puzzles: tuple[str, ...] = ()
    folder: Path = Path()
    """Where files are looked for that are named without a folder."""

    def models_of(self, puzzle: str) -> tuple[str, ...]:
        """The models that are asked for of a puzzle; none: its default one."""
        if isinstance(self.models, Mapping):
            return self.models.get(puzzle, ())
        return self.models

    def to_json(self) -> dict[str, Any]:
        """What was asked for, for the record."""
        models = self.models
        return {
            "instances": list(self.instances),
            "models": dict(models) if isinstance(models, Mapping) else list(models),
            "backends": list(self.backends),
            "profiles": {name: options.to_json() for name, options in self.profiles.items()},
            "shuffles": self.shuffles,
            "timeout": self.timeout,
            "walltime": self.walltime,
            "memory": self.memory,
            "jobs": self.jobs,
            "seed": self.seed,
            "puzzles": [place(file, self.folder) for file in self.puzzles],
        }


def read_experiment(data: Mapping[str, Any], folder: Path = Path()) -> Experiment:
    """The experiment in TOML's data; InputError says which key is wrong, and what was expected."""
    for key in data:
        if key not in _READERS and key not in ("profiles", "set"):
            words = among(key, [*_READERS, "set", "profiles"])
            raise InputError(f"no such key: {key!r} {words}")
    if "instances" not in data:
        raise InputError('the instances are missing (expected: instances = ["queens/*"])')
    given = {key: _READERS[key](key, data[key]) for key in _READERS if key in data}
    profiles = _profiles(data)
    if profiles:
        given["profiles"] = profiles
    return Experiment(**given, folder=folder)


def _profiles(data: Mapping[str, Any]) -> dict[str, Options]:
    tables = data.get("profiles", {})
    if not isinstance(tables, Mapping):
        raise InputError("'profiles' are expected to be tables: [profiles.NAME]")
    choices = _names("set", data["set"]) if "set" in data else ()
    found: dict[str, Options] = {}
    for name, table in tables.items():
        try:
            found[name] = read_profile(table)
        except InputError as error:
            raise InputError(f"profile {name!r}: {error.message}") from error
    for choice in choices:
        if choice in found:
            raise InputError(f"two profiles are named {choice!r}")
        found[choice] = read_profile({"set": read_choice(choice)})
    _refuse_twins(found)
    return found


def _refuse_twins(profiles: Mapping[str, Options]) -> None:
    seen: dict[str, str] = {}
    for name, options in profiles.items():
        twin = seen.setdefault(repr(options.to_json()), name)
        if twin != name:
            raise InputError(f"profiles {twin!r} and {name!r} choose the same")


def _names(key: str, value: object) -> tuple[str, ...]:
    """Distinct strings, at least one."""
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, (list, tuple)) or not all(isinstance(n, str) and n for n in names):
        raise InputError(f"{key!r} is expected to be a list of strings")
    if not names:
        raise InputError(f"{key!r} is empty")
    return tuple(dict.fromkeys(names))


def _models(key: str, value: object) -> object:
    if not isinstance(value, Mapping):
        return _names(key, value)
    return {puzzle: _names(f"{key}.{puzzle}", names) for puzzle, names in value.items()}


def _number(least: int, most: int | None = None) -> Callable[[str, object], int]:
    def read(key: str, value: object) -> int:
        high = math.inf if most is None else most
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= high:
            to = "on" if most is None else f"to {most}"
            raise InputError(f"{key!r} is expected to be an integer from {least} {to}")
        return value

    return read


def _seconds(key: str, value: object) -> float:
    given = isinstance(value, (int, float, str)) and not isinstance(value, bool)
    seconds = read_seconds(str(value)) if given else None
    if seconds is None:
        raise InputError(f"{key!r} is expected to be a time above 0 like 10, '10s' or '2m'")
    return seconds


def _memory(key: str, value: object) -> int | None:
    if value is None:
        return None
    size = None if isinstance(value, bool) else read_size(str(value))
    if size is None:
        raise InputError(f'{key!r} is expected to be a size like "500M" or "2G", not {value!r}')
    return size


_READERS: Final[Mapping[str, Callable[[str, Any], Any]]] = {
    "instances": _names,
    "models": _models,
    "backends": _names,
    "shuffles": _number(1, _MOST_SHUFFLES),
    "timeout": _seconds,
    "walltime": _seconds,
    "memory": _memory,
    "jobs": _number(1),
    "seed": _number(0),
    "puzzles": _names,
}
