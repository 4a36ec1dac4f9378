"""The integer variables of one formula, each represented when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from satchel.cnf import auto
from satchel.cnf.accounts import Accounts
from satchel.cnf.auto import Choice, Need
from satchel.cnf.integer.base import Integer
from satchel.cnf.integer.binary import Binary
from satchel.cnf.integer.direct import Direct
from satchel.cnf.integer.order import Order
from satchel.cnf.options import IntegerEncoding
from satchel.cnf.sink import Clauses, Literal
from satchel.cnf.varmap import Weighted
from satchel.ir import IntVar


class Integers:
    """Chooses and keeps the encoding of each variable, and closes all of them at the end."""

    def __init__(
        self,
        needs: Mapping[IntVar, set[Need]],
        choice: IntegerEncoding,
        out: Clauses,
        at_most_one: Callable[[Clauses, list[Literal], str], None],
        accounts: Accounts,
    ) -> None:
        self._needs = needs
        self._choice: IntegerEncoding = choice
        self._out = out
        self._at_most_one = at_most_one
        self._accounts = accounts
        self._made: dict[IntVar, Integer] = {}
        self._choices: dict[IntVar, Choice] = {}

    def of(self, variable: IntVar) -> Integer:
        """The variable's encoding."""
        known = self._made.get(variable)
        if known is not None:
            return known
        needs = self._needs.get(variable, set())
        choice = auto.integer(variable.domain, needs, self._choice)
        made = self._made[variable] = self._represented(variable, choice.name)
        made.charge = partial(self._accounts.charge, "integer", choice, variable.name, 0)
        made.claim = partial(self._accounts.claim, "integer", choice, variable.name)
        self._choices[variable] = choice
        return made

    def _represented(self, variable: IntVar, encoding: str) -> Integer:
        match encoding:
            case "direct":
                return Direct(
                    variable.domain,
                    self._out,
                    lambda some: self._at_most_one(self._out, some, variable.name),
                )
            case "order":
                return Order(variable.domain, self._out)
            case _:
                return Binary(variable.domain, self._out)

    def finish(self) -> None:
        """Write what ties each variable's literals together."""
        for variable, integer in self._made.items():
            with self._accounts.charge("integer", self._choices[variable], variable.name):
                integer.finish()

    def reader(self, variable: IntVar) -> Weighted:
        """How to read the variable's value, after `finish`; nobody asked: its least one."""
        integer = self._made.get(variable)
        return Weighted(variable.domain.lo) if integer is None else integer.reader()
