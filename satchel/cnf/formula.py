"""A formula: clauses, perhaps linear constraints and an objective, and the map that leads back to
what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from satchel.cnf.lazy import LazyCycle
from satchel.cnf.objective import Objective
from satchel.cnf.pseudo_boolean import PseudoBoolean
from satchel.cnf.sink import Ints, split
from satchel.cnf.varmap import VarMap
from satchel.errors import InputError


@dataclass(frozen=True, slots=True)
class Account:
    """What the constraints of one kind and encoding cost; seconds are wall-clock.

    `owner` is the label of their statement, or the name of an integer variable; `why` is the reason
    for the encoding. `linear` counts pseudo-Boolean constraints; their terms are among the
    `literals`.
    """

    kind: str
    encoding: str
    why: str
    owner: str | None
    constraints: int
    variables: int
    clauses: int
    literals: int
    seconds: float
    linear: int = 0


@dataclass(frozen=True, repr=False, slots=True)
class Formula:
    """Clauses over the variables `1..variables`, each of which occurs, there or in the objective.

    `chunks` hold the clauses back to back as 32-bit integers, each closed by a zero; none spans two
    chunks. `linear` are pseudo-Boolean constraints, none in a plain CNF: whoever takes clauses only
    must `refuse_linear`; their terms are among the `literals`. `lazy` constraints are still to be
    added, by whoever solves: without them the formula is a relaxation, whose answers may be no
    solutions, while its UNSAT stands.
    """

    variables: int
    clauses: int
    literals: int
    chunks: tuple[Ints, ...]
    varmap: VarMap
    linear: tuple[PseudoBoolean, ...] = ()
    lazy: tuple[LazyCycle, ...] = ()
    hints: tuple[int, ...] = ()
    """Literals to be tried as true first; no part of what is exported."""
    stats: tuple[Account, ...] = ()
    objective: Objective | None = None
    """What is best; None also where a model's objective was not asked for."""

    def __repr__(self) -> str:
        linear = f", {len(self.linear):,} linear" if self.linear else ""
        return f"Formula({self.variables:,} variables, {self.clauses:,} clauses{linear})"

    @property
    def exact(self) -> bool:
        """Whether every model is a solution; if not, the formula is a relaxation."""
        return not self.lazy

    def refuse_linear(self, taker: str) -> None:
        """InputError where there is more than clauses, which are all that `taker` takes."""
        if self.linear:
            raise InputError(
                f"{taker} takes clauses only, not {len(self.linear)} linear constraints"
                " (--set KIND=native is for minicard, clingo and --format opb)"
            )

    def iterate(self) -> Iterator[list[int]]:
        """The clauses one by one, as lists of literals."""
        return split(self.chunks)
