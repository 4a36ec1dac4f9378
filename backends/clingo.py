"""`clingo`: clasp, the solver inside clingo, on rules that are handed over without any text.

Every variable is an atom that may be chosen, every clause a rule without a head (no answer may have
all its literals false), every linear constraint a weight rule without a head. clasp's weights are
32-bit integers: a constraint whose weights sum up to more goes in as the clauses of an adder.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from satchel.backends._release import release
from satchel.backends.protocol import Statistics, Verdict
from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.linear import adder
from satchel.cnf.pseudo_boolean import NATIVE_KINDS
from satchel.cnf.sink import Clauses, ClauseSink
from satchel.errors import BackendError
from satchel.extras import pip_install

if TYPE_CHECKING:
    from satchel.cnf.formula import Formula
    from satchel.cnf.pseudo_boolean import PseudoBoolean

_NAME: Final = "clingo"
_COUNTERS: Final = {"conflicts": "conflicts", "decisions": "choices", "restarts": "restarts"}
_LARGEST: Final = 2**31 - 1
"""The greatest sum of weights that clasp takes."""


class ClingoBackend:
    """clingo's solver on a formula."""

    name: Final = _NAME
    takes: Final[Literal["formula"]] = "formula"
    incremental: Final = True
    follows_hints: Final = True
    native: Final = NATIVE_KINDS

    @property
    def version(self) -> str:
        """Which solver stands behind the name."""
        return release("clingo")

    def open(self, problem: Formula) -> ClingoSession:
        """Load a formula."""
        return ClingoSession(problem)


class ClingoSession:
    """One clingo object; the atom of variable v has the number `_atoms[v]`."""

    def __init__(self, formula: Formula) -> None:
        from clingo import Control

        # Only the heuristic of this name looks at what is suggested; without hints clasp's own.
        heuristic = ["--heuristic=Domain"] if formula.hints else []
        self._control = Control(["--warn=none", *heuristic])
        self._variables = formula.variables
        self._atoms = [0]
        self._truth: Sequence[int] | None = None
        self._core: list[int] = []
        with self._control.backend() as backend:
            self._new_atoms(backend, formula.variables)
            self._add_clauses(backend, formula.iterate())
            for constraint in formula.linear:
                for part in constraint.at_least():
                    self._add_at_least(backend, part)
            self._suggest(backend, formula.hints)

    def _new_atoms(self, backend: Any, count: int) -> None:
        atoms = [backend.add_atom() for _ in range(count)]
        if atoms:
            backend.add_rule(atoms, [], True)
            self._atoms += atoms

    def _add_clauses(self, backend: Any, clauses: Iterable[Sequence[int]]) -> None:
        for clause in clauses:
            highest = max(map(abs, clause), default=0)
            self._new_atoms(backend, highest - len(self._atoms) + 1)
            backend.add_rule([], [self._literal(-literal) for literal in clause])

    def _add_at_least(self, backend: Any, part: PseudoBoolean) -> None:
        """Refuse what is false to weigh more than may be missing."""
        if part.total <= _LARGEST:
            false = [(self._literal(-literal), weight) for weight, literal in part.terms]
            backend.add_weight_rule([], part.total - part.bound + 1, false)
            return
        sink = ClauseSink()
        sink.variables = len(self._atoms) - 1
        out = Clauses(sink)
        terms = [(-weight, ZeroOne(literal, out)) for weight, literal in part.terms]
        adder.encode(out, list(terms), "<=", -part.bound)
        self._new_atoms(backend, sink.variables - len(self._atoms) + 1)
        self._add_clauses(backend, sink.iterate())

    def _suggest(self, backend: Any, hints: Sequence[int]) -> None:
        """Where clasp decides on a hint's variable, it gives it the sign of the hint."""
        from clingo.backend import HeuristicType

        for literal in hints:
            sign = 1 if literal > 0 else -1
            backend.add_heuristic(self._atoms[abs(literal)], HeuristicType.Sign, sign, 1, [])

    def _literal(self, literal: int) -> int:
        return self._atoms[literal] if literal > 0 else -self._atoms[-literal]

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause."""
        with self._control.backend() as backend:
            self._add_clauses(backend, [clause])

    def solve(self, assumptions: Sequence[int] = ()) -> Verdict:
        """Decide the formula under assumptions; BackendError where clingo gives up."""
        numbers = {self._literal(literal): literal for literal in assumptions}
        self._truth = None
        self._core = []
        result = self._control.solve(
            assumptions=list(numbers),
            on_model=self._keep,
            on_core=lambda core: self._take_core(numbers, core),
        )
        if result.satisfiable is None or (result.satisfiable and self._truth is None):
            raise BackendError("clingo gave up without an answer")
        return bool(result.satisfiable)

    def _keep(self, model: Any) -> None:
        self._truth = [False, *map(model.is_true, self._atoms[1 : self._variables + 1])]

    def _take_core(self, numbers: dict[int, int], core: Sequence[int]) -> None:
        self._core = [numbers[number] for number in core]

    def truth(self) -> Sequence[int]:
        """The last model."""
        if self._truth is None:
            raise BackendError("clingo has no model to give")
        return self._truth

    def core(self) -> list[int]:
        """Assumptions that suffice for unsatisfiability.

        Where one assumption is false once those before it are true, clingo answers with all of
        these. Asked again in the opposite order, it leaves out what came first and does not matter.
        """
        size = len(self._core) + 1
        while len(self._core) < size:
            size = len(self._core)
            self.solve(self._core[::-1])
        return list(self._core)

    def statistics(self) -> Statistics:
        """Conflicts, decisions (clasp's choices) and restarts of the last call."""
        solvers = self._control.statistics["solving"]["solvers"]
        return {name: int(solvers[own]) for name, own in _COUNTERS.items()}

    def close(self) -> None:
        """Nothing to be done: the solver goes with its last reference."""


class ClingoFamily:
    """clingo, where its package is installed."""

    def names(self) -> list[str]:
        """Its one name."""
        return [_NAME] if _installed() else []

    def unavailable(self) -> dict[str, str]:
        """How to get it, where it is not."""
        return {} if _installed() else {_NAME: f"not found: {pip_install('clingo')}"}

    def find(self, name: str) -> ClingoBackend | None:
        """The backend of that name."""
        return ClingoBackend() if name == _NAME and _installed() else None


FAMILY = ClingoFamily()


def _installed() -> bool:
    return importlib.util.find_spec("clingo") is not None
