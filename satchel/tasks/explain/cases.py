"""A step from several groups, taken apart: suppose that its fact is false, and go on one group at a
time until something cannot be.

After the nested explanations of Bogaerts, Gamba and Guns 2021. What is inferred on the way is
looked for breadth first, and what the contradiction does not need is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from satchel.tasks.explain.facts import Facts, Mask, bits
from satchel.tasks.explain.minimal import minimal
from satchel.tasks.explain.oracle import Oracle


@dataclass(frozen=True, slots=True)
class Inference:
    """From the groups and the premises the fact follows; None: they contradict each other."""

    groups: Mask
    premises: Mask
    fact: int | None


@dataclass(frozen=True, slots=True)
class Supposing:
    """Refutes that a fact is false; `following` is that of `Stepwise`."""

    oracle: Oracle
    facts: Facts
    following: Callable[[Mask, Mask, Mask], Mask]

    def refuted(self, groups: Mask, premises: Mask, number: int) -> list[Inference]:
        """Inferences that lead from the premises and the fact's negation to a contradiction.

        Each is from one group, or from none; the list is empty where that leads nowhere.
        """
        supposed = premises | 1 << self.facts.negated(number)
        singles = [0, *(1 << index for index in bits(groups))]
        known, made = self.facts.closed(supposed), list[Inference]()
        while True:
            stated = self.facts.strongest(known)
            for group in singles:
                if self.oracle.solve(group, stated) is None:
                    final = Inference(group, self._needed(group, stated, 0), None)
                    return _used([*made, final], supposed)
            new = list(self._inferred(singles, known, stated))
            if not new:
                return []
            made += new
            for inference in new:
                assert inference.fact is not None
                known |= self.facts.closed(1 << inference.fact)

    def _inferred(self, singles: list[Mask], known: Mask, stated: Mask) -> Iterator[Inference]:
        """Everything that follows from one group and what is stated."""
        everything = (1 << 2 * self.facts.count) - 1
        found = 0
        for group in singles:
            new = self.following(group, stated, everything & ~known & ~found)
            found |= self.facts.closed(new)
            for number in bits(self.facts.strongest(new)):
                denied = 1 << self.facts.negated(number)
                yield Inference(group, self._needed(group, stated, denied), number)

    def _needed(self, group: Mask, stated: Mask, denied: Mask) -> Mask:
        """Of the stated facts a minimal set that goes neither with the group nor what is denied."""

        def core(premises: Mask) -> Mask | None:
            found = self.oracle.solve(group, premises | denied)
            return self.oracle.core()[1] & premises if found is None else None

        return minimal(core, stated)


def _used(made: list[Inference], given: Mask) -> list[Inference]:
    """The inferences without which the last one lacks a premise."""
    wanted, used = made[-1].premises, [made[-1]]
    for inference in reversed(made[:-1]):
        assert inference.fact is not None
        if wanted & ~given & 1 << inference.fact:
            used.append(inference)
            wanted |= inference.premises
            given |= 1 << inference.fact
    return used[::-1]
