"""Minimal and smallest unsatisfiable subsets, of anything that a set of small numbers can name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from satchel.tasks.explain.facts import Mask, bits

Core: TypeAlias = Callable[[Mask], Mask | None]
"""A subset that is unsatisfiable already, or None where the set is satisfiable."""

Uncovered: TypeAlias = Callable[[Mask], Mask | None]
"""What some maximal satisfiable superset leaves out; None where the set is unsatisfiable."""


def minimal(core: Core, unsatisfiable: Mask) -> Mask:
    """A subset that is unsatisfiable while each of its own proper subsets is satisfiable.

    By deletion: what can be left out is, and with it whatever the core does without (clause set
    refinement: Belov, Lynce and Marques-Silva 2012).
    """
    needed, left = 0, unsatisfiable
    while left:
        tried = 1 << (left.bit_length() - 1)
        left ^= tried
        found = core(needed | left)
        if found is None:
            needed |= tried
        else:
            left &= found
    return needed


def smallest(uncovered: Uncovered, known: Iterable[Mask], most: int) -> Mask | None:
    """A smallest unsatisfiable subset; None where it has more than `most` members.

    By implicit hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva 2015): it hits whatever
    a satisfiable set leaves out; `known` are such sets. The smallest set that hits those found so
    far is either unsatisfiable, or shows one more.
    """
    with _hitting_sets(_least(known)) as (hitting, hit):
        while True:
            candidate = sum(1 << i for i in hitting())
            if candidate.bit_count() > most:
                return None
            left_out = uncovered(candidate)
            if left_out is None:
                return candidate
            hit(left_out)


@contextmanager
def _hitting_sets(
    sets: Iterable[Mask],
) -> Iterator[tuple[Callable[[], list[int]], Callable[[Mask], None]]]:
    """A smallest hitting set of the sets so far, and a way to add one."""
    from pysat.examples.hitman import Hitman

    known = [list(bits(mask)) for mask in sets]
    hitman: Any = Hitman(bootstrap_with=known, htype="sorted")
    try:
        yield lambda: list(hitman.get() or ()), lambda mask: hitman.hit(list(bits(mask)))
    finally:
        hitman.delete()


def _least(sets: Iterable[Mask]) -> list[Mask]:
    """Those that contain no other one."""
    least: list[Mask] = []
    for mask in sorted(set(sets), key=int.bit_count):
        if not any(other & mask == other for other in least):
            least.append(mask)
    return least
