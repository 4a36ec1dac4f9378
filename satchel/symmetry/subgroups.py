"""All subgroups of a small group up to conjugacy, and how their fixed points depend on each other.

A subgroup is a set of element numbers. The table of marks (Burnside 1911) says how many cosets of
one subgroup another one fixes; through it, the numbers of solutions that each subgroup fixes tell
how many orbits have which stabiliser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from satchel.errors import CheckError
from satchel.symmetry.group import Group

Members: TypeAlias = frozenset[int]

LARGEST = 200
"""Groups up to this order have their subgroups listed: 5! is smaller."""
_MOST = 2_000
"""So many subgroups at most."""


@dataclass(frozen=True)
class SubgroupClass:
    """A subgroup with all its conjugates; `generators` are elements that generate the first."""

    conjugates: tuple[Members, ...]
    generators: tuple[int, ...]

    @property
    def order(self) -> int:
        """The number of elements of each."""
        return len(self.conjugates[0])


def subgroup_classes(group: Group) -> list[SubgroupClass] | None:
    """By order, from the trivial subgroup to the whole; None where there are too many to list.

    Each is reached from a smaller one by one more element (cyclic extension).
    """
    if len(group) > LARGEST:
        return None
    after = [group.after(number) for number in range(len(group))]
    trivial = frozenset([0])
    found: dict[Members, tuple[int, ...]] = {trivial: ()}
    known: set[Members] = {trivial}
    classes = []
    pending = [trivial]
    while pending:
        subgroup = pending.pop()
        conjugates = _conjugates(group, subgroup)
        classes.append(SubgroupClass(conjugates, found[subgroup]))
        known.update(conjugates)
        if len(known) > _MOST:
            return None
        for element in range(len(group)):
            if element not in subgroup:
                generators = (*found[subgroup], element)
                larger = _closure(after, subgroup, element)
                if larger not in known:
                    found[larger] = generators
                    known.update(_conjugates(group, larger))
                    pending.append(larger)
    return sorted(classes, key=lambda each: each.order)


def _closure(after: Sequence[Sequence[int]], subgroup: Members, element: int) -> Members:
    """The smallest subgroup with all these in it: cosets of the subgroup, until none is new.

    It is closed under the subgroup, and under the element, done last.
    """
    members = set(subgroup)
    pending = [element]
    while pending:
        representative = pending.pop()
        if representative in members:
            continue
        coset = [after[representative][member] for member in subgroup]
        members.update(coset)
        pending += [after[member][element] for member in coset]
    return frozenset(members)


def _conjugates(group: Group, subgroup: Members) -> tuple[Members, ...]:
    found = {subgroup: None}
    pending = [subgroup]
    while pending:
        member = pending.pop()
        for conjugated in group.conjugations:
            image = frozenset(conjugated[number] for number in member)
            if image not in found:
                found[image] = None
                pending.append(image)
    return tuple(found)


def stabilisers(classes: Sequence[SubgroupClass], fixed: Sequence[int]) -> Mapping[int, int]:
    """For each class (by its place) how many orbits have a stabiliser in it, where any has.

    `fixed` are the solutions that the first subgroup of each class fixes. CheckError where the
    numbers fit no group that maps solutions to solutions.
    """
    whole = classes[-1].order
    orbits: dict[int, int] = {}
    for place in reversed(range(len(classes))):
        mine, size = classes[place].conjugates[0], classes[place].order
        left = fixed[place] - sum(
            count * _mark(mine, classes[above], whole) for above, count in orbits.items()
        )
        count, rest = divmod(left, whole // (len(classes[place].conjugates) * size))
        if rest or count < 0:
            raise CheckError(NO_GROUP)
        if count:
            orbits[place] = count
    return orbits


NO_GROUP = (
    "the numbers of symmetric solutions fit no symmetry group: a declared symmetry is none, or the"
    " model keeps only some solutions of each symmetric set"
)


def _mark(inner: Members, outer: SubgroupClass, whole: int) -> int:
    """How many cosets of the outer subgroup the inner one fixes."""
    containing = sum(inner <= conjugate for conjugate in outer.conjugates)
    return containing * whole // (len(outer.conjugates) * outer.order)
