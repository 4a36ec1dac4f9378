"""Unit propagation on a few clauses, step by step and undone again; counting by branching on it.

Each clause counts its false literals, so that undoing is counting down. Small and plain on purpose:
what encodings are held against should be easy to believe.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satchel.cnf.sink import Literal


class Propagation:
    """Clauses over the variables `1..variables`, and a stack of literals assumed to be true."""

    def __init__(self, clauses: Iterable[Sequence[Literal]], variables: int) -> None:
        self._clauses = [tuple(dict.fromkeys(clause)) for clause in clauses]
        self._occurs: list[list[int]] = [[] for _ in range(2 * variables + 1)]
        for number, clause in enumerate(self._clauses):
            for literal in clause:
                self._occurs[literal].append(number)
        self._occurring = sorted({abs(literal) for clause in self._clauses for literal in clause})
        self._truth = [0] * (2 * variables + 1)  # by literal, negative ones from the end
        self._false = [0] * len(self._clauses)
        self._trail: list[Literal] = []
        self._done = 0
        self._marks: list[int] = []
        units = [clause[0] for clause in self._clauses if len(clause) == 1]
        self.consistent = () not in self._clauses and self._assign(units)
        """Whether propagation without any assumption meets no conflict."""

    def push(self, literals: Iterable[Literal]) -> bool:
        """Assume literals and propagate; whether no conflict was met. `pop` takes it back."""
        self._marks.append(len(self._trail))
        return self.consistent and self._assign(literals)

    def pop(self) -> None:
        """Take back what the last `push` assumed, and what followed from it."""
        mark = self._marks.pop()
        for literal in self._trail[mark : self._done]:
            for number in self._occurs[-literal]:
                self._false[number] -= 1
        for literal in self._trail[mark:]:
            self._truth[literal] = self._truth[-literal] = 0
        del self._trail[mark:]
        self._done = min(self._done, mark)

    def is_true(self, literal: Literal) -> bool:
        """Whether the literal is known to be true."""
        return self._truth[literal] > 0

    def models(self, limit: int) -> int:
        """How many assignments of the variables that occur satisfy all clauses, up to a limit."""
        free = next((v for v in self._occurring if not self._truth[v]), None)
        if free is None:
            return 1
        found = 0
        for literal in (free, -free):
            if found < limit and self.push([literal]):
                found += self.models(limit - found)
                self.pop()
            elif found < limit:
                self.pop()
        return found

    def _assign(self, literals: Iterable[Literal]) -> bool:
        if not all(self._set(literal) for literal in literals):
            return False
        while self._done < len(self._trail):
            literal = self._trail[self._done]
            self._done += 1
            if not self._count(-literal):
                return False
        return True

    def _set(self, literal: Literal) -> bool:
        if not self._truth[literal]:
            self._truth[literal], self._truth[-literal] = 1, -1
            self._trail.append(literal)
        return self._truth[literal] > 0

    def _count(self, false: Literal) -> bool:
        """One more false literal in these clauses; in all of them, so that undoing fits."""
        consistent = True
        for number in self._occurs[false]:
            self._false[number] += 1
            clause = self._clauses[number]
            left = len(clause) - self._false[number]
            if left == 1:
                last = next((x for x in clause if self._truth[x] >= 0), None)
                consistent = last is not None and self._set(last) and consistent
            consistent = consistent and left > 0
        return consistent
