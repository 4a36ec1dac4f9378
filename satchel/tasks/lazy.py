"""A formula session that completes lazy constraints: solve, look, repair or cut, solve again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from satchel.backends.protocol import FormulaSession, Statistics, Verdict
from satchel.cnf.formula import Formula


@dataclass
class RefiningSession:
    """A session on the solutions of a formula with lazy constraints, not on its models.

    A repaired model is believed only if every clause holds in it, those added later included; else
    the model is cut as it stands.
    """

    session: FormulaSession
    formula: Formula
    rounds: int = 0
    _added: list[list[int]] = field(default_factory=list)
    _truth: Sequence[int] = ()

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause."""
        self._added.append(list(clause))
        self.session.add(clause)

    def solve(self, assumptions: Sequence[int] = ()) -> Verdict:
        """Decide whether there is a solution that satisfies the assumptions."""
        while verdict := self.session.solve(assumptions):
            self.rounds += 1
            self._truth = self.session.truth()
            found = [lazy.refine(self._truth) for lazy in self.formula.lazy]
            cuts = [cut for refinement in found for cut in refinement.cuts]
            turned = [literal for refinement in found for literal in refinement.turned]
            if not cuts and not turned:
                return True
            if not cuts:
                repaired = list(self._truth)
                for literal in turned:
                    repaired[abs(literal)] = not repaired[abs(literal)]
                if self._holds(repaired, assumptions):
                    self._truth = repaired
                    return True
                cuts = [cut for lazy in self.formula.lazy for cut in lazy.cuts(self._truth)]
            for cut in cuts:
                self.add(cut)
        return verdict

    def _holds(self, truth: Sequence[int], assumptions: Sequence[int]) -> bool:
        """Whether every clause, linear constraint and assumption is true.

        Not believed of clauses over new variables: no model gives their values.
        """
        if any(abs(x) >= len(truth) for clause in self._added for x in clause):
            return False
        positive = np.array(truth, dtype=bool)
        # Negative literals find their values by numpy's indices from the end.
        value = np.concatenate([positive, ~positive[:0:-1]])
        value[0] = False
        added = [[*clause, 0] for clause in self._added]
        chunks = [*self.formula.chunks, *([np.concatenate(added)] if added else [])]
        for chunk in chunks:
            literals = np.asarray(chunk, dtype=np.int32)
            ends = np.flatnonzero(literals == 0)
            true = np.cumsum(value[literals])[ends]
            if ends.size and not np.all(np.diff(true, prepend=0)):
                return False
        if self.formula.linear:
            held = {v if truth[v] else -v for v in range(1, len(truth))}
            if not all(part.holds(held) for part in self.formula.linear):
                return False
        return all(value[literal] for literal in assumptions)

    def truth(self) -> Sequence[int]:
        """The last solution's model: at index v, whether variable v is true."""
        return self._truth

    def core(self) -> list[int]:
        """After an unsatisfiable `solve`: assumptions that suffice for it."""
        return self.session.core()

    def statistics(self) -> Statistics:
        """The solver's numbers, and how many models were looked at."""
        return {**self.session.statistics(), "rounds": self.rounds}

    def close(self) -> None:
        """Free the solver."""
        self.session.close()
