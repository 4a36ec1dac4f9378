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
from functools import reduce
from operator import and_

from satchel.tasks.explain.facts import Facts, Mask, bits
from satchel.tasks.explain.minimal import minimal, smallest
from satchel.tasks.explain.oracle import Oracle, Witness


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
    todo: Mask = 0
    _witnesses: list[Witness] = field(default_factory=list)
    _alive: list[Witness] = field(default_factory=list)
    _derived: dict[Mask, Mask] = field(default_factory=dict)
    _fewest: dict[tuple[Mask, int], Mask] = field(default_factory=dict)
    _told: dict[int, int] = field(default_factory=dict)

    def start(self) -> bool:
        """Find what follows from all groups together; False where they contradict each other."""
        first = self.oracle.solve(self.oracle.everything)
        if first is None:
            return False
        self._remember(first)
        self.todo = self._following(self.oracle.everything, 0, first.facts)
        return True

    @property
    def stated(self) -> Mask:
        """The strongest of the facts that are known."""
        return self.facts.strongest(self.known)

    def steps(self) -> Iterator[Deduction]:
        """The steps, each the cheapest, until all that follows from the model is known."""
        number = 0
        while self.todo:
            step = self._cheapest()
            number += 1
            self.known |= self.facts.closed(step.facts)
            self._told.update(dict.fromkeys(bits(step.facts), number))
            self.todo &= ~self.known
            self._alive = [w for w in self._alive if self.known & ~w.facts == 0]
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
        stated, everything = self.stated, self.oracle.everything

        def uncovered(groups: Mask) -> Mask | None:
            witness = self.oracle.grown_groups(groups, stated | denied)
            if witness is None:
                return None
            self._remember(witness)
            return everything & ~witness.groups

        known = [everything & ~w.groups for w in self._alive if w.facts & denied]
        return smallest(uncovered, known, most)

    def _fewest_premises(self, sets: list[Mask]) -> list[Deduction]:
        """Deductions from these groups with as few premises as any of them needs."""
        most = self.stated.bit_count()
        found: dict[tuple[Mask, Mask], None] = {}
        for groups in sets:
            for number in bits(self._derivable(groups)):
                premises = self._premises(groups, number, most)
                if premises is None:
                    continue
                if premises.bit_count() < most:
                    most = premises.bit_count()
                    found = {}
                found[groups, premises] = None
        return [Deduction(*pair, self._following(*pair, self.todo)) for pair in found]

    def _derivable(self, groups: Mask) -> Mask:
        """What follows from the groups and all that is known; it is remembered what did before."""
        before = self._derived.get(groups, 0) & self.todo
        found = before | self._following(groups, self.stated, self.todo & ~before)
        self._derived[groups] = found
        return found

    def _premises(self, groups: Mask, number: int, most: int) -> Mask | None:
        """The fewest of the stated facts from which, with the groups, the fact follows.

        None where it takes more than `most`. Up to one premise nothing can become cheaper later.
        """
        stated = self.stated
        denied = 1 << self.facts.negated(number)
        before = self._fewest.get((groups, number))
        if before is None or before & ~stated:
            before = self._some_premises(groups, denied, stated)
        elif before.bit_count() <= 1:
            return before if before.bit_count() <= most else None
        if before.bit_count() > 1:

            def uncovered(premises: Mask) -> Mask | None:
                witness = self.oracle.grown(groups, premises | denied, stated)
                if witness is None:
                    return None
                self._remember(witness)
                return stated & ~witness.facts

            known = [
                stated & ~w.facts
                for w in self._witnesses
                if w.facts & denied and groups & ~w.groups == 0
            ]
            fewest = smallest(uncovered, known, min(most, before.bit_count() - 1))
            before = before if fewest is None else fewest
        self._fewest[groups, number] = before
        return before if before.bit_count() <= most else None

    def _some_premises(self, groups: Mask, denied: Mask, stated: Mask) -> Mask:
        """A minimal set of premises."""

        def core(premises: Mask) -> Mask | None:
            witness = self.oracle.solve(groups, premises | denied)
            if witness is None:
                return self.oracle.core()[1] & premises
            self._remember(witness)
            return None

        found = core(stated)
        assert found is not None
        return minimal(core, found)

    def _following(self, groups: Mask, premises: Mask, among: Mask) -> Mask:
        """Those of the facts that follow from the groups and the premises."""
        closed = self.facts.closed(premises)
        fitting = (
            w.facts for w in self._witnesses if groups & ~w.groups == 0 and closed & ~w.facts == 0
        )
        left = reduce(and_, fitting, among)
        following = 0
        while left:
            number = (left & -left).bit_length() - 1
            witness = self.oracle.solve(groups, premises | 1 << self.facts.negated(number))
            if witness is None:
                following |= 1 << number
                left ^= 1 << number
            else:
                self._remember(witness)
                left &= witness.facts
        return following

    def _remember(self, witness: Witness) -> None:
        self._witnesses.append(witness)
        if self.known & ~witness.facts == 0:
            self._alive.append(witness)

    def _rank(self, step: Deduction) -> tuple[int, ...]:
        """Among the cheapest: values before exclusions, much before little, the latest thread."""
        new = self.facts.strongest(step.facts)
        values = (new & ((1 << self.facts.count) - 1)).bit_count()
        latest = max((self._told.get(number, 0) for number in bits(step.premises)), default=0)
        return -values, -new.bit_count(), -latest, step.groups
