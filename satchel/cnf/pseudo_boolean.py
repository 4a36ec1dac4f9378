"""Pseudo-Boolean constraints: weighted sums of literals against a bound, in one normal form.

Weights and bounds are exact integers of any size. The normal form is the customary one: positive
weights on distinct variables, no weight above the bound of a `>=`, no common divisor.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final, Literal, TypeAlias

from satchel.cnf import literals
from satchel.cnf.literals import FALSE, TRUE

NATIVE_KINDS: Final = frozenset({"amo", "cardinality", "linear"})
"""The kinds of constraints that an encoding named `native` writes as such sums."""

WeightedLiterals: TypeAlias = Sequence[tuple[int, literals.Literal]]
"""Pairs (weight, literal)."""

Relation: TypeAlias = Literal[">=", "="]


@dataclass(frozen=True, slots=True)
class PseudoBoolean:
    """`sum of the weights of the true literals  relation  bound`."""

    terms: tuple[tuple[int, literals.Literal], ...]
    relation: Relation
    bound: int

    @property
    def total(self) -> int:
        """The greatest sum."""
        return sum(weight for weight, _ in self.terms)

    def at_least(self) -> list[PseudoBoolean]:
        """The same as one `>=`, or two where it is an equation."""
        if self.relation == ">=":
            return [self]
        opposite = [(weight, -literal) for weight, literal in self.terms]
        return [
            normal_form(self.terms, ">=", self.bound),
            normal_form(opposite, ">=", self.total - self.bound),
        ]

    def holds(self, true: Collection[literals.Literal]) -> bool:
        """Whether it is satisfied where exactly these of its literals are true."""
        reached = sum(weight for weight, literal in self.terms if literal in true)
        return reached == self.bound if self.relation == "=" else reached >= self.bound

    def renamed(self, rename: Callable[[literals.Literal], literals.Literal]) -> PseudoBoolean:
        """The constraint after the formula's literals were renamed."""
        terms = tuple((weight, rename(literal)) for weight, literal in self.terms)
        return PseudoBoolean(terms, self.relation, self.bound)


def normal_form(
    terms: Iterable[tuple[int, literals.Literal]], relation: Relation, bound: int
) -> PseudoBoolean:
    """The normal form of a sum over any literals, constants included, with any weights.

    What always holds becomes the empty sum `>= 0`, what never does the empty sum `>= 1`.
    """
    clean, bound = positive(terms, bound)
    total = sum(weight for weight, _ in clean)
    if total < bound or (relation == "=" and bound < 0):
        return PseudoBoolean((), ">=", 1)
    if relation == ">=":
        if bound <= 0:
            return PseudoBoolean((), ">=", 0)
        clean = [(min(weight, bound), literal) for weight, literal in clean]
    divisor = gcd(*(weight for weight, _ in clean)) or 1
    quotient = -(-bound // divisor)
    if relation == "=" and quotient * divisor != bound:
        return PseudoBoolean((), ">=", 1)
    reduced = tuple((weight // divisor, literal) for weight, literal in clean)
    return PseudoBoolean(reduced, relation, quotient)


def positive(
    terms: Iterable[tuple[int, literals.Literal]], bound: int
) -> tuple[list[tuple[int, literals.Literal]], int]:
    """One term with a positive weight for each variable, and the bound that belongs to them.

    The sum of `terms` exceeds `bound` by as much as that of the clean ones exceeds theirs.
    """
    weights: dict[int, int] = {}
    for weight, literal in terms:
        if literal == FALSE:
            continue
        if literal < 0 or literal == TRUE:
            bound -= weight
        if literal != TRUE:
            signed = weight if literal > 0 else -weight
            weights[abs(literal)] = weights.get(abs(literal), 0) + signed
    clean = []
    for variable, weight in weights.items():
        if weight > 0:
            clean.append((weight, variable))
        elif weight < 0:
            bound -= weight
            clean.append((-weight, -variable))
    return clean, bound
