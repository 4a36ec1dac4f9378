"""Formulas of others: clauses over x1, x2, ..., as a DIMACS file has them.

The file stays where it is; the parameters say which formula it must hold, by the SHA-256 of the
clauses as Satchel writes them: that of `grep -v '^c' FILE | sha256sum` if the file has an exact
header, one clause a line and one blank between literals. All variables of the header are shown,
those that occur in no clause, too, unless comments for model counters (`c p show`, `c ind`) name
those that are: then `shown` is the hash of that. The clauses are one statement, as they stand: what
is encoded is the same formula again, in its order and numbers. Only variables that occur nowhere
get no number then, and those after them a smaller one.

A file is read as solvers read it, with a warning where strict reading refuses it. One with weights
is refused: nothing here adds up weights of models.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from satchel.dimacs.formula import Dimacs
from satchel.dimacs.reader import read_dimacs
from satchel.draw import Table
from satchel.errors import InputError
from satchel.files import PIPE, read_bytes
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
        help="the file with the formula: .cnf or .dimacs, perhaps packed (.xz, ...)", reading=True
    )
    sha256: str = parameter(default="", help="the formula's hash; by default the one it has")
    shown: str = parameter(
        default="",
        help="the hash of the line `c p show` with what is shown; by default the file's own",
    )
    relaxed: bool = parameter(
        default=False,
        help="do not warn of what is not written quite as it should be",
        reading=True,
    )

    def __post_init__(self) -> None:
        formula, found = _read(self)
        if self.sha256 not in ("", found):
            words = f"another formula: its SHA-256 is {found}, not {self.sha256}"
            raise InputError(words, file=self.file)
        if (line := formula.question.weighted) is not None:
            words = "weighted counting (`c p weight`, `c t wmc`, `c t pwmc`) is not supported"
            words += "; without these lines it is a plain formula"
            raise InputError(words, file=self.file, line=line)
        shown = _shown_hash(formula)
        if self.shown not in ("", shown):
            words = "other variables are shown (`c p show`, `c ind`) than the instance says"
            raise InputError(words, file=self.file)
        object.__setattr__(self, "sha256", found)
        object.__setattr__(self, "shown", shown)

    @property
    def formula(self) -> Dimacs:
        """The formula, read again where it is not at hand; InputError where it has changed."""
        formula, found = _read(self)
        if (found, _shown_hash(formula)) != (self.sha256, self.shown):
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
        for name in _shown_names(formula):
            built.show(name, variables[int(name[1:]) - 1])
        return built

    def check(self, parameters: Parameters, solution: Shown) -> list[str]:
        """Look for a clause without a true literal, among what is shown."""
        formula = parameters.formula
        names = _shown_names(formula)
        broken = [
            f"{name} is no truth value" for name in names if type(solution.get(name)) is not bool
        ]
        if len(solution) > len(names):
            known = set(names)
            broken += [f"{name} is not shown" for name in solution if name not in known]
        if broken:
            return broken
        literals = _literals(names, solution)
        if formula.question.shown is not None:  # what is not shown may be true either way
            hidden = set(range(1, formula.variables + 1)).difference(formula.question.shown)
            literals += [literal for x in hidden for literal in (x, -x)]
        fault = formula.falsified(literals)
        return [] if fault is None else [f"no literal is true of {fault.where}"]

    def leaves_open(self, parameters: Parameters) -> bool:
        """Clauses with variables that are not shown are left open."""
        return parameters.formula.question.shown is not None

    def draw(self, parameters: Parameters, solution: Shown | None) -> Table:
        """The size; of a solution the first literals."""
        formula = parameters.formula
        size = {"variables": f"{formula.variables:,}", "clauses": f"{formula.clauses:,}"}
        if formula.question.shown is not None:
            size["shown"] = f"{len(formula.question.shown):,}"
        size["SHA-256"] = parameters.sha256
        notes = []
        if solution is not None:
            literals = _literals(_shown_names(formula), solution)
            more = f" and {len(literals) - _DRAWN:,} more" if len(literals) > _DRAWN else ""
            notes = [" ".join(map(str, literals[:_DRAWN])) + more]
        return Table(tuple(size), (tuple(size.values()),), tuple(notes))


def _shown_names(formula: Dimacs) -> list[str]:
    """The names of the variables that are shown: all, or those that the file names."""
    shown = formula.question.shown
    return [f"x{x}" for x in (range(1, formula.variables + 1) if shown is None else shown)]


def _shown_hash(formula: Dimacs) -> str:
    """The hash of the line that names the shown variables; empty where all are shown."""
    shown = formula.question.shown
    if shown is None:
        return ""
    return hashlib.sha256(f"c p show {' '.join(map(str, (*shown, 0)))}\n".encode()).hexdigest()


def _literals(names: list[str], solution: Shown) -> list[int]:
    """The literals that are true."""
    return [int(name[1:]) if solution[name] else -int(name[1:]) for name in names]


def _read(parameters: Parameters) -> tuple[Dimacs, str]:
    """The formula in the file as it is now, and its hash."""
    file = parameters.file
    if file == PIPE:
        return _read_once(file, parameters.relaxed, 0, 0)
    try:
        state = Path(file).stat()
    except OSError as error:
        raise InputError(f"the formula is not there: {error.strerror}", file=file) from error
    return _read_once(file, parameters.relaxed, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=2)  # they may be large
def _read_once(file: str, relaxed: bool, changed: int, size: int) -> tuple[Dimacs, str]:
    formula = read_dimacs(read_bytes(file), relaxed=True, file=file)
    if not relaxed:
        formula.warn(file)
    return formula, formula.hash()


puzzle = Formula()
