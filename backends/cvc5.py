"""`cvc5` on the model itself, which it reads as SMT-LIB (how, is said in `satchel/smt/terms.py`).

The text goes through cvc5's own parser, in process and piece by piece: one road to SMT-LIB for
files and for solving.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

from satchel.backends._release import release
from satchel.backends._statistics import unified
from satchel.backends.protocol import Statistics, Verdict
from satchel.errors import BackendError
from satchel.extras import pip_install
from satchel.ir import IntVar
from satchel.smt.script import declaration, domain
from satchel.smt.symbols import symbol
from satchel.smt.terms import Terms

if TYPE_CHECKING:
    from satchel.ir import BoolExpr, Model

_NAME: Final = "cvc5"
_COUNTERS: Final = {
    "conflicts": ["sat::conflicts"],
    "decisions": ["sat::decisions"],
    "propagations": ["sat::propagations"],
    "restarts": ["sat::starts"],
}


class Cvc5Backend:
    """cvc5 on the model."""

    name: Final = _NAME
    takes: Final[Literal["model"]] = "model"
    incremental: Final = True
    follows_hints: Final = False

    @property
    def version(self) -> str:
        """Which solver stands behind the name."""
        return release("cvc5")

    def open(self, problem: Model) -> Cvc5Session:
        """Load a model's statements."""
        return Cvc5Session(problem)


class Cvc5Session:
    """One cvc5 solver, and the parser that feeds it."""

    def __init__(self, model: Model) -> None:
        cvc5: Any = import_module(_NAME)
        manager = cvc5.TermManager()
        self._solver = cvc5.Solver(manager)
        self._symbols = cvc5.SymbolManager(manager)
        self._parser = cvc5.InputParser(self._solver, self._symbols)
        self._parser.setIncrementalStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "model")
        for option in ("incremental", "produce-models", "produce-unsat-assumptions"):
            self._solver.setOption(option, "true")
        self._terms = Terms(model.variables)
        self._assumed: list[tuple[Any, BoolExpr]] = []
        variables = list(model.variables.values())
        commands = ["(set-logic QF_LIA)"]
        for x in variables:
            commands.append(declaration(x))
            if isinstance(x, IntVar):
                commands.append(domain(x))
        self._run(commands)
        self._variables = {x.name: self._parsed(symbol(x.name)) for x in variables}
        statements = [statement.expr for statement in model.statements]
        self._terms.count(statements)
        for statement in statements:
            self._assert(statement)

    def add(self, statement: BoolExpr) -> None:
        """Add one more constraint over the model's variables."""
        self._terms.count([statement])
        self._assert(statement)

    def solve(self, assumptions: Sequence[BoolExpr] = ()) -> Verdict:
        """Decide the statements under assumptions; BackendError, with a reason, if it gives up."""
        self._terms.count(assumptions)
        self._assumed = [(self._parsed(self._term(expr)), expr) for expr in assumptions]
        result = self._solver.checkSatAssuming(*[term for term, _ in self._assumed])
        if result.isUnknown():
            raise BackendError(f"cvc5 gave up: {result.getUnknownExplanation()}")
        return bool(result.isSat())

    def values(self) -> Mapping[str, int]:
        """The last solution."""
        return {
            name: self._solver.getValue(term).toPythonObj()
            for name, term in self._variables.items()
        }

    def core(self) -> list[BoolExpr]:
        """Assumptions that suffice for unsatisfiability."""
        needed = set(self._solver.getUnsatAssumptions())
        return [expr for term, expr in self._assumed if term in needed]

    def statistics(self) -> Statistics:
        """cvc5's counters, without times; under its own names where they are not everybody's."""
        found = self._solver.getStatistics().get(internal=True)
        own: Statistics = {k: v["value"] for k, v in found.items() if isinstance(v["value"], int)}
        return unified(own, _COUNTERS)

    def close(self) -> None:
        """cvc5 frees what it holds once nothing refers to it."""

    def _assert(self, statement: BoolExpr) -> None:
        self._run([f"(assert {self._term(statement)})"])

    def _term(self, expr: BoolExpr) -> str:
        """The expression's term, once cvc5 knows the definitions that it needs."""
        term = self._terms.write(expr)
        self._run(self._terms.definitions)
        self._terms.definitions.clear()
        return term

    def _run(self, commands: Sequence[str]) -> None:
        self._parser.appendIncrementalStringInput("\n".join(commands) + "\n")
        for _ in commands:
            self._parser.nextCommand().invoke(self._solver, self._symbols)

    def _parsed(self, term: str) -> Any:
        self._parser.appendIncrementalStringInput(f"{term}\n")
        return self._parser.nextTerm()


class Cvc5Family:
    """One solver, if its package is there."""

    def names(self) -> list[str]:
        """Its name, where the package is installed."""
        return [_NAME] if _installed() else []

    def unavailable(self) -> dict[str, str]:
        """How to get it, where it is not."""
        return {} if _installed() else {_NAME: f"not installed: {pip_install('cvc5')}"}

    def find(self, name: str) -> Cvc5Backend | None:
        """The backend, where the package is installed."""
        return Cvc5Backend() if name == _NAME and _installed() else None


FAMILY = Cvc5Family()


def _installed() -> bool:
    return importlib.util.find_spec(_NAME) is not None
