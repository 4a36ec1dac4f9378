"""Solvers that are Python packages: their own readers, up to where a search would begin."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from satchel.errors import BackendError
from satchel.extras import pip_install
from satchel.submission.readers.protocol import Numbers

_SHOW: Final = ["c", "p", "show"]
_ASKING: Final = frozenset({"check-sat", "check-sat-assuming"})
_LIMIT: Final = 200
"""So much of a complaint is told."""


@dataclass(frozen=True, slots=True)
class Library:
    """A package, and how it is made to read a file."""

    name: str
    module: str
    install: str
    reading: Callable[[Path], Numbers]
    unpacks: bool = True

    def refusal(self) -> str | None:
        """How to get the package, where it is not installed."""
        return None if importlib.util.find_spec(self.module) else f"{self.name}: {self.install}"

    def read(self, file: Path) -> Numbers:
        """Call the package, any of whose errors is a complaint."""
        try:
            return self.reading(file)
        except Exception as error:
            raise BackendError(_line(error)[:_LIMIT]) from error


def _line(error: Exception) -> str:
    """What an error says, in one line; z3's say it in bytes."""
    said = [part.decode() if isinstance(part, bytes) else str(part) for part in error.args]
    return " ".join(" ".join(said).split()) or type(error).__name__


def _pysat(file: Path) -> Numbers:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    formula = CNF(from_file=str(file))
    with Solver("cadical195", bootstrap_with=formula):
        return {"variables": _number(formula), "clauses": len(formula.clauses)}


def _number(formula: Any) -> int:
    return int(formula.nv)


def _rc2(file: Path) -> Numbers:
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    formula = WCNF(from_file=str(file))
    with RC2(formula):
        return {"hard": len(formula.hard), "soft": len(formula.soft)}


def _ganak(file: Path) -> Numbers:
    """Ganak has no reader of its own in Python: PySAT reads, Ganak takes what was read."""
    from pyganak import Counter
    from pysat.formula import CNF

    formula = CNF(from_file=str(file))
    counter = Counter()
    counter.new_vars(_number(formula))
    counter.add_clauses(formula.clauses)
    shown = list(_shown(formula.comments))
    if any(not 0 < number <= _number(formula) for number in shown):
        raise BackendError("a shown variable is none of the formula's")
    counter.set_sampling_set(shown)
    return {"variables": counter.nof_vars(), "clauses": counter.nof_clauses()}


def _shown(comments: list[str]) -> Iterator[int]:
    """The variables of the lines `c p show 1 2 0`."""
    for words in map(str.split, comments):
        if words[: len(_SHOW)] == _SHOW:
            *numbers, end = map(int, words[len(_SHOW) :])
            if end != 0:
                raise BackendError("a line of shown variables does not end with 0")
            yield from numbers


def _z3(file: Path) -> Numbers:
    import z3

    return {"assertions": len(z3.parse_smt2_file(str(file)))}


def _cvc5(file: Path) -> Numbers:
    cvc5: Any = import_module("cvc5")
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    symbols = cvc5.SymbolManager(manager)
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, file.read_text(), file.name)
    assertions = 0
    while not (command := parser.nextCommand()).isNull():
        name = command.getCommandName()
        assertions += name == "assert"
        if name not in _ASKING and not name.startswith("get-"):
            _obey(command.invoke(solver, symbols))
    return {"assertions": assertions}


def _obey(said: Any) -> None:
    if said.strip() not in {"", "success"}:
        raise BackendError(said.strip())


PYSAT: Final = Library("pysat", "pysat", pip_install("python-sat"), _pysat)
RC2: Final = Library("rc2", "pysat", pip_install("python-sat"), _rc2)
GANAK: Final = Library("pyganak", "pyganak", pip_install("pyganak"), _ganak)
Z3: Final = Library("z3", "z3", pip_install("z3-solver"), _z3, unpacks=False)
CVC5: Final = Library("cvc5", "cvc5", pip_install("cvc5"), _cvc5, unpacks=False)
