"""Clauses and cardinalities as bounds from below on how many of some literals are true.

One rule then decides what implies what: of `bound` true literals of one set at least
`bound - |set - other|` are in the other set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from satchel.ir import BoolExpr, Cardinality, Or
from satchel.passes.literals import Literals


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least `bound` of the literals are true."""

    literals: frozenset[int]
    bound: int

    def implies(self, other: AtLeast) -> bool:
        """Whether the other bound holds wherever this one does."""
        spare = self.bound - other.bound
        if len(self.literals) - len(other.literals) > spare or spare < 0:
            return False
        return len(self.literals - other.literals) <= spare


def parts(expr: BoolExpr, numbers: Literals) -> list[AtLeast]:
    """What a clause or a cardinality demands, if its literals are distinct; else nothing."""
    match expr:
        case Or():
            lo, hi = 1, len(expr.args)
        case Cardinality():
            lo, hi = expr.lo, expr.hi
        case _:
            return []
    literals = frozenset(map(numbers.number, expr.args))
    if len(set(map(abs, literals))) < len(expr.args):
        return []
    found = [AtLeast(literals, lo)] if lo > 0 else []
    if hi < len(literals):
        found.append(AtLeast(frozenset(-x for x in literals), len(literals) - hi))
    return found


def implied(exprs: Sequence[BoolExpr]) -> set[int]:
    """The places of clauses and cardinalities of which each part follows from another one.

    Never from one that is gone; those with two parts, which may need two others, are asked last.
    """
    numbers = Literals()
    parts_of = {n: found for n, expr in enumerate(exprs) if (found := parts(expr, numbers))}
    index = _Index(parts_of)
    gone: set[int] = set()
    for place, found in sorted(parts_of.items(), key=lambda each: len(each[1])):
        if all(
            any(
                source != place and source not in gone and known.implies(part)
                for source, known in index.candidates(part)
            )
            for part in found
        ):
            gone.add(place)
    return gone


class _Index:
    """Finds the bounds that may imply a given one, by literals they share.

    Where `bound` of n literals imply `goal` of m others, the two sets share more than n - bound and
    more than goal literals; so the first `bound` of the one set, in any order that is the same for
    both, and the first m - goal of the other have one in common. The rarest come first.
    """

    def __init__(self, parts_of: Mapping[int, Sequence[AtLeast]]) -> None:
        occurrences = Counter(
            literal for found in parts_of.values() for part in found for literal in part.literals
        )
        order = sorted(occurrences, key=lambda literal: (occurrences[literal], literal))
        self._rank = {literal: rank for rank, literal in enumerate(order)}
        self._places: dict[int, list[tuple[int, AtLeast]]] = {}
        for place, found in parts_of.items():
            for part in found:
                for literal in self._rarest(part.literals, part.bound):
                    self._places.setdefault(literal, []).append((place, part))

    def _rarest(self, literals: frozenset[int], count: int) -> list[int]:
        if count == 1:
            return [min(literals, key=self._rank.__getitem__)]
        return sorted(literals, key=self._rank.__getitem__)[:count]

    def candidates(self, part: AtLeast) -> Iterator[tuple[int, AtLeast]]:
        """What may imply the part, each with its place; some of them several times."""
        for literal in self._rarest(part.literals, len(part.literals) - part.bound):
            yield from self._places.get(literal, ())
