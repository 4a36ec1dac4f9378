"""The way back from literals to values: plain data that can be written to a file.

Every value is read as a weighted sum of literals, whatever its encoding: direct `v1*[x=v1] + ...`,
order `lo + 1*[x>=lo+1] + ...`, binary `lo + 1*b0 + 2*b1 + ...`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from satchel.cnf.sink import FALSE, TRUE, Literal
from satchel.errors import InputError

Atom: TypeAlias = int | None
"""A literal; TRUE or FALSE; or None for a variable that no clause mentions: free to be either."""

Truth: TypeAlias = Sequence[int]
"""At index v, whether variable v is true; index 0 is unused."""

FREE = "free"


@dataclass(frozen=True, slots=True)
class Weighted:
    """An integer: `constant` plus the weights of the atoms that are true."""

    constant: int
    terms: tuple[tuple[int, Atom], ...] = ()


Reader: TypeAlias = Atom | Weighted


@dataclass(frozen=True)
class VarMap:
    """How to read the model's variables, and what is shown, from an assignment of literals."""

    variables: Mapping[str, Reader]
    shown: Mapping[str, Reader]

    def values(self, truth: Truth) -> dict[str, int]:
        """The value of each of the model's variables; free ones read as false."""
        return {name: _read(reader, truth) for name, reader in self.variables.items()}

    def shown_values(self, truth: Truth) -> dict[str, int]:
        """The shown solution; free atoms read as false."""
        return {name: _read(reader, truth) for name, reader in self.shown.items()}

    def shown_literals(self) -> list[Literal]:
        """The literals on which the shown solution depends, each variable once, in order."""
        found: dict[int, Literal] = {}
        for reader in self.shown.values():
            for atom in _atoms(reader):
                if atom is not None and abs(atom) != TRUE:
                    found.setdefault(abs(atom), atom)
        return list(found.values())

    def blocking_clause(self, truth: Truth) -> list[Literal]:
        """A clause that excludes this shown solution and no other."""
        return [-atom if _holds(atom, truth) else atom for atom in self.shown_literals()]

    def renamed(self, rename: Callable[[Literal], Atom]) -> VarMap:
        """The map after the formula's literals were renamed."""
        return VarMap(
            {name: _renamed(reader, rename) for name, reader in self.variables.items()},
            {name: _renamed(reader, rename) for name, reader in self.shown.items()},
        )

    def to_json(self) -> dict[str, Any]:
        """The map as JSON data: literals are numbers, constants true and false, or "free"."""
        return {
            "variables": {name: _dump(reader) for name, reader in self.variables.items()},
            "shown": {name: _dump(reader) for name, reader in self.shown.items()},
        }

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


def _atoms(reader: Reader) -> tuple[Atom, ...]:
    return tuple(atom for _, atom in reader.terms) if isinstance(reader, Weighted) else (reader,)


def _renamed(reader: Reader, rename: Callable[[Literal], Atom]) -> Reader:
    def new(atom: Atom) -> Atom:
        if atom is None or abs(atom) == TRUE:
            return atom
        renamed = rename(atom)
        # What is free reads as false, wherever it is shown: then its negation reads as true.
        return TRUE if renamed is None and atom < 0 else renamed

    if isinstance(reader, Weighted):
        return Weighted(reader.constant, tuple((w, new(atom)) for w, atom in reader.terms))
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
