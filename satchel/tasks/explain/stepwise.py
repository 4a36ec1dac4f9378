"""One step after the other: the cheapest set of clues and known facts from which something follows.

After Bogaerts, Gamba, Claes and Guns 2020 (step-wise explanations of constraint satisfaction
problems) and Gamba, Bogaerts and Guns 2021 (optimal ones, by implicit hitting sets). Costs are
compared clues first: a step needs as few groups as any step could that derives something new, and
of the facts known before as few as suffice for these groups. So each set is minimal: what is left
without a member would have been a cheaper step.

Every assignment that the solver has found is remembered. One that satisfies some groups and facts
says of everything false in it that it does not follow from them; most questions end there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from satchel.tasks.explain.facts import Facts, Mask, bits
from satchel.tasks.explain.minimal import minimal, smallest
from satchel.tasks.explain.oracle import Oracle, Witness
from satchel.tasks.explain.relevance import Relevance


@dataclass(frozen=True, slots=True)
class Deduction:
    """The groups and the premises (facts known before) from which the new facts follow."""

    groups: Mask
    premises: Mask
    facts: Mask


@dataclass(slots=True)
class Stepwise:
    """What is known so far, and what can follow from it.

    `known` is closed: of an integer with a known value it says that it has no other. `stated` are
    the strongest of the known facts, those that a premise can be; `todo` follows from the whole
    model and is not known yet.
    """

    oracle: Oracle
    facts: Facts
    known: Mask = 0
    stated: Mask = 0
    todo: Mask = 0
    _witnesses: list[Witness] = field(default_factory=list)
    _alive: list[Witness] = field(default_factory=list)
    _derived: dict[Mask, tuple[Mask, Mask]] = field(default_factory=dict)
    _premises: dict[tuple[Mask, int], Mask] = field(default_factory=dict)
    _told: dict[int, int] = field(default_factory=dict)
    _relevance: Relevance = field(init=False)

    def __post_init__(self) -> None:
        self._relevance = Relevance(self.oracle.grouping, self.facts)

    def start(self) -> bool:
        """Find what follows from all groups together; False where they contradict each other."""
        first = self.oracle.solve(self.oracle.everything)
        if first is None:
            return False
        self._remember(first)
        self.todo = self.following(self.oracle.everything, 0, first.facts)
        return True

    def steps(self) -> Iterator[Deduction]:
        """The steps, each the cheapest, until all that follows from the model is known."""
        number = 0
        while self.todo:
            step = self._cheapest()
            number += 1
            self.known |= self.facts.closed(step.facts)
            self.stated = self.facts.strongest(self.known)
            self._told.update(dict.fromkeys(bits(step.facts), number))
            self.todo &= ~self.known
            self._alive = [w for w in self._alive if not self.known & ~w.facts]
            yield step

    def _cheapest(self) -> Deduction:
        for size in range(self.oracle.everything.bit_count() + 1):
            sets = self._candidates(size)
            deductions = self._fewest_premises(sets)
            if deductions:
                return min(deductions, key=self._rank)
        raise AssertionError("what follows from all groups does not follow from all groups")

    def _candidates(self, size: int) -> list[Mask]:
        """Sets of so many groups, where no smaller one derives anything new."""
        if size == 0:
            return [0]
        if size == 1:
            return [1 << index for index in bits(self.oracle.everything)]
        found = (self._fewest_groups(number, size) for number in bits(self.todo))
        return sorted({groups for groups in found if groups is not None})

    def _fewest_groups(self, number: int, most: int) -> Mask | None:
        """A smallest set of groups from which, with all that is known, the fact follows."""
        denied = 1 << self.facts.negated(number)
        everything = self.oracle.everything

        def uncovered(groups: Mask) -> Mask | None:
            witness = self.oracle.grown_groups(groups, self.stated | denied)
            if witness is None:
                return None
            self._remember(witness)
            return everything & ~witness.groups

        known = [everything & ~w.groups for w in self._alive if w.facts & denied]
        return smallest(uncovered, known, most)

    def _fewest_premises(self, sets: list[Mask]) -> list[Deduction]:
        """Deductions from these groups with as few premises as any of them needs."""
        some = {
            (groups, number): self._minimal_premises(groups, number)
            for groups in sets
            for number in bits(self._derivable(groups))
        }
        fewest = min(map(int.bit_count, some.values()), default=0)
        if fewest > 1:  # else nothing can be cheaper
            for (groups, number), premises in sorted(some.items(), key=_size):
                most = min(fewest, premises.bit_count() - 1)
                fewer = self._smallest_premises(groups, number, most)
                if fewer is not None:
                    some[groups, number] = self._premises[groups, number] = fewer
                    fewest = min(fewest, fewer.bit_count())
        cheapest = {
            (groups, premises): None
            for (groups, _), premises in some.items()
            if premises.bit_count() == fewest
        }
        return [Deduction(*pair, self.following(*pair, self.todo)) for pair in cheapest]

    def _derivable(self, groups: Mask) -> Mask:
        """What follows from the groups and all that is known.

        Looked for only where something is known that was not the last time.
        """
        stated, todo = self.stated, self.todo
        last, found = self._derived.get(groups, (None, 0))
        if groups:
            relevant = self._relevance.to_groups(groups)
            stated, todo = stated & relevant, todo & relevant
        elif last is not None:
            todo &= self._relevance.to_facts(stated ^ last)
        found &= self.todo
        if stated != last:
            found |= self.following(groups, stated, todo & ~found)
            self._derived[groups] = stated, found
        return found

    def _usable(self, groups: Mask, number: int) -> Mask:
        """Stated facts that the groups can need for the fact."""
        related = self._relevance.to_groups(groups)
        return self.stated & (related or self._relevance.to_facts(1 << number))

    def _minimal_premises(self, groups: Mask, number: int) -> Mask:
        """Stated facts from which, with the groups, the fact follows; without any one it does not.

        What was found before is as good as long as all of it is stated.
        """
        before = self._premises.get((groups, number))
        if before is not None and not before & ~self.stated:
            return before
        denied = 1 << self.facts.negated(number)

        def core(premises: Mask) -> Mask | None:
            witness = self.oracle.solve(groups, premises | denied)
            if witness is None:
                return self.oracle.core()[1] & premises
            self._remember(witness)
            return None

        suffices = core(self._usable(groups, number))
        assert suffices is not None
        found = self._premises[groups, number] = minimal(core, suffices)
        return found

    def _smallest_premises(self, groups: Mask, number: int, most: int) -> Mask | None:
        """The fewest such facts; None where it takes more than `most`."""
        denied = 1 << self.facts.negated(number)
        stated = self._usable(groups, number)

        def uncovered(premises: Mask) -> Mask | None:
            witness = self.oracle.grown(groups, premises | denied, stated)
            if witness is None:
                return None
            self._remember(witness)
            return stated & ~witness.facts

        known = [
            stated & ~w.facts
            for w in self._witnesses
            if w.facts & denied and not groups & ~w.groups
        ]
        return smallest(uncovered, known, most)

    def following(self, groups: Mask, premises: Mask, among: Mask) -> Mask:
        """Those of the facts that follow from the groups and the premises.

        By trying to deny many at once (core-based backbones: Janota, Lynce and Marques-Silva 2015).
        """
        left = self._not_refuted(groups, premises, among)
        following, denied = 0, 0
        while left:
            denied = denied & left or self._one_of_each_name(left)
            witness = self.oracle.solve(groups, premises | self._negations(denied))
            if witness is not None:
                self._remember(witness)
                left &= witness.facts
                continue
            guilty = self._negations(self.oracle.core()[1] & self._negations(denied))
            if denied.bit_count() == 1 or guilty.bit_count() == 1:
                following |= guilty
                left &= ~guilty
            denied = denied & ~guilty or left & -left
        return following

    def _not_refuted(self, groups: Mask, premises: Mask, among: Mask) -> Mask:
        """Those of the facts that are true in all remembered witnesses."""
        closed = self.facts.closed(premises)
        for witness in reversed(self._witnesses):
            if not among:
                break
            if not groups & ~witness.groups and not closed & ~witness.facts:
                among &= witness.facts
        return among

    def _one_of_each_name(self, facts: Mask) -> Mask:
        """Facts that can perhaps all be denied together."""
        chosen: dict[str, int] = {}
        for number in bits(facts):
            chosen.setdefault(self.facts[number].name, number)
        return sum(1 << number for number in chosen.values())

    def _negations(self, facts: Mask) -> Mask:
        return facts >> self.facts.count | (facts & self.facts.positive) << self.facts.count

    def _remember(self, witness: Witness) -> None:
        self._witnesses.append(witness)
        if not self.known & ~witness.facts:
            self._alive.append(witness)

    def _rank(self, step: Deduction) -> tuple[int, ...]:
        """Among the cheapest: values before exclusions, much before little, the latest thread."""
        new = self.facts.strongest(step.facts)
        values = (new & self.facts.positive).bit_count()
        latest = max((self._told.get(number, 0) for number in bits(step.premises)), default=0)
        return -values, -new.bit_count(), -latest, step.groups


def _size(item: tuple[object, Mask]) -> int:
    return item[1].bit_count()
