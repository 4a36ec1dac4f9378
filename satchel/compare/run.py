"""One run of an experiment: what is solved, how, and within which limits; its id is its content's.

A run is one cell of the matrix instances x models x profiles x backends x shuffles. It carries all
that a measurement needs, so that it can be carried out on another machine.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from satchel.cnf.options import Options
from satchel.compare.fields import read_fields
from satchel.errors import InputError

_NOT_RUN = ("instance", "profile", "answer", "reading")
"""Names, what is on record, and where data lie: none of it changes what is run."""


_OPTIONS: Mapping[str, tuple[type, ...]] = {
    "choices": (dict,),
    "labels": (dict,),
    "break_symmetry": (bool,),
    "count_safe": (bool,),
    "solving": (bool,),
    "enumerating": (bool,),
    "max_clauses": (int,),
}
"""The types of options in JSON; those of others are a string or a list."""


@dataclass(frozen=True)
class Run:
    """One measurement to make; the fields are JSON data.

    Raises InputError, out of `from_json`, where data is no run.
    """

    instance: str
    """The instance's name, as given."""
    puzzle: str
    parameters: Mapping[str, Any]
    """With `puzzle`, what the instance is: see `Instance.to_json`."""
    answer: Mapping[str, Any] | None
    """The known answer, as in `Instance.to_json`."""
    model: str
    """The name of one of the puzzle's models."""
    profile: str
    """The name of the choice of encodings; `model` for backends that take the model itself."""
    options: Mapping[str, Any]
    """That choice, as `Options.to_json` writes it; the shuffle is apart."""
    backend: str
    version: str
    """Which solver stands behind the backend's name."""
    shuffle: int | None
    """The seed of the renaming; None is the natural numbering."""
    timeout: float
    """Seconds of CPU time of all processes of the run together; of wall time where `walltime` is
    None."""
    memory: int | None
    """Bytes for all processes of the run together; None: not limited."""
    reading: Mapping[str, Any] = field(default_factory=dict)
    """Where and how the instance's data are read, as in `Instance.to_json`."""
    walltime: float | None = None
    """Seconds of wall time. None in plans made before runs were limited by CPU time."""

    def __post_init__(self) -> None:
        _refuse_strange(self)
        # One content has one id, whether 30 or 30.0 was said.
        object.__setattr__(self, "timeout", float(self.timeout))
        if self.walltime is not None:
            object.__setattr__(self, "walltime", float(self.walltime))

    @cached_property
    def id(self) -> str:
        """Thirty-two hexadecimal digits, the same for the same content on every machine."""
        return digest(
            {name: value for name, value in self.to_json().items() if name not in _NOT_RUN}
        )

    @property
    def chosen(self) -> Options:
        """The options, with the shuffle, as tasks take them."""
        return replace(Options.from_json(self.options), shuffle=self.shuffle)

    def to_json(self) -> dict[str, Any]:
        """The fields; without `walltime` where it is None, as plans of before have it."""
        data = asdict(self)
        if self.walltime is None:
            del data["walltime"]
        return data

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The run that `to_json` wrote."""
        run = cls(**read_fields(cls, data, "the run"))
        _refuse_strange_options(run.options)
        return run


def _refuse_strange_options(options: Mapping[str, Any]) -> None:
    """InputError where what a plan says of encodings is no choice of them."""
    for name, value in options.items():
        forms = _OPTIONS.get(name, (str, list))
        if not isinstance(value, forms) or (bool not in forms and isinstance(value, bool)):
            raise InputError(f"the run has the option {name!r}: {value!r:.40}")
        inner = value.values() if isinstance(value, Mapping) else ()
        names = inner if name == "choices" else [n for c in inner for n in _names(c)]
        if not all(isinstance(each, str) for each in names):
            raise InputError(f"the run has the option {name!r}: {value!r:.40}")
    Options.from_json(options)


def _names(choices: object) -> list[object]:
    """The names of encodings in a label's choices; something that is none where it has no such."""
    return list(choices.values()) if isinstance(choices, Mapping) else [None]


def _refuse_strange(run: Run) -> None:
    """InputError where a number is none that a run can have."""
    for name, least in (("timeout", 0), ("walltime", 0), ("memory", 0), ("shuffle", -1)):
        value = getattr(run, name)
        if value is not None and not least < value < math.inf:
            raise InputError(f"the run has {name!r}: {value!r}")


def digest(data: object) -> str:
    """Thirty-two hexadecimal digits that stand for JSON data, whatever the order of its keys."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
