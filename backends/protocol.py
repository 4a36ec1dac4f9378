"""What a solver family offers, and what one running solver can be asked.

A module under `satchel.backends` (or an entry point of the group `satchel.backends`) has a constant
`FAMILY`. A family knows its names without loading its solver where it can, because listing must be
cheap and a worker that runs z3 must not pay for PySAT. A backend opens a *session*: one problem in
one solver. There are two kinds, told apart by `takes`: sessions on a formula speak literals,
sessions on a model speak Boolean expressions over the model's variables.

Errors: a solver that crashes, prints nonsense or contradicts itself raises `BackendError`.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from satchel.cnf.formula import Formula
    from satchel.ir import BoolExpr, Model

Verdict: TypeAlias = bool | None
"""Satisfiable, unsatisfiable, or the solver gave up."""

Statistics: TypeAlias = dict[str, int | float]


class Session(Protocol):
    """What both kinds of session share."""

    def statistics(self) -> Statistics:
        """The solver's own numbers (conflicts, decisions, ...), as far as it tells them."""
        ...

    def close(self) -> None:
        """Free the solver; the session is not used afterwards."""
        ...


class FormulaSession(Session, Protocol):
    """One solver holding clauses over the variables 1..n of a formula."""

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause; the empty one makes the session unsatisfiable.

        Variables from n + 2 on are new ones; n + 1 is the session's own.
        """
        ...

    def solve(self, assumptions: Sequence[int] = ()) -> Verdict:
        """Decide the clauses, with every assumption taken as true for this call only."""
        ...

    def truth(self) -> Sequence[int]:
        """The last model: at index v, whether variable v is true (index 0 is unused)."""
        ...

    def core(self) -> list[int]:
        """After an unsatisfiable `solve`: assumptions that suffice for it."""
        ...


@runtime_checkable
class Extensible(Protocol):
    """A formula's session that has room for variables beyond the formula's."""

    def fresh(self) -> int:
        """A variable that is in no clause yet; `truth` does not tell of it."""
        ...


class ModelSession(Session, Protocol):
    """One solver holding a model's statements."""

    def add(self, statement: BoolExpr) -> None:
        """Add one more constraint over the model's variables."""
        ...

    def solve(self, assumptions: Sequence[BoolExpr] = ()) -> Verdict:
        """Decide the statements, with every assumption taken as true for this call only."""
        ...

    def values(self) -> Mapping[str, int]:
        """The last solution: a value for each of the model's variables."""
        ...

    def core(self) -> list[BoolExpr]:
        """After an unsatisfiable `solve`: assumptions that suffice for it."""
        ...


@dataclass(frozen=True, slots=True)
class Better:
    """A solution: a value for each of the model's variables."""

    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Proved:
    """No solution is better than this value of the objective."""

    bound: int


class Optimiser(Session, Protocol):
    """One solver holding a model's statements and its objective."""

    def improve(self) -> Generator[Better | Proved]:
        """Ever better solutions and bounds, as they are found, until one meets the other.

        An end without a solution means that there is none.
        """
        ...


class FormulaBackend(Protocol):
    """A solver for clauses."""

    @property
    def name(self) -> str:
        """The name it is asked for by."""
        ...

    @property
    def takes(self) -> Literal["formula"]:
        """What `open` wants."""
        ...

    @property
    def version(self) -> str:
        """Which solver stands behind the name, with its release: another one, other answers."""
        ...

    @property
    def incremental(self) -> bool:
        """Whether a second `solve` builds on the first, or starts again."""
        ...

    @property
    def follows_hints(self) -> bool:
        """Whether the solver tries first what the problem's hints suggest."""
        ...

    @property
    def native(self) -> Collection[str]:
        """Kinds of constraints for which `auto` is `native`, since the solver takes them itself."""
        ...

    def open(self, problem: Formula) -> FormulaSession:
        """Load a formula."""
        ...


@runtime_checkable
class Proving(Protocol):
    """What a backend for clauses also has where its solver gives proofs that checkers accept."""

    def prove(self, problem: Formula, proof: Path) -> Sequence[int] | None:
        """Decide a formula of clauses: its model, as `FormulaSession.truth` gives it, or None.

        Where it is None, `proof` is then a DRAT proof, as text, that the formula has no model.
        """
        ...


class ModelBackend(Protocol):
    """A solver for the model itself."""

    @property
    def name(self) -> str:
        """The name it is asked for by."""
        ...

    @property
    def takes(self) -> Literal["model"]:
        """What `open` wants."""
        ...

    @property
    def version(self) -> str:
        """Which solver stands behind the name, with its release: another one, other answers."""
        ...

    @property
    def incremental(self) -> bool:
        """Whether a second `solve` builds on the first, or starts again."""
        ...

    @property
    def follows_hints(self) -> bool:
        """Whether the solver tries first what the problem's hints suggest."""
        ...

    def open(self, problem: Model) -> ModelSession:
        """Load a model's statements; its objective and shown values play no part."""
        ...


@runtime_checkable
class Optimising(Protocol):
    """What a backend for models also has where its solver optimises by itself."""

    def optimiser(self, problem: Model) -> Optimiser:
        """Load a model's statements and its objective."""
        ...


Backend: TypeAlias = FormulaBackend | ModelBackend


class Family(Protocol):
    """The backends of one file."""

    def names(self) -> list[str]:
        """Every name that works here and now."""
        ...

    def unavailable(self) -> dict[str, str]:
        """Names that are known but do not work here, each with its reason."""
        ...

    def find(self, name: str) -> Backend | None:
        """The backend of that name, or None where it is unknown or unavailable."""
        ...
