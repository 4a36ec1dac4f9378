"""`ortools`: OR-Tools CP-SAT on the model itself, with one search thread; `ortools:8` has eight.

One thread is the default because runs are to be compared with those of other solvers, and repeated.
CP-SAT is not incremental: every `solve` starts from the model and what was added to it.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from satchel.backends._release import release
from satchel.backends.protocol import Statistics, Verdict
from satchel.errors import BackendError
from satchel.extras import pip_install

if TYPE_CHECKING:
    from satchel.backends._ortools_optimiser import OrToolsOptimiser
    from satchel.ir import BoolExpr, Model

_NAME: Final = "ortools"
_COUNTERS: Final = {
    "conflicts": "num_conflicts",
    "decisions": "num_branches",
    "propagations": "num_binary_propagations",
    "restarts": "num_restarts",
}
"""CP-SAT's names; what it calls binary is Boolean."""


class OrToolsBackend:
    """CP-SAT with a number of search threads."""

    takes: Final[Literal["model"]] = "model"
    incremental: Final = False
    follows_hints: Final = True

    def __init__(self, name: str, threads: int) -> None:
        self.name = name
        self._threads = threads

    @property
    def version(self) -> str:
        """Which solver stands behind the name."""
        return release("ortools")

    def open(self, problem: Model) -> OrToolsSession:
        """Load a model's statements; BackendError where its numbers are beyond 64 bits."""
        return OrToolsSession(problem, self._threads)

    def optimiser(self, problem: Model) -> OrToolsOptimiser:
        """Load a model with its objective; BackendError where its numbers are beyond 64 bits."""
        from satchel.backends._ortools_optimiser import OrToolsOptimiser

        return OrToolsOptimiser(problem, self._threads)


class OrToolsSession:
    """A CP-SAT model, and the solver's last answer to it."""

    def __init__(self, model: Model, threads: int) -> None:
        from satchel.backends._ortools_terms import Terms, cp_model

        self._cp = cp_model
        self._terms = Terms()
        self._variables = list(model.variables.values())
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = threads
        self._solver.parameters.random_seed = 0
        self._assumed: dict[int, BoolExpr] = {}
        self._counters: Statistics = {}
        for statement in model.statements:
            self.add(statement.expr)
        for hint in model.hints:
            self._terms.hint(hint)
        if model.hints:  # else presolve may rule out what the hints suggest
            self._solver.parameters.keep_all_feasible_solutions_in_presolve = True

    def add(self, statement: BoolExpr) -> None:
        """Add one more constraint over the model's variables."""
        self._terms.post(statement)

    def solve(self, assumptions: Sequence[BoolExpr] = ()) -> Verdict:
        """Decide the statements under assumptions; BackendError where CP-SAT refuses the model."""
        literals = [self._terms.assumption(expr) for expr in assumptions]
        self._assumed = {
            literal.index: expr for literal, expr in zip(literals, assumptions, strict=True)
        }
        target = self._terms.target
        target.add_assumptions(literals)
        status = self._solver.solve(target)
        target.clear_assumptions()
        response: Any = self._solver.response_proto
        self._counters = {name: getattr(response, own) for name, own in _COUNTERS.items()}
        if status == self._cp.MODEL_INVALID:
            raise BackendError(f"CP-SAT refuses the model: {target.validate()}")
        if status == self._cp.UNKNOWN:
            return None
        return bool(status != self._cp.INFEASIBLE)

    def values(self) -> Mapping[str, int]:
        """The last solution."""
        return {x.name: self._terms.value(self._solver, x) for x in self._variables}

    def core(self) -> list[BoolExpr]:
        """Assumptions that suffice for unsatisfiability."""
        needed = self._solver.sufficient_assumptions_for_infeasibility()
        return [self._assumed[index] for index in needed]

    def statistics(self) -> Statistics:
        """CP-SAT's counters of the last solve."""
        return dict(self._counters)

    def close(self) -> None:
        """Nothing is held outside this object."""


class OrToolsFamily:
    """CP-SAT, if OR-Tools is installed."""

    def names(self) -> list[str]:
        """Its name, where it is installed."""
        return [_NAME] if _installed() else []

    def unavailable(self) -> dict[str, str]:
        """How to get it, where it is not."""
        return {} if _installed() else {_NAME: f"not installed: {pip_install('ortools')}"}

    def find(self, name: str) -> OrToolsBackend | None:
        """The backend of that name, perhaps with a number of threads behind a colon."""
        first, colon, threads = name.partition(":")
        if first != _NAME or not _installed() or (colon and not threads.isdecimal()):
            return None
        return OrToolsBackend(name, max(int(threads or "1"), 1))


FAMILY = OrToolsFamily()


def _installed() -> bool:
    return importlib.util.find_spec("ortools") is not None
