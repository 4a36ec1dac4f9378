"""A formula as clauses and sets of literals that exclude each other, with what follows settled.

Literals that are fixed or equal are found from clauses of one and two literals and from
at-most-ones until nothing more follows; equal literals go by one name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from satchel.cnf.formula import Formula
from satchel.cnf.pseudo_boolean import PseudoBoolean
from satchel.cnf.sink import Literal

Pair: TypeAlias = tuple[Literal, Literal]


class NotACoverError(Exception):
    """The formula is no exact cover, or its covers are not its shown solutions; says why."""


class Contradiction(Exception):  # noqa: N818
    """The formula has no model."""


class Names:
    """One name for literals that are equal; those that are true are named `truth`."""

    def __init__(self, variables: int) -> None:
        self.truth: Literal = variables + 1
        self._parent: dict[int, Literal] = {}
        self.changes = 0

    def of(self, literal: Literal) -> Literal:
        """The name of a literal."""
        sign = 1 if literal > 0 else -1
        variable = abs(literal)
        while (parent := self._parent.get(variable)) is not None:
            sign, variable = (sign, parent) if parent > 0 else (-sign, -parent)
        return sign * variable

    def equate(self, left: Literal, right: Literal) -> None:
        """Make two literals equal; Contradiction where they are opposites."""
        left, right = self.of(left), self.of(right)
        if left == -right:
            raise Contradiction
        if left == right:
            return
        if abs(left) > abs(right):
            left, right = right, left
        # The truth has the greatest number and stays; otherwise either may.
        self._parent[abs(left)] = right if left > 0 else -right
        self.changes += 1

    def fix(self, literal: Literal) -> None:
        """Make a literal true; Contradiction where it is false."""
        self.equate(literal, self.truth)


@dataclass(frozen=True, slots=True)
class Reduced:
    """Clauses and groups of three literals or more, and clauses of two, all by their names."""

    names: Names
    clauses: list[Sequence[Literal]]
    groups: list[Sequence[Literal]]
    pairs: list[Pair]


def reduced(formula: Formula) -> Reduced:
    """The formula, once everything that is fixed or equal is.

    Raises Contradiction where it has no model, and NotACoverError where it has sums other than
    at-most-ones.
    """
    names = Names(formula.variables)
    clauses: list[Sequence[Literal]] = list(formula.iterate())
    groups: list[Sequence[Literal]] = []
    for part in formula.linear:
        group, whole = _at_most_one(part)
        groups.append(group)
        clauses += [group] if whole else []
    while True:
        before = names.changes
        clauses, pairs = _renamed_clauses(clauses, names)
        groups, more = _renamed_groups(groups, names)
        pairs = sorted({*pairs, *more})
        _equate_opposites(pairs, groups, names)
        if names.changes == before:
            return Reduced(names, clauses, groups, pairs)
        clauses += pairs


def _at_most_one(part: PseudoBoolean) -> tuple[list[Literal], bool]:
    """The literals of which at most one is true, and whether one must be."""
    literals = [literal for _, literal in part.terms]
    if all(weight == 1 for weight, _ in part.terms):
        if part.relation == "=" and part.bound == 1:
            return literals, True
        if part.bound == len(literals) - 1:
            return [-literal for literal in literals], part.relation == "="
    raise NotACoverError("a sum is more than an at-most-one")


def _renamed_clauses(
    clauses: Iterable[Sequence[Literal]], names: Names
) -> tuple[list[Sequence[Literal]], list[Pair]]:
    """Those that are left with three literals or more, and those with two."""
    long: dict[tuple[Literal, ...], None] = {}
    pairs: list[Pair] = []
    for clause in clauses:
        literals = {names.of(literal) for literal in clause} - {-names.truth}
        if names.truth in literals or any(-literal in literals for literal in literals):
            continue
        match sorted(literals):
            case []:
                raise Contradiction
            case [literal]:
                names.fix(literal)
            case [one, other]:
                pairs.append((one, other))
            case more:
                long[tuple(more)] = None
    return list(long), pairs


def _renamed_groups(
    groups: Iterable[Sequence[Literal]], names: Names
) -> tuple[list[Sequence[Literal]], list[Pair]]:
    """Those that are left with three literals or more; those with two as clauses."""
    long: dict[tuple[Literal, ...], None] = {}
    pairs: list[Pair] = []
    for group in groups:
        literals = _settled(group, names)
        if len(literals) == 2:
            pairs.append((-literals[1], -literals[0]))
        elif literals:
            long[literals] = None
    return list(long), pairs


def _settled(group: Sequence[Literal], names: Names) -> tuple[Literal, ...]:
    """The literals of a group that may still be true; none if that says nothing any more."""
    counts = Counter(names.of(literal) for literal in group)
    counts.pop(-names.truth, None)
    for literal, count in counts.items():
        if count > 1:
            names.fix(-literal)
    true = [x for x in counts if x == names.truth or (x > 0 and -x in counts)]
    if true:
        for literal in counts:
            if abs(literal) != true[0]:
                names.fix(-literal)
        return ()
    left = sorted(literal for literal, count in counts.items() if count == 1)
    return tuple(left) if len(left) > 1 else ()


def _equate_opposites(
    pairs: Sequence[Pair], groups: Sequence[Sequence[Literal]], names: Names
) -> None:
    """Where one of two literals must be true and they exclude each other, they are opposites."""
    excluding = {(-y, -x) for x, y in pairs}
    places: dict[Literal, set[int]] = {}
    for place, group in enumerate(groups):
        for literal in group:
            places.setdefault(literal, set()).add(place)
    for x, y in pairs:
        apart = places.get(x, set()).isdisjoint(places.get(y, ()))
        if not apart or (x, y) in excluding:
            names.equate(x, -y)


class Exclusions:
    """Sets of literals that exclude each other, pairs among them joined to larger ones."""

    def __init__(self, groups: Iterable[Sequence[Literal]], pairs: Iterable[Pair]) -> None:
        self._excluded: dict[Literal, set[Literal]] = {}
        self._groups = [tuple(group) for group in groups]
        for group in self._groups:
            for literal in group:
                self._excluded.setdefault(literal, set()).update(group)
        self._groups += self._cliques(pairs)

    def _cliques(self, pairs: Iterable[Pair]) -> list[tuple[Literal, ...]]:
        """Every pair that no group has, in a clique of pairs as large as it greedily grows."""
        new = [pair for pair in pairs if pair[1] not in self._excluded.get(pair[0], ())]
        for pair in new:
            for literal in pair:
                self._excluded.setdefault(literal, {literal}).update(pair)
        cliques = []
        covered: set[Pair] = set()
        for pair in new:
            if pair not in covered:
                clique = list(pair)
                candidates = self._excluded[pair[0]] & self._excluded[pair[1]] - {*pair}
                while candidates:
                    best = min(candidates)
                    clique.append(best)
                    candidates &= self._excluded[best]
                    candidates.discard(best)
                clique.sort()
                covered.update(combinations(clique, 2))
                cliques.append(tuple(clique))
        return cliques

    def exclude_each_other(self, literals: Sequence[Literal]) -> bool:
        """Whether no two of the literals can both be true."""
        return all(self._excluded.get(x, set()).issuperset(literals) for x in literals)

    def without_parts_of(self, items: Sequence[Sequence[Literal]]) -> list[tuple[Literal, ...]]:
        """The sets that are part of no other one, nor of these items."""
        holders: dict[Literal, list[frozenset[Literal]]] = {}

        def hold(literals: Sequence[Literal]) -> None:
            held = frozenset(literals)
            for literal in held:
                holders.setdefault(literal, []).append(held)

        for item in items:
            hold(item)
        left = []
        for group in sorted(dict.fromkeys(self._groups), key=lambda each: -len(each)):
            fewest = min((holders.get(literal, []) for literal in group), key=len)
            if not any(held.issuperset(group) for held in fewest):
                hold(group)
                left.append(group)
        return left
