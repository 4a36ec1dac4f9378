"""Which literals cannot be true together, as the statements of a model say outright.

Counting encodings look at neighbours first: a tree knows at its lowest nodes that of two literals
in conflict one is false, if both are below such a node; else the solver has to find out at the
root, again and again. So the inputs of a cardinality are put in order, clique by clique.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from satchel.ir import BoolExpr, Not, Or
from satchel.ir.cardinality import Cardinality

MOST = 2_000_000
"""Literals in the cliques of all inputs together beyond which nobody looks for an order."""


class Conflicts:
    """At-most-ones and clauses of two literals among the statements, looked at once asked for."""

    def __init__(self, statements: Sequence[BoolExpr]) -> None:
        self._statements = statements
        self._numbers: dict[BoolExpr, int] = {}

    @cached_property
    def _cliques(self) -> Mapping[int, list[list[int]]]:
        """For each literal the at-most-ones that it is in."""
        cliques: defaultdict[int, list[list[int]]] = defaultdict(list)
        for statement in self._statements:
            clique: list[int] = []
            match statement:
                case Or((left, right)):
                    clique = [-self._signed(left), -self._signed(right)]
                case Cardinality(args, _, 1):
                    clique = [self._signed(literal) for literal in args]
            for literal in clique:
                cliques[literal].append(clique)
        return cliques

    def _signed(self, literal: BoolExpr) -> int:
        """A number for the literal, the opposite of its negation's."""
        if isinstance(literal, Not):
            return -self._signed(literal.arg)
        return self._numbers.setdefault(literal, len(self._numbers) + 1)

    def clustered(self, literals: Sequence[BoolExpr]) -> list[BoolExpr]:
        """The same literals, those of a clique of conflicts side by side.

        The cliques cover the literals greedily: each begins with one of the fewest conflicts, and
        takes in what is in conflict with all of it, those with few conflicts first. They stand in
        the order of their first literals. An order that is as good as it is stays.
        """
        places = {self._signed(literal): place for place, literal in enumerate(literals)}
        work = sum(len(clique) for x in places for clique in self._cliques.get(x, ()))
        if len(places) < len(literals) or work > MOST:
            return list(literals)
        rivals = [self._rivals(literal, places) for literal in places]
        cover = sorted(_cover(rivals))
        if len(cover) >= _runs(rivals):
            return list(literals)
        return [literals[place] for clique in cover for place in clique]

    def _rivals(self, literal: int, places: Mapping[int, int]) -> set[int]:
        """The places of what the literal cannot be true together with."""
        cliques = self._cliques.get(literal, ())
        return {places[x] for clique in cliques for x in clique if x in places and x != literal}


def _cover(rivals: Sequence[set[int]]) -> Iterator[list[int]]:
    """Cliques, each in order, that hold every place once."""
    ranks = {place: (len(found), place) for place, found in enumerate(rivals)}
    for first in sorted(ranks, key=ranks.__getitem__):
        clique: list[int] = []
        candidates = {first} & ranks.keys()
        while candidates:
            taken = min(candidates, key=ranks.__getitem__)
            candidates = (candidates if clique else ranks.keys()) & rivals[taken]
            clique.append(taken)
            del ranks[taken]
        if clique:
            yield sorted(clique)


def _runs(rivals: Sequence[set[int]]) -> int:
    """Into how many cliques of neighbours the places fall as they are."""
    runs = 0
    clique: set[int] = set()
    for place, found in enumerate(rivals):
        if not clique or not clique <= found:
            runs, clique = runs + 1, set()
        clique.add(place)
    return runs
