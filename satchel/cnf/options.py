"""How a model is to be encoded, as data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias, get_args

from satchel.errors import InputError
from satchel.ir.given import as_integer, as_truth, quoted
from satchel.suggest import among

IntegerEncoding: TypeAlias = Literal["auto", "direct", "order", "binary"]

Presolve: TypeAlias = Literal["auto"] | tuple[str, ...]
"""The optional passes over the model, by name; `auto`: those that pay on most models."""


@dataclass(frozen=True, repr=False)
class Options:
    """Choices that change the formula; equal options give equal bytes.

    `choices` maps a constraint kind (`amo`, `cardinality`, `linear`, ...) to the name of an
    encoding; `labels` maps a statement's label to such choices for that statement alone.
    """

    integers: IntegerEncoding = "auto"
    """How integer variables are represented."""
    choices: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    presolve: Presolve = "auto"
    """The passes that make the model smaller first; their order is theirs, not that of the names.
    `"none"` and `"one,other"` are understood, too."""
    break_symmetry: bool = False
    """Keep of each orbit of solutions, under the symmetries that the model declares, at least one;
    for whoever wants one solution, or the best."""
    count_safe: bool = False
    """Define every auxiliary from both sides, so that the formula has a model per solution."""
    solving: bool = False
    """Whether a solving session takes the formula: `auto` may then choose encodings that are
    completed while solving, and hints are passed on."""
    enumerating: bool = False
    """Whether every solution is wanted, one solve after the other: `auto` then spares auxiliaries
    where there would be as many as literals."""
    numbering: str = "auto"
    """In which order the formula's variables are numbered."""
    shuffle: int | None = None
    """Seed by which variables are renamed, and clauses and their literals shuffled; for a backend
    that takes the model, its variables, statements and their arguments."""
    max_clauses: int | None = None
    """Refuse to go on beyond so many clauses."""

    def __post_init__(self) -> None:
        self._take_plain_values()
        object.__setattr__(self, "presolve", _passes(self.presolve))
        if self.integers not in get_args(IntegerEncoding):
            words = among(str(self.integers), get_args(IntegerEncoding))
            raise InputError(f"unknown integer encoding {quoted(self.integers)} {words}")
        if self.max_clauses is not None and self.max_clauses < 0:
            raise InputError(f"--max-clauses is a number from 0 on, not {self.max_clauses}")

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.to_json().items())
        return f"Options({given})"

    def _take_plain_values(self) -> None:
        """Each value as it is kept; InputError, by name, where one has the wrong type."""
        for name in ("break_symmetry", "count_safe", "solving", "enumerating"):
            truth = as_truth(getattr(self, name))
            if truth is None:
                raise _wrong(name, "true or false", getattr(self, name))
            object.__setattr__(self, name, truth)
        for name in ("shuffle", "max_clauses"):
            given = getattr(self, name)
            number = None if as_truth(given) is not None else as_integer(given)
            if given is not None and number is None:
                raise _wrong(name, "an integer", given)
            object.__setattr__(self, name, number)
        if not isinstance(self.numbering, str):
            raise _wrong("numbering", "a name", self.numbering)
        if not _names(self.choices):
            raise _wrong("choices", "a mapping from kinds to names", self.choices)
        if not isinstance(self.labels, Mapping) or not all(map(_names, self.labels.values())):
            raise _wrong("labels", "a mapping from labels to choices", self.labels)

    def preferring(self, native: Collection[str]) -> Options:
        """The same where `auto` is `native` for these kinds, as whoever takes the formula likes."""

        def chosen(choices: Mapping[str, str]) -> dict[str, str]:
            return {
                kind: "native" if name == "auto" and kind in native else name
                for kind, name in choices.items()
            }

        everywhere = chosen({**dict.fromkeys(native, "auto"), **self.choices})
        labels = {label: chosen(choices) for label, choices in self.labels.items()}
        return replace(self, choices=everywhere, labels=labels)

    def refuse_all_but(self, heeded: Collection[str], whom: str) -> None:
        """InputError where something is chosen that `whom`, who makes no clauses, cannot heed.

        A bound on clauses is kept by whoever makes none.
        """
        ignored = [_FLAGS.get(name, name) for name in self.to_json() if name not in heeded]
        if ignored:
            verb = "has" if len(ignored) == 1 else "have"
            raise InputError(
                f"{whom} takes the model itself: {', '.join(ignored)} {verb} no effect"
            )

    def refuse_breaking(self) -> None:
        """InputError where symmetry is to be broken, for whoever needs every solution."""
        if self.break_symmetry:
            raise InputError("--break-symmetry leaves solutions out: it is for one, or the best")

    def to_json(self) -> dict[str, Any]:
        """What differs from the defaults, in a fixed order."""
        plain = Options()
        given = {
            name: value for name, value in asdict(self).items() if value != getattr(plain, name)
        }
        return _sorted(given)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Options:
        """The options that `to_json` wrote; InputError at an unknown one."""
        if not isinstance(data, Mapping):
            raise InputError(f"options are a mapping from names, not {quoted(data)}")
        known = {f.name for f in fields(cls)}
        for name in data:
            if name not in known:
                raise InputError(f"unknown option {name!r} {among(name, sorted(known))}")
        return cls(**data)


_FLAGS = {"integers": "--encoding", "choices": "--set"} | {
    name: f"--{name.replace('_', '-')}"
    for name in ("break_symmetry", "count_safe", "numbering", "presolve", "shuffle")
}


def _wrong(name: str, expected: str, given: object) -> InputError:
    return InputError(f"option {name!r}: {expected} is expected, not {quoted(given)}")


def _names(given: object) -> bool:
    """Whether this is a mapping from names to names."""
    return isinstance(given, Mapping) and all(
        isinstance(word, str) for item in given.items() for word in item
    )


def _passes(given: str | Iterable[str]) -> Presolve:
    """The one way to write a choice of passes: `auto`, or distinct names in order."""
    if isinstance(given, str) and given == "auto":
        return "auto"
    if isinstance(given, str):
        given = [] if given == "none" else given.split(",")
    if not isinstance(given, Iterable) or not all(isinstance(name, str) for name in given):
        raise _wrong("presolve", "`auto`, `none` or names of passes", given)
    return tuple(sorted({name.strip() for name in given}))


def _sorted(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: _sorted(data[key]) if isinstance(data[key], Mapping) else data[key]
        for key in sorted(data)
    }
