"""At-most-ones found in pairs of literals that exclude each other, in sums, and in each other.

Groups grow by literals that exclude all their members, the longest ones first, pairs last; a clique
takes the place of the statements it covers where it needs no more clauses than they do. What
excludes all of an exactly-one is false. Statements of different labels stay apart, since encodings
may be chosen by label. Keeps all solutions, and all variables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isqrt
from typing import Any

from satchel.ir import AtMostOne, Model, Statement
from satchel.passes.conflicts import Group, groups
from satchel.passes.literals import Literals

KEEPS = "all solutions"

ROUNDS = 200
"""Literals looked at, for each literal of a group; beyond that nothing grows any more."""


def apply(model: Model) -> tuple[Model, Any]:
    """The model with cliques in place of what they cover; the undo data are empty."""
    numbers = Literals()
    found = [groups(statement.expr, numbers) for statement in model.statements]
    graph = _Graph([group for each in found for group in each])
    whole = {n: each[0] for n, each in enumerate(found) if each and each[0].whole}
    cover = _Cover(whole, [(s.label, s.tags) for s in model.statements])
    for place, group in sorted(whole.items(), key=lambda each: -len(each[1].members)):
        if place not in cover.covered:
            cover.offer(place, graph.grown(group.members))
    false = sorted(
        {
            literal
            for each in found
            for group in each
            if group.exact
            for literal in graph.excluding(group.members)
        }
    )
    if not cover.cliques and not false:
        return model, None
    statements = [*_replaced(model.statements, cover, numbers)]
    statements += [Statement(numbers.expression(-literal)) for literal in false]
    smaller = Model.assembled(
        model.variables.values(), statements, model.shown, model.objective, model.hints
    )
    return smaller, None


def invert(data: Any, values: Mapping[str, int]) -> dict[str, int]:
    """The same values."""
    return dict(values)


def clauses(size: int) -> int:
    """About how many clauses an at-most-one needs."""
    return size * (size - 1) // 2 if size <= 6 else 2 * size + 4 * isqrt(size)


class _Graph:
    """The literals that exclude each literal."""

    def __init__(self, found: Sequence[Group]) -> None:
        self._groups: dict[int, list[tuple[int, ...]]] = {}
        for group in found:
            for literal in group.members:
                self._groups.setdefault(literal, []).append(group.members)
        self._budget = ROUNDS * sum(len(group.members) for group in found)

    def _size(self, literal: int) -> int:
        return sum(map(len, self._groups[literal]))

    def _excluded(self, literal: int) -> set[int]:
        self._budget -= self._size(literal)
        return {other for group in self._groups[literal] for other in group if other != literal}

    def excluding(self, members: Sequence[int]) -> set[int]:
        """The literals that exclude all the members."""
        first, *rest = sorted(members, key=self._size)
        if self._budget <= 0:
            return set()
        found = self._excluded(first).difference(members)
        for literal in rest:
            if not found:
                break
            found &= self._excluded(literal)
        return found

    def grown(self, members: Sequence[int]) -> list[int]:
        """The members, and others as long as there is one that excludes all."""
        clique = list(members)
        candidates = self.excluding(members)
        while candidates:
            best = min(candidates, key=lambda literal: (-self._size(literal), literal))
            clique.append(best)
            candidates &= self._excluded(best)
        return clique


class _Cover:
    """The cliques that take the place of statements, each by the first statement it covers."""

    def __init__(self, whole: Mapping[int, Group], owners: Sequence[object]) -> None:
        self._whole = whole
        self._owners = owners
        self._places: dict[int, list[int]] = {}
        for place, group in whole.items():
            self._places.setdefault(group.members[0], []).append(place)
        self.covered: set[int] = set()
        self.cliques: dict[int, list[int]] = {}

    def offer(self, origin: int, clique: Sequence[int]) -> None:
        """Take the clique, grown from the statement at a place, if that pays."""
        members = set(clique)
        covered = sorted(
            place
            for literal in clique
            for place in self._places.get(literal, ())
            if place not in self.covered
            and self._owners[place] == self._owners[origin]
            and members.issuperset(self._whole[place].members)
        )
        if len(covered) < 2:
            return
        if sum(clauses(len(self._whole[place].members)) for place in covered) >= clauses(
            len(clique)
        ):
            self.covered.update(covered)
            self.cliques[covered[0]] = sorted(clique, key=abs)


def _replaced(statements: Sequence[Statement], cover: _Cover, numbers: Literals) -> list[Statement]:
    left = []
    for place, statement in enumerate(statements):
        if place in cover.cliques:
            expr = AtMostOne(map(numbers.expression, cover.cliques[place]))
            left.append(replace(statement, expr=expr))
        elif place not in cover.covered:
            left.append(statement)
    return left
