"""Typed parameters: a puzzle declares a frozen dataclass, and plain data is read against it.

    @dataclass(frozen=True)
    class Parameters:
        n: int = parameter(help="the board has n rows and n columns")
        blocked: tuple[tuple[int, int], ...] = parameter(default=(), help="no queen here")

Types are `bool`, `int`, `float`, `str`, `Literal[...]`, lists `tuple[T, ...]` and `tuple[S, T]`,
tables `dict[str, T]`, and `T | None`; T is any of them, so that they nest. Other annotations are
refused when the puzzle is loaded. What a type cannot say (a square outside the board) belongs into
`__post_init__`, which raises a `ParameterError`. A parameter with `reading=True` says where or how
data are read, and is no part of what the instance is: two that differ in nothing else are the same.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from satchel.errors import InputError
from satchel.puzzle.table import Table
from satchel.suggest import among

_WORDS = {bool: "true or false", int: "an integer", float: "a number", str: "a string"}

_TABLES = (dict, Mapping)
"""What a table is annotated with."""

_ALLOWED = "bool, int, float, str, Literal[...], tuple[T, ...], tuple[S, T], dict[str, T], T | None"


class ParameterError(InputError):
    """A parameter's value is not what the puzzle expects; `parameter` is its name."""

    def __init__(
        self, parameter: str, problem: str, *, file: str | None = None, line: int | None = None
    ) -> None:
        self.parameter = parameter
        self.problem = problem
        super().__init__(f"parameter {parameter!r}: {problem}", file=file, line=line)


def parameter(*, help: str, default: Any = dataclasses.MISSING, reading: bool = False) -> Any:
    """Declare a parameter: what it means, and its default unless it must be given.

    `reading`: it says where or how the data are read, not what they are.
    """
    if isinstance(default, dict):
        default = Table(default)  # a dataclass takes no default that could change
    return dataclasses.field(default=default, metadata={"help": help, "reading": reading})


@dataclasses.dataclass(frozen=True)
class Declared:
    """One declared parameter, as `satchel list` and error messages show it."""

    name: str
    help: str
    type: Any
    required: bool
    default: Any
    reading: bool = False

    @property
    def expected(self) -> str:
        """The type in words."""
        return _words(self.type)


def declared(parameters: type) -> Iterator[Declared]:
    """The parameters a dataclass declares, in order; ParameterError where none can be read so."""
    for field in dataclasses.fields(parameters):
        if field.default_factory is not dataclasses.MISSING:
            raise ParameterError(field.name, "a default_factory is not read; give a default")
    hints = _annotations(parameters)
    for field in dataclasses.fields(parameters):
        _refuse_other(field.name, hints[field.name])
        required = field.default is dataclasses.MISSING
        help, reading = field.metadata.get("help", ""), field.metadata.get("reading", False)
        yield Declared(field.name, help, hints[field.name], required, field.default, reading)


def read_parameters(parameters: type, data: Mapping[str, object]) -> Any:
    """Build the dataclass from plain data (TOML, JSON); a ParameterError says what is wrong."""
    known = {each.name: each for each in declared(parameters)}
    for name in data:
        if name not in known:
            raise ParameterError(name, f"no such parameter {among(name, known)}")
    values = {}
    for name, each in known.items():
        if name in data:
            values[name] = _read(name, each.type, data[name])
        elif each.required:
            raise ParameterError(name, f"missing; {each.expected} is expected ({each.help})")
    return parameters(**values)


def plain_parameters(values: Any) -> dict[str, Any]:
    """What the instance is, as plain data; defaults left out.

    Together with `plain_reading`, which is empty for most puzzles, it is what `read_parameters`
    builds the same dataclass from.
    """
    return _given(values, reading=False)


def plain_reading(values: Any) -> dict[str, Any]:
    """Where and how its data are read, as plain data; defaults left out."""
    return _given(values, reading=True)


def _given(values: Any, *, reading: bool) -> dict[str, Any]:
    plain = {}
    for each in declared(type(values)):
        value = getattr(values, each.name)
        if each.reading == reading and (each.required or value != each.default):
            plain[each.name] = _plain(value)
    return plain


def _annotations(parameters: type) -> dict[str, Any]:
    try:
        return typing.get_type_hints(parameters)
    except NameError as error:
        raise InputError(
            f"{parameters.__name__}: the annotations cannot be read: {error}"
        ) from error


def _refuse_other(name: str, expected: Any) -> None:
    """ParameterError where no value can be read as the annotation, or as a part of it."""
    origin, arguments = typing.get_origin(expected), typing.get_args(expected)
    if origin in (types.UnionType, typing.Union):
        inner = tuple(each for each in arguments if each is not types.NoneType)
        allowed = len(inner) == 1
    elif origin is Literal:
        inner, allowed = (), all(type(each) in _WORDS for each in arguments)
    elif origin is tuple:
        inner = arguments[:-1] if arguments[-1:] == (Ellipsis,) else arguments
        allowed = bool(arguments)
    elif origin in _TABLES:
        inner, allowed = arguments[1:], arguments[:1] == (str,)
    else:
        inner, allowed = (), expected in _WORDS
    if not allowed:
        words = expected.__name__ if isinstance(expected, type) and not arguments else expected
        raise ParameterError(name, f"no value is read as {words} (allowed are: {_ALLOWED})")
    for each in inner:
        _refuse_other(name, each)


def _read(name: str, expected: Any, value: object) -> Any:
    """`value` as the type `expected`; lists become tuples, nothing else is converted."""
    origin, arguments = typing.get_origin(expected), typing.get_args(expected)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (argument for argument in arguments if argument is not types.NoneType)
        return None if value is None else _read(name, inner, value)
    if origin is Literal:
        # By type, too: true is not 1 here.
        if any(type(value) is type(each) and value == each for each in arguments):
            return value
    elif origin is tuple and isinstance(value, list | tuple):
        if arguments[-1] is Ellipsis:
            return tuple(_read(name, arguments[0], item) for item in value)
        if len(value) == len(arguments):
            return tuple(_read(name, *pair) for pair in zip(arguments, value, strict=True))
    elif origin in _TABLES and isinstance(value, Mapping):
        if all(type(key) is str for key in value):
            return Table({key: _read(name, arguments[1], each) for key, each in value.items()})
    elif type(value) is expected or (expected is float and type(value) is int):
        return value  # not isinstance: true is not an integer here
    raise ParameterError(name, f"{_words(expected)} is expected, not {_shown(value)}")


def _words(expected: Any) -> str:
    """A type in a user's words."""
    origin, arguments = typing.get_origin(expected), typing.get_args(expected)
    if origin in (types.UnionType, typing.Union):
        return _words(next(a for a in arguments if a is not types.NoneType))
    if origin is Literal:
        return "one of " + ", ".join(map(str, arguments))
    if origin is tuple and arguments[-1] is Ellipsis:
        return f"a list (of each: {_words(arguments[0])})"
    if origin is tuple and len(set(arguments)) == 1:
        return f"a list of {len(arguments)} (of each: {_words(arguments[0])})"
    if origin is tuple:
        return f"a list of {len(arguments)} ({', '.join(map(_words, arguments))})"
    if origin in _TABLES:
        return f"a table (of each: {_words(arguments[1])})"
    return _WORDS[expected]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in sorted(value.items())}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _shown(value: object) -> str:
    """A value as a message quotes it: on one line, not too long."""
    words = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else repr(value)
    text = words or repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
