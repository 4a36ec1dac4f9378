"""The solutions of a constraint, as its meaning has them and as its clauses do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

from satchel.cnf.sink import Literal
from satchel.ir import AllDifferent, BoolExpr, BoolVar, Expr
from satchel.ir.bounds import values
from satchel.ir.cardinality import Cardinality
from satchel.ir.semantics import Tape
from satchel.ir.variables import Variable
from satchel.ir.walk import variables
from satchel.testing.propagation import Propagation
from satchel.testing.writing import Written

Row: TypeAlias = tuple[int, ...]
"""A value for each variable of the constraint, in order of appearance."""


def domain(variable: Variable) -> Sequence[int]:
    """The values of a variable, false and true for a Boolean one."""
    return (False, True) if isinstance(variable, BoolVar) else list(variable.domain)


def rows(constraint: BoolExpr) -> Iterator[Row]:
    """Every assignment of the constraint's variables."""
    return product(*map(domain, variables(constraint)))


def meaning(constraint: BoolExpr) -> set[Row]:
    """The rows for which the constraint holds, by the model's evaluator."""
    holds = Tape(constraint)
    return {row for row in rows(constraint) if holds(_named(constraint, row))[0]}


def _named(constraint: BoolExpr, row: Row) -> dict[str, int]:
    names = (variable.name for variable in variables(constraint))
    return dict(zip(names, row, strict=True))


def exactly_one(constraint: BoolExpr, solutions: Iterable[Row]) -> set[Row]:
    """The solutions in which each at-most-one of the constraint has exactly one true literal.

    Of an AllDifferent those that take every value; of constraints that have none, no solution.
    """
    counted: tuple[Expr, ...] = constraint.children()
    match constraint:
        case Cardinality():
            every = {1}
        case AllDifferent():
            every = {value for arg in constraint.args for value in values(arg)}
        case _:
            return set()
    found = set()
    evaluate = Tape(*counted)
    for row in solutions:
        taken = evaluate(_named(constraint, row))
        if all(taken.count(value) == 1 for value in every):
            found.add(row)
    return found


class Counts:
    """How many models extend each row, with the guard true and (if there is one) false."""

    def __init__(self, written: Written) -> None:
        self._names = [x.name for x in written.inputs]
        self._guard = written.guard
        self._models: dict[tuple[Row, bool], int] = {}
        engine = written.propagation()
        for holds in self._sides():
            literal = written.guard or 0
            if engine.push([literal if holds else -literal] if literal else []):
                for row in _rows(engine, [list(x.true.items()) for x in written.inputs]):
                    self._models[row, holds] = engine.models(limit=2)
            engine.pop()

    def _sides(self) -> tuple[bool, ...]:
        return (True,) if self._guard is None else (True, False)

    def solutions(self) -> set[Row]:
        """The rows that some model extends while the guard holds."""
        return {row for (row, holds), models in self._models.items() if models and holds}

    def wrong(self, every: Iterable[Row], right: set[Row], guard: str | None) -> Iterator[str]:
        """Rows that should have a model and have none, or the reverse."""
        for row, holds in product(every, self._sides()):
            models = self._models.get((row, holds), 0)
            wanted = row in right if holds else guard == "half" or row not in right
            if wanted and not models:
                yield f"{self._words(row, holds)}: a solution, but there is no model"
            if models and not wanted:
                yield f"{self._words(row, holds)}: no solution, but there is a model"

    def several(self, determined: set[Row], *, released: bool) -> Iterator[str]:
        """Rows with several models: the determined ones; with `released`, all without guard."""
        for (row, holds), models in self._models.items():
            if models > 1 and (row in determined if holds else released):
                yield f"{self._words(row, holds)}: several models, auxiliaries are not determined"

    def _words(self, row: Row, holds: bool) -> str:
        words = [f"{name} = {int(value)}" for name, value in zip(self._names, row, strict=True)]
        if self._guard is not None:
            words.append(f"guard = {int(holds)}")
        return ", ".join(words) or "without inputs"


def _rows(engine: Propagation, inputs: list[list[tuple[int, frozenset[Literal]]]]) -> Iterator[Row]:
    """Each row that propagation does not refuse, with the engine there."""
    if not inputs:
        yield ()
        return
    for value, literals in inputs[0]:
        if engine.push(literals):
            for rest in _rows(engine, inputs[1:]):
                yield (value, *rest)
        engine.pop()
