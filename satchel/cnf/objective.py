"""The objective of a formula: weights on literals, an offset and a sense.

All weights are positive and count what is lost: the *cost* of an assignment is the sum of the
weights of the literals that are true in it. The objective's *value* is `offset + cost` where it is
minimized and `offset - cost` where it is maximized, so that the least cost is best in both. Weights
are exact integers of any size.

An objective is over literals that stand for its expressions in both directions, so that cost and
value agree in every model of the formula, not just in the best ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from satchel.cnf import literals
from satchel.cnf.pseudo_boolean import positive
from satchel.errors import InputError

Sense: TypeAlias = Literal["minimize", "maximize"]


@dataclass(frozen=True, slots=True)
class Objective:
    """`terms` are (weight, literal): weights positive, variables distinct, constants left out."""

    sense: Sense
    offset: int
    terms: tuple[tuple[int, literals.Literal], ...]

    @classmethod
    def of(
        cls, sense: Sense, constant: int, terms: Iterable[tuple[int, literals.Literal]]
    ) -> Objective:
        """The objective `constant + sum of weight * literal`, any weights, constants included."""
        sign = 1 if sense == "minimize" else -1
        clean, shift = positive([(sign * weight, literal) for weight, literal in terms], 0)
        return cls(sense, constant - sign * shift, tuple(clean))

    @property
    def total(self) -> int:
        """The greatest cost that weights alone allow."""
        return sum(weight for weight, _ in self.terms)

    def cost(self, truth: Sequence[int | None]) -> int:
        """The cost where variable v has the value `truth[v]`; unknown ones count as false."""
        return sum(w for w, x in self.terms if bool(truth[abs(x)]) == (x > 0))

    def value(self, cost: int) -> int:
        """The value of the objective that belongs to a cost."""
        return self.offset + cost if self.sense == "minimize" else self.offset - cost

    def cost_of(self, value: int) -> int:
        """The cost that belongs to a value of the objective."""
        return value - self.offset if self.sense == "minimize" else self.offset - value

    def renamed(self, rename: Callable[[literals.Literal], literals.Literal]) -> Objective:
        """The objective after the formula's literals were renamed."""
        terms = tuple((weight, rename(literal)) for weight, literal in self.terms)
        return Objective(self.sense, self.offset, terms)

    def to_json(self) -> dict[str, Any]:
        """Plain data, as maps have it."""
        return {
            "sense": self.sense,
            "offset": self.offset,
            "terms": [list(term) for term in self.terms],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Objective:
        """The objective that `to_json` wrote; InputError where the data is none."""
        try:
            sense, offset = data["sense"], data["offset"]
            terms = tuple((weight, literal) for weight, literal in data["terms"])
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"not an objective: {error!r}") from error
        numbers = (offset, *(number for term in terms for number in term))
        if sense not in get_args(Sense) or any(type(number) is not int for number in numbers):
            raise InputError("an objective is a sense, an offset and weighted literals")
        if any(weight <= 0 for weight, _ in terms):
            raise InputError("the weights of an objective are positive")
        variables = {abs(literal) for _, literal in terms}
        if len(variables) < len(terms) or 0 in variables:
            raise InputError("the variables of an objective are distinct")
        return cls(sense, offset, terms)
