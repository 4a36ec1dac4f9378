"""The map of an SMT-LIB script: from its symbols back to the model's variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from satchel.errors import CheckError, InputError
from satchel.ir import BoolVar, Variable
from satchel.smt.answer import SmtAnswer
from satchel.tasks.origin import Origin


@dataclass(frozen=True)
class SmtMap:
    """Where the script comes from, and the symbol of each variable, without quotes."""

    origin: Origin
    symbols: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """What the map file says besides its head and the origin."""
        return {"variables": dict(self.symbols)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], origin: Origin) -> Self:
        """The map that `to_json` wrote; InputError where it is not for the origin's model."""
        symbols = data["variables"]
        if not isinstance(symbols, dict) or list(symbols) != list(origin.model.variables):
            raise InputError("the variables are not those of the model")
        if not all(isinstance(symbol, str) for symbol in symbols.values()):
            raise InputError("a symbol is text")
        if len({*symbols.values()}) < len(symbols):
            raise InputError("two variables have one symbol")
        return cls(origin, symbols)

    def values(self, answer: SmtAnswer) -> dict[str, int]:
        """The values of the model's variables.

        InputError where one is missing or is none; CheckError where one is not in the domain.
        """
        return {
            name: self._value(variable, answer)
            for name, variable in self.origin.model.variables.items()
        }

    def _value(self, x: Variable, answer: SmtAnswer) -> int:
        given = answer.values.get(self.symbols[x.name])
        if given is None:
            raise InputError(f"the answer gives no value for {x.name}", file=answer.file)
        boolean = isinstance(x, BoolVar)
        if given.value is None or isinstance(given.value, bool) != boolean:
            kind = "true or false" if boolean else "an integer"
            words = f"the value of {x.name} is not {kind}"
            raise InputError(words, file=answer.file, line=given.line)
        if not isinstance(x, BoolVar) and given.value not in x.domain:
            raise CheckError(f"{x.name} = {given.value} is not in {x.domain} (line {given.line})")
        return given.value
