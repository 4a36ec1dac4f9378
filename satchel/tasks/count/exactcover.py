"""Counting exact covers, where the formula is one, by Knuth's dancing cells.

The covers are found one by one, but in compiled code (the package xcover). Its variants that
remember what they have counted are not used: they take two sub-problems for the same where 32-bit
hashes are.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from satchel.cnf.exact_cover import Cover, exact_cover, split
from satchel.cnf.exclusions import NotACoverError
from satchel.cnf.options import Options
from satchel.errors import SizeError
from satchel.extras import pip_install
from satchel.ir import AllDifferent, And, BoolExpr, Clauses, IntVar, Linear, Model, Or
from satchel.ir.cardinality import Cardinality
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.walk import postorder
from satchel.tasks.compile import compile_model
from satchel.tasks.count.protocol import Question, at_least
from satchel.tasks.parts import Searched, Split, processes
from satchel.tasks.running import run_job, run_parts
from satchel.tasks.work.events import Ended, Event

PARTS: Final = 64
"""Parts of the work, for whoever is free; between two one learns how far it is."""

MOST_CLAUSES: Final = 300_000
"""Larger formulas are not looked at."""

_HEEDED: Final = {"presolve", "max_clauses"}
"""The options that mean something here: how clauses are encoded does not."""


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """One more part is done, and has so many solutions."""

    number: int


@dataclass(frozen=True, slots=True)
class Recognised(Event):
    """Whether the model is an exact cover: what speaks against it, or None."""

    refusal: str | None


@dataclass(frozen=True, slots=True)
class Recognise:
    """A job: whether a model is an exact cover."""

    model: Model
    options: Options

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {"model": self.model.to_json(symmetries=False), "options": self.options.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        return cls(Model.from_json(data["model"]), Options.from_json(data["options"]))

    def carry_out(self) -> Generator[Event]:
        """The answer, and the end."""
        refusal = None
        try:
            recognised(self.model, self.options)
        except NotACoverError as error:
            refusal = str(error)
        yield Recognised(refusal)
        yield Ended(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class CountCovers:
    """A job: the covers in those parts of a model's exact cover whose numbers are sent."""

    model: Model
    options: Options
    parts: int = PARTS

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {
            "model": self.model.to_json(symmetries=False),
            "options": self.options.to_json(),
            "parts": self.parts,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        model, options = Model.from_json(data["model"]), Options.from_json(data["options"])
        return cls(model, options, int(data["parts"]))

    def carry_out(self) -> Generator[Event, int | None]:
        """The number of solutions in each part; raises NotACoverError."""
        cover = recognised(self.model, self.options)
        parts = split(cover, self.parts)
        number = yield Split(len(parts))
        while number is not None:
            yield Counted(covers(parts[number]) << cover.free)
            number = yield Searched(number)
        yield Ended(0.0, 0.0)


def covers(cover: Cover) -> int:
    """The number of covers, without what is free."""
    if cover.primary == 0 or cover.hopeless:
        return int(not cover.hopeless)
    import numpy as np
    from xcover import algorithm_c

    # xcover overlooks a primary item that is all there is: one more option, of one more secondary
    # item, is never taken and prevents that.
    options = [*cover.options, (cover.items,)]
    items = np.array([item for option in options for item in option], dtype=np.uint32)
    ends = np.cumsum([0, *map(len, options)]).astype(np.uint32)
    colours = np.zeros(len(items), dtype=np.uint32)
    found = algorithm_c(items, ends, colours, cover.items + 1, cover.items + 1 - cover.primary)
    return sum(1 for _ in found)


class ExactCover:
    """The covers of the formula, where clauses and at-most-ones are all that it has."""

    name = "exactcover"
    summary = "the formula is an exact cover: find every cover in compiled code"
    checked = False

    def refusal(self, question: Question) -> str | None:
        """Why the formula is no exact cover, or what is missing."""
        if importlib.util.find_spec("xcover") is None:
            return f"xcover is not there: {pip_install('xcover')}"
        try:
            _refuse_at_sight(question.model, question.options)
        except NotACoverError as error:
            return str(error)
        job = Recognise(question.model, question.options)
        timeout, memory, worker = question.timeout, question.memory, question.worker
        here = timeout is None and memory is None and worker is None
        with run_job(job, question.started, timeout, memory, here, worker) as events:
            (refusal,) = [each.refusal for each in events if isinstance(each, Recognised)]
        return refusal

    def count(self, question: Question) -> int:
        """The number of covers, each as often as what is free makes it."""
        total = 0

        def searched(done: int, parts: int) -> None:
            if question.notify is not None:
                question.notify(total, done, parts)

        counting = run_parts(
            CountCovers(question.model, question.options),
            processes(question.jobs),
            question.started,
            question.timeout,
            question.memory,
            False,
            question.worker,
            searched,
        )
        with at_least(lambda: total), counting as events:
            for event in events:
                if isinstance(event, Counted):
                    total += event.number
        return total


def recognised(model: Model, options: Options) -> Cover:
    """The exact cover; raises NotACoverError."""
    _refuse_at_sight(model, options)
    options = Options(
        integers="direct",
        choices={"alldifferent": "permutation"},
        presolve=options.presolve,
        max_clauses=options.max_clauses or MOST_CLAUSES,
    )
    options = options.preferring({"amo", "cardinality", "linear"})
    try:
        compiled = compile_model(model, options, number_free=True)
    except SizeError as error:
        raise NotACoverError(f"{error}") from error
    try:
        return exact_cover(compiled.formula)
    except NotACoverError as error:
        raise NotACoverError(f"no exact cover: {error}") from error


def _refuse_at_sight(model: Model, options: Options) -> None:
    """Raise NotACoverError for what can be seen before any work."""
    ignored = options.to_json().keys() - _HEEDED
    if ignored:
        raise NotACoverError(f"the encoding is its own, {', '.join(sorted(ignored))} asked for")
    for statement in model.statements:
        strange = _strange(statement.expr)
        if strange is not None:
            raise NotACoverError(f"no exact cover: {strange}")


def _strange(expr: BoolExpr) -> str | None:
    """What shows that a statement is no part of an exact cover."""
    for node in postorder(expr):
        match node:
            case AllDifferent() | Clauses():
                pass
            case GlobalConstraint():
                return f"there is a {type(node).__name__}"
            case Cardinality(args) if any(isinstance(arg, (And, Or)) for arg in args):
                return "what is counted are conditions, not variables"
            case Linear(terms) if any(abs(c) != 1 or isinstance(x, IntVar) for c, x in terms[1:]):
                return "there is a sum of integers"
    return None
