"""A solver's session in terms of the model: assume what is shown, solve, read, block.

Whether the backend takes clauses or the model is decided here and seen by nobody above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from operator import neg
from typing import Any, Final, Protocol, TypeAlias

from satchel.backends.protocol import Extensible, FormulaSession, Statistics, Verdict
from satchel.cnf.blocking import Block, blocking_clause, blocks
from satchel.cnf.options import Options
from satchel.cnf.sink import FALSE, TRUE
from satchel.ir import Model
from satchel.passes import run_passes, shuffle, undo_passes
from satchel.tasks.answer import FormulaSize
from satchel.tasks.choose import backend_named
from satchel.tasks.compile import Compiled, compile_model
from satchel.tasks.cubes import Cubes
from satchel.tasks.on_model import OnModel

_DIGITS: Final = bytes.maketrans(b"\x00\x01", b"01")

Assumption: TypeAlias = tuple[str, bool]
"""The name of a shown Boolean, and the value it is to have."""


class Problem(Protocol):
    """A model made ready for one backend, to be opened once."""

    @property
    def size(self) -> FormulaSize | None:
        """The formula's size; None where no clauses were made."""
        ...

    def open(self) -> Session:
        """Load it into the solver."""
        ...


class Session(Protocol):
    """One solver holding one model."""

    def solve(self, assumptions: Sequence[Assumption] = ()) -> Verdict:
        """Decide the model, with every assumption taken as true for this call only."""
        ...

    def core(self) -> list[Assumption]:
        """After an unsatisfiable `solve`: assumptions that suffice for it."""
        ...

    def solution(self) -> tuple[dict[str, int], str | None]:
        """Values of the model's variables after a satisfiable `solve`, and the formula's truth."""
        ...

    def block(self) -> None:
        """Exclude the shown solution just found."""
        ...

    def split(self, parts: int) -> int:
        """Split the search into about so many cubes; how many there are, one at least.

        The same problem on the same backend is split in the same way in every process.
        """
        ...

    def enter(self, cube: int) -> None:
        """Search the cube of this number from now on, without return to those before."""
        ...

    def statistics(self) -> Statistics:
        """The solver's own numbers."""
        ...

    def close(self) -> None:
        """Free the solver."""
        ...


def prepare(
    model: Model, backend_name: str, options: Options, *, every: bool, optimise: bool = False
) -> Problem:
    """Compile or rewrite the model as the backend wants it; `every`: solutions will be blocked.

    With `optimise` a formula has the model's objective.

    Raises InputError and ModelError where the request makes no sense.
    """
    backend = backend_named(backend_name)
    if backend.takes == "formula":
        options = replace(options.preferring(backend.native), solving=True, enumerating=every)
        compiled = compile_model(model, options, number_free=every, optimise=optimise)
        return FormulaProblem(compiled, backend.open)
    return ModelProblem(*rewritten(model, options, backend_name), backend.open)


def rewritten(model: Model, options: Options, backend_name: str) -> tuple[Model, list[Any]]:
    """The model as a backend that takes models gets it, and the data by which that is undone.

    InputError where something is chosen that makes sense for clauses only.
    """
    heeded = {"presolve", "shuffle", "max_clauses", "break_symmetry"}
    options.refuse_all_but(heeded, backend_name)
    model, undo = run_passes(model, options.presolve, break_symmetry=options.break_symmetry)
    if options.shuffle is not None:
        model, names = shuffle.apply(model, options.shuffle)
        undo.append(["shuffle", names])
    return model, undo


class FormulaProblem:
    """Clauses, for a backend that takes them; what is only a relaxation is completed."""

    def __init__(self, compiled: Compiled, load: Any) -> None:
        formula = compiled.formula
        self.size = FormulaSize(
            formula.variables, formula.clauses, formula.literals, len(formula.linear)
        )
        self._compiled = compiled
        self._load = load

    def open(self) -> OnFormula:
        formula = self._compiled.formula
        session: FormulaSession = self._load(formula)
        if formula.lazy:
            from satchel.tasks.lazy import RefiningSession  # here: it brings numpy

            session = RefiningSession(session, formula)
        return OnFormula(session, self._compiled)


class ModelProblem:
    """A rewritten model, for a backend that takes it as it is."""

    size = None

    def __init__(self, model: Model, undo: list[Any], load: Any) -> None:
        self.model = model
        self.undo = undo
        self._load = load

    def open(self) -> OnModel:
        """Load it into the solver."""
        return OnModel(self._load(self.model), self.model, self.undo)


class OnFormula:
    """A formula's session in terms of the model."""

    def __init__(self, session: FormulaSession, compiled: Compiled) -> None:
        self.session = session
        self.formula = compiled.formula
        self._varmap = compiled.formula.varmap
        self._truth: Sequence[int] = ()
        self._undo = compiled.undo
        self._core: list[Assumption] = []
        self._cubes = Cubes[int]([], neg, 1)
        self._cube: list[int] = []
        self._guard: int | None = None

    def solve(self, assumptions: Sequence[Assumption] = ()) -> Verdict:
        """Decide the clauses; an assumption against a constant needs no solver."""
        meant: dict[int, Assumption] = {}
        for assumption in assumptions:
            literal = self._literal(assumption)
            if literal == FALSE:
                self._core = [assumption]
                return False
            if literal != TRUE:
                meant[literal] = assumption
        guard = [] if self._guard is None else [self._guard]
        verdict = self.session.solve([*meant, *self._cube, *guard])
        if verdict is False:
            self._core = [meant[x] for x in self.session.core() if x in meant] if meant else []
        return verdict

    def _literal(self, assumption: Assumption) -> int:
        name, value = assumption
        atom = self._varmap.shown[name]
        if not isinstance(atom, int):
            raise TypeError(f"{name} has no literal: it is free, or an integer")
        return atom if value else -atom

    def core(self) -> list[Assumption]:
        """Assumptions that suffice for unsatisfiability."""
        return list(self._core)

    def solution(self) -> tuple[dict[str, int], str | None]:
        """The values, and the truth of every variable of the formula as `0` and `1`."""
        self._truth = self.session.truth()
        return self.read(self._truth)

    def read(self, truth: Sequence[int]) -> tuple[dict[str, int], str]:
        """The same of any model of the formula."""
        values = undo_passes(self._undo, self._varmap.values(truth))
        own = truth[1 : self.formula.variables + 1]
        return values, bytes(own).translate(_DIGITS).decode()

    def block(self) -> None:
        """Exclude the shown solution just found, in this cube only if that can be undone."""
        clause = blocking_clause(self._blocks, self._truth)
        if self._cube and self._guard is None and isinstance(self.session, Extensible):
            self._guard = self.session.fresh()
        self.session.add(clause if self._guard is None else [-self._guard, *clause])

    @cached_property
    def _blocks(self) -> list[Block]:
        return blocks(self._varmap)

    def split(self, parts: int) -> int:
        """Split by what is shown, in the order in which it is shown."""
        self._cubes = Cubes([block.choices for block in self._blocks], neg, parts)
        return len(self._cubes)

    def enter(self, cube: int) -> None:
        """Drop the blocking clauses of the cube before, and assume this one."""
        self._cube = self._cubes.literals(cube)
        if self._guard is not None:
            self.session.add([-self._guard])
            self._guard = None

    def statistics(self) -> Statistics:
        """The solver's own numbers."""
        return self.session.statistics()

    def close(self) -> None:
        """Free the solver."""
        self.session.close()
