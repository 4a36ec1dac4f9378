"""Formulas of others: clauses over x1, x2, ..., as a DIMACS file has them.

The file stays where it is; the parameters say which formula it must hold, by the SHA-256 of the
clauses as Satchel writes them: that of `grep -v '^c' FILE | sha256sum` if the file has an exact
header, one clause a line and one blank between literals. All variables of the header are shown,
those that occur in no clause, too. The clauses are one statement, as they stand: what is encoded is
the same formula again, in its order and numbers. Only variables that occur nowhere get no number
then, and those after them a smaller one.

Comments are left out of account, `c p show` and `c p weight` of model counters among them.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from satchel.dimacs.reader import Dimacs, read_dimacs
from satchel.draw import Table
from satchel.errors import InputError
from satchel.files import read_bytes
from satchel.ir import Clauses, Model
from satchel.puzzle import Puzzle, Shown, parameter

LABEL = "the clauses"
"""All of them are one statement: a label for each of millions would help nobody."""

_DRAWN = 60
"""So many literals of a solution are drawn."""


@dataclass(frozen=True)
class Parameters:
    """A formula, by its hash and by the file that has it."""

    file: str = parameter(
        help="the file with the formula: .cnf or .dimacs, perhaps .gz or .xz", reading=True
    )
    sha256: str = parameter(default="", help="the formula's hash; by default the one it has")
    relaxed: bool = parameter(
        default=False, help="read what is not written quite as it should be", reading=True
    )

    def __post_init__(self) -> None:
        _, found = _read(self)
        if self.sha256 not in ("", found):
            words = f"another formula: its SHA-256 is {found}, not {self.sha256}"
            raise InputError(words, file=self.file)
        object.__setattr__(self, "sha256", found)

    @property
    def formula(self) -> Dimacs:
        """The formula, read again where it is not at hand; InputError where it has changed."""
        formula, found = _read(self)
        if found != self.sha256:
            raise InputError("the file has changed while it was in use", file=self.file)
        return formula


class Formula(Puzzle[Parameters]):
    """Truth values for the variables of a formula that somebody else has made."""

    name: ClassVar[str] = "formula"
    summary: ClassVar[str] = "the clauses of a DIMACS file: `satchel import FILE.cnf`"
    parameters: ClassVar[type] = Parameters
    models: ClassVar[Mapping[str, str]] = {
        "clauses": "a Boolean for each variable; the clauses as they stand"
    }
    large: ClassVar[tuple[str, ...]] = (".cnf", ".dimacs")

    def build(self, parameters: Parameters, model: str) -> Model:
        """The variables, and one statement."""
        formula = parameters.formula
        built = Model()
        variables = [built.bool(f"x{number}") for number in range(1, formula.variables + 1)]
        numbers = array("i")
        for chunk in formula.chunks:
            numbers.extend(chunk)
        built.add(Clauses(variables, numbers), label=LABEL)
        for variable in variables:
            built.show(variable.name, variable)
        return built

    def check(self, parameters: Parameters, solution: Shown) -> list[str]:
        """Look for a clause without a true literal."""
        formula = parameters.formula
        names = [f"x{number}" for number in range(1, formula.variables + 1)]
        broken = [
            f"{name} is no truth value" for name in names if type(solution.get(name)) is not bool
        ]
        if len(solution) > len(names):
            known = set(names)
            broken += [f"{name} is no variable" for name in solution if name not in known]
        if broken:
            return broken
        fault = formula.falsified(_literals(names, solution))
        return [] if fault is None else [f"no literal is true of {fault}"]

    def draw(self, parameters: Parameters, solution: Shown | None) -> Table:
        """The size; of a solution the first literals."""
        formula = parameters.formula
        size = f"{formula.variables:,}", f"{formula.clauses:,}", parameters.sha256
        notes = []
        if solution is not None:
            names = [f"x{number}" for number in range(1, formula.variables + 1)]
            literals = _literals(names, solution)
            more = f" and {len(literals) - _DRAWN:,} more" if len(literals) > _DRAWN else ""
            notes = [" ".join(map(str, literals[:_DRAWN])) + more]
        return Table(("variables", "clauses", "SHA-256"), (size,), tuple(notes))


def _literals(names: list[str], solution: Shown) -> list[int]:
    """The literals that are true."""
    return [number if solution[name] else -number for number, name in enumerate(names, 1)]


def _read(parameters: Parameters) -> tuple[Dimacs, str]:
    """The formula in the file as it is now, and its hash."""
    file = parameters.file
    try:
        state = Path(file).stat()
    except OSError as error:
        raise InputError(f"the formula is not there: {error.strerror}", file=file) from error
    return _read_once(file, parameters.relaxed, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=2)  # they may be large
def _read_once(file: str, relaxed: bool, changed: int, size: int) -> tuple[Dimacs, str]:
    try:
        formula = read_dimacs(read_bytes(file), relaxed=relaxed, file=file)
    except InputError as error:
        if relaxed or error.line is None:
            raise
        words = f"{error.message} (FILE:relaxed=true, or `import --relaxed`, may read it)"
        raise InputError(words, file=file, line=error.line) from error
    return formula, formula.hash()


puzzle = Formula()
