"""A checker of DRAT proofs that works backwards, from the empty clause to what it rests on.

Forwards, lemmas are taken on trust, and only what unit propagation fixes for good is followed, up
to the first contradiction. Then each lemma is taken away again, the last one first; one that was
needed so far is checked against what is left: its negation must lead to a contradiction by unit
propagation (RUP), or, after resolution on its first literal, with every needed clause that has the
opposite one (RAT). The clauses in that contradiction are then needed, too; lemmas that nobody needs
are never looked at.

Source: Goldberg and Novikov 2003; Heule, Hunt and Wetzler 2013 for core-first propagation, Wetzler,
Heule and Hunt 2014 for RAT. As in drat-trim, a clause that is the reason for what is fixed is not
deleted: what it has fixed stays, so the clause must stay, too, or RAT would be asked of too few.
Nothing here is shared with a solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satchel.tasks.proof.propagation import Clause, Propagation


def refute(
    clauses: Iterable[Sequence[int]], steps: Iterable[tuple[bool, Sequence[int]]]
) -> str | None:
    """Whether a proof shows that there is no model; if it does not, the reason, else None.

    A step is whether its clause is deleted, and the clause.
    """
    numbers = _Numbers()
    formula = [[numbers[x] for x in clause] for clause in clauses]
    proof = [(deleted, [numbers[x] for x in clause]) for deleted, clause in steps]
    return _Refutation(formula, proof, len(numbers) // 2).check()


class _Numbers(dict[int, int]):
    """Literals numbered without gaps: a proof may name any variable, and tables must not burst."""

    def __missing__(self, literal: int) -> int:
        variable, number = abs(literal), len(self) // 2 + 1
        self[variable], self[-variable] = number, -number
        return self[literal]


class _Refutation:
    """A formula, the proof, and how much of it is in force."""

    def __init__(
        self, formula: list[list[int]], proof: list[tuple[bool, list[int]]], variables: int
    ) -> None:
        self._formula = formula
        self._proof = proof
        self._units = Propagation(variables)
        self._by_literals: dict[tuple[int, ...], list[Clause]] = {}
        self._history: list[tuple[bool, Clause, bool]] = []
        self._core: list[Clause] = []
        self._explained: set[int] = set()

    def check(self) -> str | None:
        conflict = self._forwards()
        if conflict is None:
            return "the proof ends, and nothing is refuted by unit propagation"
        self._explain_conflict(conflict, len(self._units.trail))
        return self._backwards()

    # Forwards.

    def _forwards(self) -> Clause | None:
        """Take everything on trust until a clause is falsified, which is returned."""
        for literals in self._formula:
            conflict = self._add(literals, 0)
            if conflict is not None:
                return conflict
        for step, (deleted, literals) in enumerate(self._proof, 1):
            if deleted:
                self._delete(literals)
            elif not literals:
                return None  # it would have been found to be falsified
            else:
                conflict = self._add(literals, step)
                if conflict is not None:
                    return conflict
        return None

    def _add(self, literals: Sequence[int], step: int) -> Clause | None:
        """A further clause, and what it fixes; returns one that is falsified by that."""
        true = self._units.true
        distinct = list(dict.fromkeys(literals))
        clause = Clause(distinct, step)
        self._by_literals.setdefault(tuple(sorted(distinct)), []).append(clause)
        if step:
            self._history.append((True, clause, False))
        if any(true[x] for x in distinct):
            return None  # for good: as long as the clause is there, so is what makes it true
        distinct.sort(key=lambda x: true[-x])
        self._units.watch(clause)
        if not distinct or true[-distinct[0]]:
            return clause
        if len(distinct) == 1 or true[-distinct[1]]:
            self._units.assign(distinct[0], clause)
            return self._units.propagate()
        return None

    def _delete(self, literals: Sequence[int]) -> None:
        """Take a clause away, unless it is the reason for something, or not there at all."""
        found = self._by_literals.get(tuple(sorted(set(literals))))
        if not found or any(self._units.reason[x] is found[-1] for x in literals):
            return
        clause = found.pop()
        self._history.append((False, clause, clause.watched))
        if clause.watched:
            self._units.forget(clause)

    # Backwards.

    def _backwards(self) -> str | None:
        for added, clause, watched in reversed(self._history):
            if not added:
                if watched:
                    self._units.watch(clause)
                continue
            self._withdraw(clause)
            if clause.core and not self._follows(clause):
                return f"step {clause.step}: the clause does not follow, neither by RUP nor by RAT"
        return None

    def _withdraw(self, clause: Clause) -> None:
        """Go back to before a lemma was added."""
        units = self._units
        if clause.watched:
            units.forget(clause)
        for literal in clause.literals:
            if units.reason[literal] is clause:
                units.undo(units.trail.index(literal))
                return

    def _follows(self, clause: Clause) -> bool:
        """Whether the clauses in force imply a clause, or allow it; makes core what that takes."""
        fixed = len(self._units.trail)
        follows = self._contradicts(clause.literals, fixed) or self._resolves(clause, fixed)
        self._units.undo(fixed)
        return follows

    def _contradicts(self, literals: Iterable[int], fixed: int) -> bool:
        """Whether unit propagation finds a contradiction once the literals are false, too."""
        true = self._units.assume_false(literals)
        if true is not None:
            self._explain({true}, fixed)
            return True
        conflict = self._units.propagate()
        if conflict is None:
            return False
        self._explain_conflict(conflict, fixed)
        return True

    def _resolves(self, clause: Clause, fixed: int) -> bool:
        """Whether all resolvents on the first literal lead to contradictions.

        Those with core clauses: together with this one they have no model. If the others in force
        had one, without this clause, then either it would satisfy this clause, too, or it would
        after a change of the pivot, which hurts none of the core clauses if the resolvents hold.
        """
        pivot, assumed = clause.pivot, len(self._units.trail)
        for other in self._core.copy():
            if other.step < clause.step and -pivot in other.literals:
                self._units.undo(assumed)
                if not self._contradicts([x for x in other.literals if x != -pivot], fixed):
                    return False
        return True

    def _explain_conflict(self, conflict: Clause, fixed: int) -> None:
        self._mark(conflict)
        self._explain({-x for x in conflict.literals}, fixed)

    def _explain(self, needed: set[int], fixed: int) -> None:
        """Make core what made the needed literals true; the first `fixed` are so for good."""
        trail, reason = self._units.trail, self._units.reason
        for place in range(len(trail) - 1, fixed - 1, -1):
            literal = trail[place]
            if literal in needed:
                needed.discard(literal)
                why = reason[literal]
                if why is not None:
                    self._need(why, literal, needed)
        explained = self._explained
        while needed:
            literal = needed.pop()
            if literal not in explained:
                explained.add(literal)
                why = reason[literal]
                if why is not None:
                    self._need(why, literal, needed)

    def _need(self, why: Clause, literal: int, needed: set[int]) -> None:
        self._mark(why)
        needed.update([-x for x in why.literals if x != literal])

    def _mark(self, clause: Clause) -> None:
        if not clause.core:
            self._units.mark(clause)
            self._core.append(clause)
