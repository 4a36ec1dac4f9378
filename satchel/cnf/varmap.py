"""The way back from literals to values: plain data that can be written to a file.

Every value is read as a weighted sum of literals, whatever its encoding: direct `v1*[x=v1] + ...`,
order `lo + 1*[x>=lo+1] + ...`, binary `lo + 1*b0 + 2*b1 + ...`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter, mul
from typing import Any, Literal, TypeAlias

from satchel.cnf import sink
from satchel.cnf.sink import FALSE, TRUE
from satchel.errors import InputError

Atom: TypeAlias = int | None
"""A literal; TRUE or FALSE; or None for a variable that no clause mentions: free to be either."""

Truth: TypeAlias = Sequence[int]
"""At index v, whether variable v is true; index 0 is unused."""

Shape: TypeAlias = Literal["direct", "order"] | None

FREE = "free"


@dataclass(frozen=True, slots=True)
class Weighted:
    """An integer: `constant` plus the weights of the atoms that are true.

    `shape` says what is known of the atoms of every solution: `direct`, at most one is true;
    `order`, each is true only if the one before it is. It is no part of a map that is written.
    """

    constant: int
    terms: tuple[tuple[int, Atom], ...] = ()
    shape: Shape = field(default=None, compare=False)


Reader: TypeAlias = Atom | Weighted


@dataclass(frozen=True)
class VarMap:
    """How to read the model's variables, and what is shown, from an assignment of literals.

    `exclusive` are sets of shown Booleans of which every solution has one at most, as far as
    somebody has asked; no part of a map that is written.
    """

    variables: Mapping[str, Reader]
    shown: Mapping[str, Reader]
    exclusive: Sequence[Sequence[str]] = field(default=(), compare=False)

    def values(self, truth: Truth) -> dict[str, int]:
        """The value of each of the model's variables; free ones read as false."""
        return {name: read(truth) for name, read in self._reading}

    @cached_property
    def _reading(self) -> list[tuple[str, Callable[[Truth], int]]]:
        """How to read each variable, ready for one assignment after the other."""
        return [(name, _reading(reader)) for name, reader in self.variables.items()]

    def shown_values(self, truth: Truth) -> dict[str, int]:
        """The shown solution; free atoms read as false."""
        return {name: _read(reader, truth) for name, reader in self.shown.items()}

    def shown_literals(self) -> list[sink.Literal]:
        """The literals on which the shown solution depends, each variable once, in order."""
        found: dict[int, sink.Literal] = {}
        for reader in self.shown.values():
            for atom in _atoms(reader):
                if atom is not None and abs(atom) != TRUE:
                    found.setdefault(abs(atom), atom)
        return list(found.values())

    def name_of(self, variable: int) -> str | None:
        """The first name, shown or of the model's variables, whose value depends on a variable."""
        for name, reader in (*self.shown.items(), *self.variables.items()):
            if any(atom is not None and abs(atom) == variable for atom in _atoms(reader)):
                return name
        return None

    def blocking_clause(self, truth: Truth) -> list[sink.Literal]:
        """A clause that excludes this shown solution and no other."""
        return [-atom if _holds(atom, truth) else atom for atom in self.shown_literals()]

    def renamed(self, rename: Callable[[sink.Literal], Atom]) -> VarMap:
        """The map after the formula's literals were renamed."""
        return VarMap(
            {name: _renamed(reader, rename) for name, reader in self.variables.items()},
            {name: _renamed(reader, rename) for name, reader in self.shown.items()},
            self.exclusive,
        )

    def to_json(self) -> dict[str, Any]:
        """The map as JSON data: literals are numbers, constants true and false, or "free"."""
        variables = {name: _dump(reader) for name, reader in self.variables.items()}
        if self.shown == self.variables and list(self.shown) == list(variables):
            return {"variables": variables, "shown": variables}
        shown = {name: _dump(reader) for name, reader in self.shown.items()}
        return {"variables": variables, "shown": shown}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> VarMap:
        """The map that `to_json` wrote; InputError where the data is none."""
        try:
            return cls(
                {str(name): _load(item) for name, item in data["variables"].items()},
                {str(name): _load(item) for name, item in data["shown"].items()},
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"not a variable map: {error!r}") from error


def _holds(atom: Atom, truth: Truth) -> bool:
    if atom is None:
        return False
    if abs(atom) == TRUE:
        return atom == TRUE
    return bool(truth[atom]) if atom > 0 else not truth[-atom]


def _read(reader: Reader, truth: Truth) -> int:
    if isinstance(reader, Weighted):
        return reader.constant + sum(w for w, atom in reader.terms if _holds(atom, truth))
    return _holds(reader, truth)


def _reading(reader: Reader) -> Callable[[Truth], int]:
    """`_read` of this reader; constants, and which variables are looked at, are settled before."""
    if not isinstance(reader, Weighted):
        if reader is None or abs(reader) == TRUE:
            return lambda truth: reader == TRUE
        at, wanted = abs(reader), reader > 0
        return lambda truth: bool(truth[at]) is wanted
    constant = reader.constant
    weights: dict[int, int] = {}
    for weight, atom in reader.terms:
        if atom is None or atom == FALSE:
            continue
        if atom < 0 or atom == TRUE:
            constant += weight
        if atom != TRUE:
            weights[abs(atom)] = weights.get(abs(atom), 0) + (weight if atom > 0 else -weight)
    if len(weights) < 2:
        return lambda truth: _read(reader, truth)
    pick, factors = itemgetter(*weights), tuple(weights.values())
    return lambda truth: sum(map(mul, factors, pick(truth)), constant)


def _atoms(reader: Reader) -> tuple[Atom, ...]:
    return tuple(atom for _, atom in reader.terms) if isinstance(reader, Weighted) else (reader,)


def _renamed(reader: Reader, rename: Callable[[sink.Literal], Atom]) -> Reader:
    def new(atom: Atom) -> Atom:
        if atom is None or abs(atom) == TRUE:
            return atom
        renamed = rename(atom)
        # What is free reads as false, wherever it is shown: then its negation reads as true.
        return TRUE if renamed is None and atom < 0 else renamed

    if isinstance(reader, Weighted):
        terms = tuple((w, new(atom)) for w, atom in reader.terms)
        return Weighted(reader.constant, terms, reader.shape)
    return new(reader)


def _dump(reader: Reader) -> Any:
    if isinstance(reader, Weighted):
        return {"constant": reader.constant, "terms": [[w, _dump(a)] for w, a in reader.terms]}
    if reader is None:
        return FREE
    return reader == TRUE if abs(reader) == TRUE else reader


def _load(item: Any) -> Reader:
    if isinstance(item, Mapping):
        terms = tuple((int(weight), _load_atom(atom)) for weight, atom in item["terms"])
        return Weighted(int(item["constant"]), terms)
    return _load_atom(item)


def _load_atom(item: Any) -> Atom:
    if item == FREE:
        return None
    if isinstance(item, bool):
        return TRUE if item else FALSE
    if not isinstance(item, int) or item == 0:
        raise ValueError(f'expected a literal, true, false or "free", not {item!r}')
    return item
