"""The puzzles at hand, and instances by path, by name or by parameters.

    queens/8                  a shipped instance, by name
    my/board.toml             a file that names its puzzle
    blocked.param             a foreign file, if one puzzle reads that ending; also compressed
    -                         standard input: a TOML file, or a formula in DIMACS
    queens:n=8                a puzzle with parameters
    queens/diag-21-4-1:prefix=19     any of the first three with some parameters overridden

A file's known answer belongs to exactly the file's parameters: overriding any of them drops it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import satchel
from satchel.errors import InputError, SatchelError
from satchel.files import PIPE, is_file, read_bytes, read_text, refuse_special
from satchel.puzzle.base import Puzzle
from satchel.puzzle.instance import Instance
from satchel.puzzle.known import read_known
from satchel.puzzle.overrides import read_overrides
from satchel.puzzle.parameters import (
    ParameterError,
    declared,
    plain_parameters,
    read_parameters,
)
from satchel.registry import load_file, modules
from satchel.suggest import among
from satchel.unpacking import bare_name

SHIPPED = Path(satchel.__path__[0]) / "instances"
"""Where the instances that come with Satchel are."""

_NOT_READ = {
    ".wcnf": "WCNF, the format of MaxSAT, is written, checked and decoded, but no instance",
    ".opb": "OPB, the pseudo-Boolean format, is written, checked and decoded, but no instance",
    ".smt2": "SMT-LIB is written, checked and decoded, but no instance",
}
"""Formats that one may take for instances, by ending."""

_KEYS = ("puzzle", "data", "parameters", "answer", "slow")


class Catalogue:
    """Built-in puzzles, those of installed distributions, and those in the given Python files."""

    def __init__(self, files: Iterable[str | Path] = ()) -> None:
        self._plugins = modules("satchel.encoders")
        self._loaded: dict[str, Puzzle[Any]] = {}
        for file in files:
            puzzle = _puzzle(load_file(Path(file), "puzzle"), str(file))
            if puzzle.name in self._plugins or puzzle.name in self._loaded:
                raise InputError(f"there is a puzzle {puzzle.name!r} already", file=str(file))
            self._loaded[puzzle.name] = puzzle

    def names(self) -> list[str]:
        """The names of all puzzles, in order; none is loaded for it."""
        return sorted({*self._plugins, *self._loaded})

    def puzzle(self, name: str) -> Puzzle[Any]:
        """The puzzle of that name, or an InputError with the names there are."""
        if name not in self._loaded:
            if name not in self._plugins:
                raise InputError(f"no such puzzle: {name!r} {among(name, self.names())}")
            plugin = self._plugins[name]
            puzzle = _puzzle(plugin.load("puzzle"), plugin.module)
            if puzzle.name != name:
                raise SatchelError(f"{plugin.module} offers a puzzle named {puzzle.name!r}")
            self._loaded[name] = puzzle
        return self._loaded[name]

    def instance(self, text: str) -> Instance:
        """The instance that `text` names; see the module for the ways to name one."""
        if text == PIPE or is_file(text):
            return self._from_file(text, {}, text)
        head, colon, tail = text.partition(":")
        overrides = read_overrides(tail) if colon else {}
        if is_file(head):
            return self._from_file(head, overrides, text)
        shipped = SHIPPED / f"{head}.toml"
        if "/" in head and is_file(str(shipped)):
            return self._from_file(str(shipped), overrides, text)
        if head not in self.names():
            refuse_special(head)
        if head.startswith(("/", ".")) or Path(head).suffix:
            raise InputError("no such file", file=head)
        if "/" in head:
            words = among(head, shipped_instances(), see="satchel list instances")
            raise InputError(f"no such instance: {head!r} {words}")
        puzzle = self.puzzle(head)
        return Instance(puzzle, read_parameters(puzzle.parameters, overrides), None, text)

    def revive(self, data: Mapping[str, Any], name: str) -> Instance:
        """The instance out of what `Instance.to_json` gave."""
        puzzle, given = _header(data)
        given = {**given, **_table(data.get("reading", {}), "reading")}
        answer = data.get("answer")
        known = None if answer is None else read_known(_table(answer, "answer"))
        found = self.puzzle(puzzle)
        return Instance(found, read_parameters(found.parameters, given), known, name)

    def _from_file(self, file: str, overrides: Mapping[str, Any], name: str) -> Instance:
        text = ""
        try:
            if _is_foreign(file):
                puzzle = self._reader(file)
                text = "" if _ending(file) in puzzle.large else read_text(file)
                data = {**_foreign(puzzle, file, text), **overrides}
                return Instance(puzzle, read_parameters(puzzle.parameters, data), None, name)
            text = read_text(file)
            return self._from_toml(text, file, overrides, name)
        except InputError as error:
            if error.file is not None:
                raise
            raise InputError(error.message, file=file, line=_line(error, text)) from error

    def _from_toml(self, text: str, file: str, overrides: Mapping[str, Any], name: str) -> Instance:
        data = read_toml(text)
        for key in data:
            if key not in _KEYS:
                raise InputError(f"no such key: {key!r} {among(key, _KEYS)}")
        puzzle_name, given = _header(data)
        puzzle = self.puzzle(puzzle_name)
        if "data" in data:
            given = _foreign_data(puzzle, data["data"], Path(file).parent) | given
        # The file's own parameters and answer are checked even where they are overridden.
        parameters = read_parameters(puzzle.parameters, given)
        known = read_known(_table(data["answer"], "answer")) if "answer" in data else None
        slow = _seconds(_table(data.get("slow", {}), "slow"))
        if overrides:
            changed = read_parameters(puzzle.parameters, {**given, **overrides})
            known = known if plain_parameters(changed) == plain_parameters(parameters) else None
            parameters = changed
        return Instance(puzzle, parameters, known, name, slow)

    def _reader(self, file: str) -> Puzzle[Any]:
        """The one puzzle that reads a foreign file."""
        ending = _ending(file)
        readers = [p for p in map(self.puzzle, self.names()) if ending in (*p.endings, *p.large)]
        if ending in _NOT_READ and not readers:
            read = ", ".join(sorted({e for p in map(self.puzzle, self.names()) for e in p.large}))
            raise InputError(f"{_NOT_READ[ending]}; of formulas, {read} are read")
        if len(readers) != 1:
            found = ", ".join(p.name for p in readers) or "none"
            raise InputError(
                f"exactly one puzzle must read {ending or 'such'} files, but {found} does: "
                'name it in a TOML file with `puzzle = "..."` and `data = "FILE"`'
            )
        return readers[0]


def shipped_instances() -> list[str]:
    """The names of the instances that come with Satchel: by puzzle, then numbers by size."""
    names = [path.relative_to(SHIPPED).with_suffix("") for path in SHIPPED.glob("*/*.toml")]
    return [name.as_posix() for name in sorted(names, key=lambda n: (n.parent, _natural(n.name)))]


def read_toml(text: str) -> dict[str, Any]:
    """Parse TOML; what cannot be read becomes an InputError, a syntax error with its line."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # syntax, too many digits; nested too deeply
        message = str(error)
        place = re.search(r" \(at line (\d+), column \d+\)| \(at end of document\)", message)
        line = None
        if place:
            message = message.replace(place[0], "")
            line = int(place[1]) if place[1] else text.count("\n") + 1
        raise InputError(f"not TOML: {message}", line=line) from error


def _puzzle(offered: object, where: str) -> Puzzle[Any]:
    if not isinstance(offered, Puzzle):
        raise SatchelError(f"{where}: `puzzle` is not an object of a subclass of Puzzle")
    try:
        list(declared(offered.parameters))
    except InputError as error:
        raise InputError(error.message, file=where) from error
    return offered


def _header(data: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    name = data.get("puzzle")
    if not isinstance(name, str):
        raise InputError('the puzzle is not named (expected: puzzle = "NAME")')
    return name, _table(data.get("parameters", {}), "parameters")


def _table(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{name!r} is expected to be a table")
    return value


def _seconds(table: Mapping[str, Any]) -> dict[str, float]:
    """The seconds that backends were seen to take; `inf` where one was not waited for."""
    for backend, seconds in table.items():
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or seconds <= 0:
            raise InputError(f"slow: {backend} is expected to be seconds, or inf")
    return {backend: float(seconds) for backend, seconds in table.items()}


def _foreign_data(puzzle: Puzzle[Any], name: object, folder: Path) -> dict[str, Any]:
    """The parameters in the foreign file that a TOML file names, relative to its own folder."""
    if not isinstance(name, str):
        raise InputError("'data' is expected to be a file name")
    file = str(folder / name)
    text = "" if _ending(file) in puzzle.large else read_text(file)
    try:
        return _foreign(puzzle, file, text)
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line) from error


def _foreign(puzzle: Puzzle[Any], file: str, text: str) -> dict[str, Any]:
    """The parameters in a foreign file; where it is large, its name."""
    ending = _ending(file)
    return {"file": file} if ending in puzzle.large else puzzle.read_foreign(text, ending)


def _is_foreign(file: str) -> bool:
    """Whether a file is no TOML; standard input is DIMACS where it begins as that does."""
    if file != PIPE:
        return not file.endswith(".toml")
    return re.match(rb"\s*(c|p\s+cnf\s)", read_bytes(PIPE)) is not None


def _ending(file: str) -> str:
    """The ending that tells the format, whatever it is compressed by; standard input is DIMACS."""
    if file == PIPE:
        return ".cnf"
    return Path(bare_name(file)).suffix


def _line(error: InputError, text: str) -> int | None:
    """The line an error is about: its own, or the one that gives the parameter."""
    if isinstance(error, ParameterError):
        name = re.escape(error.parameter)
        table = rf"\[\s*parameters\s*\.\s*{name}\s*[].]"
        given = re.search(rf"^\s*(?:(?:letting\s+)?{name}\s*[=.]|{table})", text, re.M)
        return text.count("\n", 0, given.end()) + 1 if given else None
    return error.line


def _natural(name: str) -> list[tuple[int, str]]:
    """A sort key in which 9 comes before 10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]
