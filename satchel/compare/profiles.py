"""A profile: the choice of encodings that makes a column of the comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from satchel.cnf import portfolio
from satchel.cnf.options import Options
from satchel.errors import InputError
from satchel.passes.chain import refuse_strange_names
from satchel.suggest import among

_OPTIONS: Final = {
    "encoding": "integers",
    "set": "choices",
    "presolve": "presolve",
    "break-symmetry": "break_symmetry",
    "count-safe": "count_safe",
    "numbering": "numbering",
    "max-clauses": "max_clauses",
}
"""What the command line calls an option, and what `Options` does."""

_FORMS: Final = {
    "encoding": (str, "a string"),
    "set": (dict, 'a table, as in { amo = "product" }, or a list of "KIND=NAME"'),
    "presolve": (str, "a string"),
    "break-symmetry": (bool, "true or false"),
    "count-safe": (bool, "true or false"),
    "numbering": (str, "a string"),
    "max-clauses": (int, "an integer"),
}


def read_profile(data: object) -> Options:
    """The options in a table whose keys are those of `--profile` files.

    Raises InputError where an option is unknown, of the wrong form, or names no encoding.
    """
    if not isinstance(data, Mapping):
        raise InputError("a table of options is expected")
    given: dict[str, Any] = {}
    for key, value in data.items():
        if key == "shuffle":
            raise InputError("the numberings are the experiment's: say `shuffles`, beside profiles")
        if key not in _OPTIONS:
            raise InputError(f"no such option: {key!r} {among(key, _OPTIONS)}")
        given[_OPTIONS[key]] = _value(key, value)
    options = _without_auto(Options(**given))
    portfolio.validate(options)
    if options.presolve != "auto":
        refuse_strange_names(options.presolve)
    return options


def read_choice(text: str) -> dict[str, str]:
    """The choices in `KIND=NAME` or `KIND=NAME,KIND=NAME`."""
    choices: dict[str, str] = {}
    for part in text.split(","):
        kind, equals, name = (piece.strip() for piece in part.partition("="))
        if not (kind and equals and name):
            raise InputError(f"a choice is expected to be KIND=NAME, not {part!r}")
        if choices.setdefault(kind, name) != name:
            raise InputError(f"two encodings are chosen for {kind}")
    return choices


def _value(key: str, value: object) -> object:
    if key == "set" and isinstance(value, list) and all(isinstance(item, str) for item in value):
        return read_choice(",".join(value))
    form, words = _FORMS[key]
    if not isinstance(value, form) or (form is int and isinstance(value, bool)):
        raise InputError(f"option {key!r} is expected to be {words}")
    if isinstance(value, dict) and not all(isinstance(name, str) for name in value.values()):
        raise InputError(f"option {key!r} is expected to be {words}")
    return value


def _without_auto(options: Options) -> Options:
    """The same, where leaving a choice to `auto` is not said: one content, one way to write it."""
    choices = {kind: name for kind, name in options.choices.items() if name != "auto"}
    return replace(options, choices=choices)
