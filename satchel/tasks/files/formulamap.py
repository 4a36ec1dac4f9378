"""The map of a formula: from a solver's literals back to values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from satchel.cnf.objective import Objective
from satchel.cnf.options import Options
from satchel.cnf.sink import MAX_VARIABLE, TRUE
from satchel.cnf.varmap import Reader, VarMap, Weighted
from satchel.errors import InputError
from satchel.tasks.origin import Origin

_SHOWED_NOTHING: Final = ("1.0", "1.1", "1.2")
"""Versions of the map in which a model that shows nothing has no shown values, not all of them."""


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
    objective: Objective | None = None

    def cost(self, stated: int) -> int:
        """The cost that belongs to the value that solvers of the encoded thing state."""
        return stated

    def to_json(self) -> dict[str, Any]:
        """What the map file says besides its head and the origin."""
        # What limits the work does not change the formula.
        options = replace(self.options, max_clauses=None)
        return {
            "formula": {
                "sha256": self.sha256,
                "variables": self.variables,
                "clauses": self.clauses,
                "exact": self.exact,
            },
            "options": options.to_json(),
            **self.varmap.to_json(),
            "undo": self.undo,
            **({"objective": self.objective.to_json()} if self.objective else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], origin: Origin) -> Self:
        """The map that `to_json` wrote.

        A SatchelError, KeyError or TypeError says what is wrong with the data.
        """
        formula = data["formula"]
        loaded = cls(
            sha256=_typed(formula["sha256"], str),
            variables=_typed(formula["variables"], int),
            clauses=_typed(formula["clauses"], int),
            exact=_typed(formula["exact"], bool),
            origin=origin,
            options=Options.from_json(data["options"]),
            varmap=VarMap.from_json(data),
            undo=_typed(data["undo"], list),
            objective=Objective.from_json(data["objective"]) if "objective" in data else None,
        )
        untold = origin.model.shows_all and data.get("version") in _SHOWED_NOTHING
        if not (untold and not loaded.varmap.shown):
            _refuse_other_names(loaded)
        _refuse_strangers(loaded)
        return loaded


def literals_of(reader: Reader) -> list[int]:
    """The literals a value is read from, without constants and free ones."""
    atoms = [atom for _, atom in reader.terms] if isinstance(reader, Weighted) else [reader]
    return [atom for atom in atoms if atom is not None and abs(atom) != TRUE]


def _refuse_other_names(loaded: FormulaMap) -> None:
    """What is shown must be what the model shows."""
    if list(loaded.varmap.shown) != list(loaded.origin.model.shown):
        raise InputError("what is shown is not what the model shows")


def _refuse_strangers(loaded: FormulaMap) -> None:
    """Sizes and literals must be those of a formula, the objective that of its model."""
    if not 0 <= loaded.variables <= MAX_VARIABLE:
        raise InputError(f"no formula has {loaded.variables} variables")
    for readers in (loaded.varmap.shown, loaded.varmap.variables):
        for name, reader in readers.items():
            if any(abs(literal) > loaded.variables for literal in literals_of(reader)):
                words = f"a literal of {name} is beyond the formula's {loaded.variables} variables"
                raise InputError(words)
    if loaded.objective is None:
        return
    wanted = loaded.origin.model.objective
    if wanted is None or wanted.sense != loaded.objective.sense:
        raise InputError("the objective is not the model's")
    if any(abs(literal) > loaded.variables for _, literal in loaded.objective.terms):
        raise InputError("a literal of the objective is beyond the formula's variables")


def _typed(value: Any, expected: type) -> Any:
    if type(value) is not expected:
        raise InputError(f"{expected.__name__} expected, not {value!r:.40}")
    return value
