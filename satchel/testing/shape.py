"""What clauses and pseudo-Boolean constraints look like, and what the latter say in clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from satchel.cnf.pseudo_boolean import PseudoBoolean
from satchel.cnf.sink import Literal


def unclean(clauses: Iterable[Sequence[Literal]], sums: Sequence[PseudoBoolean]) -> str | None:
    """A clause or sum that repeats a variable, or a sum that is not in normal form."""
    for literals in (*clauses, *([literal for _, literal in part.terms] for part in sums)):
        if len({abs(literal) for literal in literals}) < len(literals):
            return f"a tautology or a repeated literal: {literals}"
    if any(part.bound <= 0 or min(part.terms)[0] <= 0 for part in sums):
        return f"not in normal form: {sums}"
    return None


def expanded(constraints: Iterable[PseudoBoolean]) -> Iterator[list[int]]:
    """Clauses with the same meaning: of each set of literals that must not all be false, one.

    Unit propagation on them sees all that follows from a single `>=`.
    """
    for constraint in constraints:
        for part in constraint.at_least():
            yield from _covers(sorted(part.terms, reverse=True), part.total - part.bound, [])


def _covers(terms: list[tuple[int, int]], slack: int, chosen: list[int]) -> Iterator[list[int]]:
    if slack < 0:
        yield chosen
    elif sum(weight for weight, _ in terms) > slack:
        (weight, literal), *rest = terms
        yield from _covers(rest, slack - weight, [*chosen, literal])
        yield from _covers(rest, slack, chosen)
