"""PySAT's solvers, each under the name PySAT's `SolverNames` gives it.

`cadical` and `glucose` stand for the newest of their line that constructs. All are incremental
except Kissat, whose second `solve` on one object aborts the interpreter: it gets a fresh object for
every call, with the clauses added since, and assumptions as unit clauses.

Clauses go in one by one, split off the integer array by a plain loop. Measured on 2.9 million
binary clauses that loop takes 0.25 s of 1.5 s (CaDiCaL 3.0; the rest is the solver's own); finding
the zeros with `array.index`, or converting to a list first, takes two to three times as long, and
the list a quarter of a gigabyte.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from satchel.backends._pysat_proof import WITHOUT, prove
from satchel.backends._release import release
from satchel.backends.protocol import Statistics, Verdict
from satchel.errors import BackendError, InputError
from satchel.extras import pip_install

if TYPE_CHECKING:
    from satchel.cnf.formula import Formula
    from satchel.cnf.pseudo_boolean import PseudoBoolean

_LINES: Final = ("cadical", "glucose")
"""Lines of solvers whose newest member is offered under the bare name."""

_CARDINALITY: Final = frozenset({"gluecard3", "gluecard4", "minicard"})
"""Solvers that take cardinality constraints; a weight is a literal that is repeated."""

_LONGEST: Final = 1 << 16
"""Literals, repetitions counted, beyond which such a constraint is refused."""

_ONE_SHOT: Final = frozenset({"kissat404"})

_WITHOUT_PHASES: Final = frozenset({"cadical103", "cryptosat", "ergo", "kissat404"})
"""Solvers for which PySAT's `set_phases` does nothing, or is missing."""


class PysatBackend:
    """One of PySAT's solvers: `solver` is its attribute of `SolverNames`, `name` ours."""

    takes: Final[Literal["formula"]] = "formula"

    def __init__(self, name: str, solver: str) -> None:
        self.name = name
        self.solver = solver
        self.incremental = solver not in _ONE_SHOT
        self.follows_hints = solver not in _WITHOUT_PHASES
        self.native = frozenset({"amo", "cardinality"} if solver in _CARDINALITY else ())

    @property
    def version(self) -> str:
        """Which solver stands behind the name."""
        return f"{self.solver}, {release('python-sat')}"

    def open(self, problem: Formula) -> IncrementalSession | OneShotSession:
        """Load a formula."""
        if not self.native:
            problem.refuse_linear(self.name)
        if self.incremental:
            return IncrementalSession(self.solver, problem)
        return OneShotSession(self.solver, problem)


class ProvingPysatBackend(PysatBackend):
    """One of those that give proofs."""

    def prove(self, problem: Formula, proof: Path) -> Sequence[int] | None:
        """A model, or None and a proof that there is none."""
        problem.refuse_linear(f"a proof by {self.name}")
        model = prove(self.solver, problem, proof)
        return None if model is None else _truth(model, problem.variables)


class IncrementalSession:
    """One PySAT solver object for the whole session."""

    def __init__(self, solver: str, formula: Formula) -> None:
        self._variables = formula.variables
        self._highest = formula.variables + 1
        self._solver = _construct(solver)
        self._solver.append_formula(formula.iterate())
        for constraint in formula.linear:
            for part in constraint.at_least():
                self._solver.add_atmost(*_at_most(solver, part))
        # MapleSAT crashes on a formula without clauses: give every solver one that says nothing.
        self._solver.add_clause([formula.variables + 1])
        if formula.hints and solver not in _WITHOUT_PHASES:
            self._solver.set_phases(list(formula.hints))
        if solver == "lingeling":
            # It aborts when a variable that was in no clause is assumed twice.
            self._solver.append_formula([v, -v] for v in range(1, formula.variables + 1))

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause."""
        self._solver.add_clause(list(clause))

    def fresh(self) -> int:
        """A variable beyond the formula's, and beyond the one of the clause that says nothing."""
        self._highest += 1
        return self._highest

    def solve(self, assumptions: Sequence[int] = ()) -> Verdict:
        """Decide the clauses under assumptions."""
        verdict: Verdict = self._solver.solve(assumptions=list(assumptions))
        return verdict

    def truth(self) -> Sequence[int]:
        """The last model."""
        return _truth(self._solver.get_model(), self._variables)

    def core(self) -> list[int]:
        """Assumptions that suffice for unsatisfiability."""
        return list(self._solver.get_core() or ())

    def statistics(self) -> Statistics:
        """Restarts, conflicts, decisions and propagations, all calls together."""
        try:
            return dict(self._solver.accum_stats() or {})
        except NotImplementedError:
            return {}

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()


class OneShotSession:
    """A fresh solver object for each call."""

    def __init__(self, solver: str, formula: Formula) -> None:
        self._name = solver
        self._formula = formula
        self._added: list[list[int]] = []
        self._assumptions: list[int] = []
        self._truth: Sequence[int] | None = None

    def add(self, clause: Sequence[int]) -> None:
        """Keep one clause for the next call."""
        self._added.append(list(clause))

    def solve(self, assumptions: Sequence[int] = ()) -> Verdict:
        """Decide the clauses and the assumptions as unit clauses."""
        self._assumptions = list(assumptions)
        solver = _construct(self._name)
        try:
            solver.append_formula(self._formula.iterate())
            solver.append_formula(self._added)
            solver.append_formula([[literal] for literal in assumptions])
            solver.add_clause([self._formula.variables + 1])
            verdict: Verdict = solver.solve()
            self._truth = _truth(solver.get_model(), self._formula.variables) if verdict else None
        finally:
            solver.delete()
        return verdict

    def truth(self) -> Sequence[int]:
        """The last model."""
        if self._truth is None:
            raise BackendError(f"{self._name} has no model to give")
        return self._truth

    def core(self) -> list[int]:
        """All assumptions: a one-shot solver does not say which it needed."""
        return list(self._assumptions)

    def statistics(self) -> Statistics:
        """None: PySAT does not expose them for one-shot solvers."""
        return {}

    def close(self) -> None:
        """Nothing is held between calls."""


class PysatFamily:
    """Every name that PySAT knows, asked by constructing it (well under a millisecond each)."""

    def names(self) -> list[str]:
        """Names that construct, the bare lines first."""
        working = [name for name, reason in _reasons().items() if reason is None]
        return [line for line in _LINES if _newest(line, working)] + working

    def unavailable(self) -> dict[str, str]:
        """The others, with PySAT's reason."""
        return {name: reason for name, reason in _reasons().items() if reason is not None}

    def find(self, name: str) -> PysatBackend | None:
        """The backend of that name."""
        if name in _LINES:
            newest = _newest(name, self.names())
            return _backend(name, newest) if newest else None
        return _backend(name, name) if _reasons().get(name, "unknown") is None else None


FAMILY = PysatFamily()


def _backend(name: str, solver: str) -> PysatBackend:
    return (PysatBackend if solver.startswith(WITHOUT) else ProvingPysatBackend)(name, solver)


def _construct(solver: str) -> Any:
    """An empty solver object.

    It is asked for by its longest alias: for MinisatGH the attribute's own name is not one.
    """
    from pysat.solvers import Solver, SolverNames

    return Solver(name=getattr(SolverNames, solver)[-1])


def _at_most(solver: str, part: PseudoBoolean) -> tuple[list[int], int]:
    """So many of these literals are true at most: those that may be missing from `part`."""
    if part.total > _LONGEST:
        raise InputError(
            f"{solver} takes weights as repeated literals, not a sum of weights of {part.total}"
            " (another --set linear=NAME makes clauses)"
        )
    return [-x for weight, x in part.terms for _ in range(weight)], part.total - part.bound


def _reasons() -> dict[str, str | None]:
    """Every name of `SolverNames`, with the reason why it does not construct, if so."""
    from pysat.solvers import SolverNames

    names = sorted(name for name in vars(SolverNames) if not name.startswith("_"))
    return {name: _reason(name) for name in names}


def _reason(solver: str) -> str | None:
    if solver == "cryptosat":
        from pysat.solvers import cms_present

        if not cms_present:
            return f"needs the package pycryptosat: {pip_install('pycryptosat')}"
    try:
        _construct(solver).delete()
    except Exception as error:  # what a solver's constructor raises is not documented
        return f"does not construct: {type(error).__name__}: {error}"
    return None


def _newest(line: str, names: Iterable[str]) -> str | None:
    """The highest version: `cadical300` beats `cadical195`, `glucose42` (4.2) beats `glucose4`."""
    versions = [
        name for name in names if name.startswith(line) and name.removeprefix(line).isdigit()
    ]
    return max(versions, default=None)


def _truth(model: list[int] | None, variables: int) -> Sequence[int]:
    """PySAT's list of literals as a table; variables it does not mention are false."""
    truth = bytearray(variables + 1)
    for literal in [literal for literal in model or () if literal > 0]:
        if literal <= variables:
            truth[literal] = 1
    return truth
