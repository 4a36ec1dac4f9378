"""What can be known of a solution: that a shown integer has a value or has it not; that a shown
Boolean is true or false.

Facts are numbered. There are n *atoms* `name = value` (for a Boolean only `name = true`); fact i is
atom i, fact n + i its negation, and a set of facts is an integer with those bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from satchel.errors import InputError
from satchel.ir import BoolExpr, Domain, IntExpr, IntVar, LinearExpr, Model, Not
from satchel.ir.checking import Checker

Mask: TypeAlias = int
"""A set of small numbers: bit i says whether i is in it."""

_MOST: Final = 100_000
"""Beyond so many atoms nobody would read what is known of them."""


def bits(mask: Mask) -> Iterator[int]:
    """The numbers in the set, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class Fact:
    """`name` has this value, or (`holds` is false) has it not; of a Boolean the value is True."""

    name: str
    value: int | bool
    holds: bool

    def __str__(self) -> str:
        if self.value is True:
            return self.name if self.holds else f"not {self.name}"
        return f"{self.name} {'=' if self.holds else '≠'} {self.value}"

    def to_json(self) -> list[Any]:
        """The name, the value, and whether it is that."""
        return [self.name, self.value, self.holds]

    def expression(self, model: Model) -> BoolExpr:
        """The fact as a statement about what the model shows; KeyError where it shows no such."""
        shown = model.shown[self.name]
        atom = shown if isinstance(shown, BoolExpr) else shown == self.value
        return atom if self.holds else Not(atom)


class Facts:
    """The numbered facts about what a model shows."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._checker = Checker(model)
        self.atoms: list[tuple[str, int | bool]] = [
            (name, value) for name, shown in model.shown.items() for value in values_of(shown)
        ]
        _refuse_many(len(self.atoms))
        self.count = len(self.atoms)
        self.positive: Mask = (1 << self.count) - 1
        self.of_name: dict[str, list[int]] = {}
        for index, (name, _) in enumerate(self.atoms):
            self.of_name.setdefault(name, []).append(index)
        self._true: dict[str, dict[int, Mask]] = {
            name: {
                value: self._where(name, value)
                for value in ((False, True) if isinstance(shown, BoolExpr) else values_of(shown))
            }
            for name, shown in model.shown.items()
        }

    def __getitem__(self, number: int) -> Fact:
        name, value = self.atoms[number % self.count]
        return Fact(name, value, number < self.count)

    def negated(self, number: int) -> int:
        """The fact that holds where this one does not."""
        return number + self.count if number < self.count else number - self.count

    def true_in(self, values: dict[str, int]) -> Mask:
        """Of each atom either it or its negation, as the values of the variables have it."""
        found = 0
        for name, value in self._checker.shown_values(values).items():
            found |= self._true[name][value]
        return found

    def _where(self, name: str, value: int) -> Mask:
        """The facts about the name that are true where it has the value."""
        return sum(
            1 << (index if self.atoms[index][1] == value else index + self.count)
            for index in self.of_name[name]
        )

    def closed(self, facts: Mask) -> Mask:
        """The facts, and of each integer with a known value that it has no other."""
        for number in bits(facts & self.positive):
            name, _ = self.atoms[number]
            for other in self.of_name[name]:
                if other != number:
                    facts |= 1 << (other + self.count)
        return facts

    def strongest(self, facts: Mask) -> Mask:
        """The facts without those that another implies: of a known integer only its value."""
        for number in bits(facts & self.positive):
            name, _ = self.atoms[number]
            for other in self.of_name[name]:
                facts &= ~(1 << (other + self.count))
        return facts

    def named(self, facts: Mask) -> tuple[Fact, ...]:
        """The facts of the set, in the order in which their names are shown."""
        return tuple(self[number] for number in sorted(bits(facts), key=self._place))

    def _place(self, number: int) -> int:
        return number % self.count


def values_of(shown: BoolExpr | IntExpr) -> list[int | bool]:
    """The values of the atoms about what is shown: those of an integer; True for a Boolean."""
    match shown:
        case BoolExpr():
            return [True]
        case IntVar():
            return list(_few(shown))
        case LinearExpr(((factor, IntVar() as variable),), constant):
            return sorted(factor * value + constant for value in _few(variable))
        case _:
            raise TypeError(f"{shown} is no shown value")


def _few(variable: IntVar) -> Domain:
    """The variable's values; InputError where they are too many to list."""
    _refuse_many(variable.domain.size)
    return variable.domain


def _refuse_many(values: int) -> None:
    if values > _MOST:
        raise InputError(f"{values:,} values are too many to explain one by one")
