"""Unit propagation for checking proofs: two watched literals, core clauses first.

Literals index the tables as they are, negative ones from the end. Clauses of two literals have
lists of their own, in which nothing has to be moved. Source of the order: Heule, Hunt and Wetzler
2013, who propagate what is needed already before anything else, so that little else gets needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

T = TypeVar("T")

MANY: Final = 2
"""Literals beyond which a clause is watched by two of its literals."""


class Clause:
    """Distinct literals, the watched ones first; `core` says that the refutation needs it.

    `pivot` is the literal that came first, `step` the place in the proof, 0 in the formula.
    """

    __slots__ = ("core", "literals", "pivot", "step", "watched")

    def __init__(self, literals: list[int], step: int) -> None:
        self.literals = literals
        self.step = step
        self.pivot = literals[0] if literals else 0
        self.core = False
        self.watched = False


class Propagation:
    """An assignment, and the clauses that extend it.

    `trail` are the true literals in the order in which they became so, `reason` the clause by which
    each did; of those that were assumed, None.
    """

    def __init__(self, variables: int) -> None:
        size = 2 * variables + 1
        self.true = bytearray(size)
        self.trail: list[int] = []
        self.reason: list[Clause | None] = [None] * size
        self._head = 0
        # By whether the clause is core, and the literal whose falsity matters.
        self._long = _by_literal(list[Clause], size)
        self._binary = _by_literal(list[tuple[int, Clause]], size)

    def watch(self, clause: Clause) -> None:
        """Take a clause into account, from the next propagation on."""
        clause.watched = True
        self._enter(clause)

    def forget(self, clause: Clause) -> None:
        """No longer take a clause into account; what it has propagated stays."""
        clause.watched = False
        self._leave(clause)

    def mark(self, clause: Clause) -> None:
        """Make a clause core."""
        if clause.watched:
            self._leave(clause)
            clause.core = True
            self._enter(clause)
        clause.core = True

    def _enter(self, clause: Clause) -> None:
        if len(clause.literals) == MANY:
            for x, y in (clause.literals, clause.literals[::-1]):
                self._binary[clause.core][x].append((y, clause))
        elif len(clause.literals) > MANY:
            for x in clause.literals[:MANY]:
                self._long[clause.core][x].append(clause)

    def _leave(self, clause: Clause) -> None:
        if len(clause.literals) == MANY:
            for x, y in (clause.literals, clause.literals[::-1]):
                self._binary[clause.core][x].remove((y, clause))
        elif len(clause.literals) > MANY:
            for x in clause.literals[:MANY]:
                self._long[clause.core][x].remove(clause)

    def assign(self, literal: int, reason: Clause | None = None) -> None:
        """Make a literal true that has no value."""
        self.true[literal] = 1
        self.reason[literal] = reason
        self.trail.append(literal)

    def assume_false(self, literals: Iterable[int]) -> int | None:
        """Make literals false; stops at one that is true, and returns it."""
        for literal in literals:
            if self.true[literal]:
                return literal
            if not self.true[-literal]:
                self.assign(-literal)
        return None

    def undo(self, size: int) -> None:
        """Take back all but the first `size` literals of the trail."""
        for literal in self.trail[size:]:
            self.true[literal] = 0
            self.reason[literal] = None
        del self.trail[size:]
        self._head = size

    def propagate(self) -> Clause | None:
        """Extend the assignment as far as it goes; the clause that it falsifies, if one is.

        Nothing is called for each clause, not even `assign`: this is where the time goes.
        """
        true, trail, reason = self.true, self.trail, self.reason
        core = rest = self._head
        while rest < len(trail):
            if core < len(trail):
                false, which = -trail[core], True
                core += 1
            else:
                false, which = -trail[rest], False
                rest += 1
            for other, clause in self._binary[which][false]:
                if not true[other]:
                    if true[-other]:
                        return clause
                    true[other] = 1
                    reason[other] = clause
                    trail.append(other)
            if self._long[which][false]:
                conflict = self._visit(self._long[which], false)
                if conflict is not None:
                    return conflict
        self._head = rest
        return None

    def _visit(self, watching: list[list[Clause]], false: int) -> Clause | None:
        """Find other literals to watch for a false one; where there is none, the last is true."""
        true, trail, reason = self.true, self.trail, self.reason
        watchers = watching[false]
        kept = 0
        for place, clause in enumerate(watchers):
            literals = clause.literals
            other = literals[0]
            if other == false:
                other = literals[0] = literals[1]
                literals[1] = false
            if not true[other]:
                for k in range(2, len(literals)):
                    x = literals[k]
                    if not true[-x]:
                        literals[1] = x
                        literals[k] = false
                        watching[x].append(clause)
                        break
                else:
                    watchers[kept] = clause
                    kept += 1
                    if true[-other]:
                        del watchers[kept : place + 1]
                        return clause
                    true[other] = 1
                    reason[other] = clause
                    trail.append(other)
            else:
                watchers[kept] = clause
                kept += 1
        del watchers[kept:]
        return None


def _by_literal(kind: Callable[[], T], size: int) -> tuple[list[T], list[T]]:
    return [kind() for _ in range(size)], [kind() for _ in range(size)]
