"""Clauses and cardinalities as bounds from below on how many of some literals are true.

One rule then decides what implies what: of `bound` true literals of one set at least
`bound - |set - other|` are in the other set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satchel.ir import BoolExpr, Cardinality, Or
from satchel.passes.literals import Key, key, opposite


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least `bound` of the literals are true."""

    literals: frozenset[Key]
    bound: int

    def implies(self, other: AtLeast) -> bool:
        """Whether the other bound holds wherever this one does."""
        spare = self.bound - other.bound
        return spare >= 0 and len(self.literals - other.literals) <= spare


def parts(expr: BoolExpr) -> list[AtLeast]:
    """What a clause or a cardinality demands, if its literals are distinct; else nothing."""
    match expr:
        case Or():
            lo, hi = 1, len(expr.args)
        case Cardinality():
            lo, hi = expr.lo, expr.hi
        case _:
            return []
    literals = frozenset(map(key, expr.args))
    if len({atom for atom, _ in literals}) < len(expr.args):
        return []
    found = [AtLeast(literals, lo)] if lo > 0 else []
    if hi < len(literals):
        found.append(AtLeast(frozenset(map(opposite, literals)), len(literals) - hi))
    return found


def implied(exprs: Sequence[BoolExpr]) -> set[int]:
    """The places of clauses and cardinalities of which each part follows from another one.

    Never from one that is gone; those with two parts, which may need two others, are asked last.
    """
    parts_of = {place: found for place, expr in enumerate(exprs) if (found := parts(expr))}
    occurrences: dict[Key, list[tuple[int, AtLeast]]] = {}
    for place, found in parts_of.items():
        for part in found:
            for literal in part.literals:
                occurrences.setdefault(literal, []).append((place, part))
    gone: set[int] = set()

    def follows(part: AtLeast, place: int) -> bool:
        # Every bound is below its number of literals, so that what implies this one has a literal
        # among any `size - bound` of these.
        rarest = sorted(part.literals, key=lambda literal: len(occurrences[literal]))
        return any(
            source != place and source not in gone and known.implies(part)
            for literal in rarest[: len(part.literals) - part.bound]
            for source, known in occurrences[literal]
        )

    for place, found in sorted(parts_of.items(), key=lambda each: len(each[1])):
        if all(follows(part, place) for part in found):
            gone.add(place)
    return gone
