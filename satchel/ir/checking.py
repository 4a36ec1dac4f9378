"""What a model says about assignments, one after the other: what they break, and what they show."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property
from typing import TYPE_CHECKING, Any

from satchel.ir.semantics import Tape, Values
from satchel.ir.variables import BoolVar, IntVar

if TYPE_CHECKING:
    from satchel.ir.domain import Domain
    from satchel.ir.model import Model

_SMALL = 1000
"""Values of a domain that is looked up in a set."""


class Checker:
    """A model as it is now, ready for many assignments; statements added later are not seen."""

    def __init__(self, model: Model) -> None:
        variables = model.variables.values()
        self._bools = [x.name for x in variables if isinstance(x, BoolVar)]
        self._ints = [x.name for x in variables if isinstance(x, IntVar)]
        self._domains = [_values(x.domain) for x in variables if isinstance(x, IntVar)]
        self._variables = model.variables.copy()
        self._statements = model.statements.copy()
        self._shown = dict(model.shown)
        self._goal = model.objective

    @cached_property
    def _hold(self) -> Tape:
        return Tape(*(statement.expr for statement in self._statements))

    @cached_property
    def _show(self) -> Tape:
        return Tape(*self._shown.values())

    @cached_property
    def _objective(self) -> Tape | None:
        return None if self._goal is None else Tape(self._goal.expr)

    def violations(self, values: Values) -> list[str]:
        """What does not hold, a line each: missing or foreign values, domains, statements."""
        if not self._fit(values):
            return [
                f"{name} = {values.get(name)} is not in {variable.domain}"
                if isinstance(variable, IntVar)
                else f"{name} = {values.get(name)} is not Boolean"
                for name, variable in self._variables.items()
                if not _fits(variable, values.get(name))
            ]
        wrong = [
            f"does not hold: {statement.label or statement.expr}"
            for statement, holds in zip(self._statements, self._hold(values), strict=True)
            if not holds
        ]
        if self._objective is not None and self._objective(values)[0] is None:
            wrong.append("the objective is undefined")
        return wrong

    def shown_values(self, values: Values) -> dict[str, Any]:
        """The shown solution that an assignment of the variables stands for."""
        return dict(zip(self._shown, self._show(values), strict=True))

    def objective_value(self, values: Values) -> int | None:
        """The objective's value, or None where there is no objective."""
        return None if self._objective is None else self._objective(values)[0]

    def _fit(self, values: Values) -> bool:
        """Whether every variable has a value of its domain, and of its type."""
        bools, ints = map(values.get, self._bools), list(map(values.get, self._ints))
        return (
            {bool}.issuperset(map(type, bools))
            and {int}.issuperset(map(type, ints))
            and all(value in domain for value, domain in zip(ints, self._domains, strict=True))
        )


def _values(domain: Domain) -> Container[object]:
    """The domain; as a set, where that is small, because it is looked up so often."""
    return frozenset(domain) if domain.size <= _SMALL else domain


def _fits(variable: BoolVar | IntVar, value: object) -> bool:
    if isinstance(variable, BoolVar):
        return type(value) is bool
    return type(value) is int and value in variable.domain
