"""The map file: everything that leads from a solver's literals back to a checked solution.

It stands beside the formula and needs nothing else: the instance's data (or the model itself) is
embedded, so that an answer can be decoded weeks later on another machine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from satchel.cnf.options import Options
from satchel.cnf.sink import MAX_VARIABLE, TRUE
from satchel.cnf.varmap import Reader, VarMap, Weighted
from satchel.errors import InputError, SatchelError
from satchel.puzzle import Catalogue
from satchel.tasks.origin import Origin
from satchel.version import VERSION

FORMAT = "satchel-map"
FORMAT_VERSION = "1.0"
"""A reader takes every minor version of its own major version."""


@dataclass(frozen=True)
class FormulaMap:
    """A formula's identity and size, where it comes from, and how to read its literals."""

    sha256: str
    variables: int
    clauses: int
    exact: bool
    origin: Origin
    options: Options
    varmap: VarMap
    undo: list[Any]

    def dump(self) -> bytes:
        """The file's content; equal maps give equal bytes."""
        # What limits the work does not change the formula.
        options = replace(self.options, max_clauses=None)
        head = {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "satchel": VERSION,
            "formula": {
                "sha256": self.sha256,
                "variables": self.variables,
                "clauses": self.clauses,
                "exact": self.exact,
            },
            **self.origin.to_json(),
            "options": options.to_json(),
        }
        readers = self.varmap.to_json()
        lines = [f"{_text(key)}: {_text(value)}" for key, value in head.items()]
        shown = _text(readers["shown"], separators=(",\n", ": "))
        lines += [f'"shown": {shown}', f'"variables": {_text(readers["variables"])}']
        lines += [f'"undo": {_text(self.undo)}']
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def load_map(text: str, catalogue: Catalogue, *, file: str | None = None) -> FormulaMap:
    """Read a map file; an InputError says what is wrong with it."""
    data = _parse(text, file)
    try:
        formula = data["formula"]
        loaded = FormulaMap(
            sha256=_typed(formula["sha256"], str),
            variables=_typed(formula["variables"], int),
            clauses=_typed(formula["clauses"], int),
            exact=_typed(formula["exact"], bool),
            origin=Origin.from_json(data, catalogue),
            options=Options.from_json(data["options"]),
            varmap=VarMap.from_json(data),
            undo=_typed(data["undo"], list),
        )
        _refuse_strangers(loaded)
    except (KeyError, TypeError) as error:
        raise InputError(f"not a complete map: {error!r}", file=file) from error
    except SatchelError as error:
        raise InputError(f"not a valid map: {error}", file=file) from error
    return loaded


def literals_of(reader: Reader) -> list[int]:
    """The literals a value is read from, without constants and free ones."""
    atoms = [atom for _, atom in reader.terms] if isinstance(reader, Weighted) else [reader]
    return [atom for atom in atoms if atom is not None and abs(atom) != TRUE]


def _parse(text: str, file: str | None) -> Mapping[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise InputError(f"not JSON: {error}", file=file, line=line) from error
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise InputError(f'not a map file ("format": "{FORMAT}" is missing)', file=file)
    version = data.get("version")
    major = FORMAT_VERSION.partition(".")[0]
    if not isinstance(version, str) or version.partition(".")[0] != major:
        words = f"map version {version!r} is unknown (this Satchel reads versions {major}.x)"
        raise InputError(words, file=file)
    return data


def _refuse_strangers(loaded: FormulaMap) -> None:
    """Sizes, names and literals must be those of a formula and of its model."""
    if not 0 <= loaded.variables <= MAX_VARIABLE:
        raise InputError(f"no formula has {loaded.variables} variables")
    model = loaded.origin.model
    if list(loaded.varmap.shown) != list(model.shown):
        raise InputError("what is shown is not what the model shows")
    for readers in (loaded.varmap.shown, loaded.varmap.variables):
        for name, reader in readers.items():
            if any(abs(literal) > loaded.variables for literal in literals_of(reader)):
                words = f"a literal of {name} is beyond the formula's {loaded.variables} variables"
                raise InputError(words)


def _typed(value: Any, expected: type) -> Any:
    if type(value) is not expected:
        raise InputError(f"{expected.__name__} expected, not {value!r:.40}")
    return value


def _text(value: Any, separators: tuple[str, str] = (", ", ": ")) -> str:
    # Not orjson: weights are exact integers of any size.
    return json.dumps(value, ensure_ascii=False, separators=separators, allow_nan=False)
