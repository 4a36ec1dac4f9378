"""Counting by Ganak, a #SAT counter, projected on what is shown (the package pyganak).

It counts components of the formula once and remembers them, so numbers beyond all enumeration can
be had. By default it tells components apart by hashes: its authors state that a number is wrong
with a probability of at most 2^-40.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from satchel.cnf.formula import Formula
from satchel.cnf.options import Options
from satchel.errors import BackendError, InputError
from satchel.extras import pip_install
from satchel.ir import Model
from satchel.tasks.answer import FormulaSize
from satchel.tasks.compile import compile_model
from satchel.tasks.count.protocol import Question
from satchel.tasks.running import run_job
from satchel.tasks.work.events import Encoded, Ended, Event


@dataclass(frozen=True, slots=True)
class Total(Event):
    """The number of models, projected."""

    number: int


@dataclass(frozen=True, slots=True)
class CountModels:
    """A job: the models of a model's formula, told apart by what is shown."""

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
        """The formula's size, and the number.

        Raises InputError where the options ask for more than clauses, or fewer than all of them.
        """
        start = time.perf_counter()
        formula = compile_model(self.model, self.options, number_free=True).formula
        formula.refuse_linear("a #SAT counter")
        if not formula.exact:
            raise InputError("a #SAT counter needs every clause: an encoding here is lazy")
        size = FormulaSize(formula.variables, formula.clauses, formula.literals, 0)
        loaded = time.perf_counter()
        yield Encoded(size, loaded - start)
        yield Total(_models(formula))
        yield Ended(time.perf_counter() - loaded, 0.0)


def _models(formula: Formula) -> int:
    if formula.variables == 0:  # Ganak overlooks an empty clause where there is nothing else
        return int(formula.clauses == 0)
    from pyganak import Counter

    counter = Counter()
    counter.new_vars(formula.variables)
    counter.add_clauses(formula.iterate())
    counter.set_sampling_set([abs(literal) for literal in formula.varmap.shown_literals()])
    return int(counter.count())


class SharpSat:
    """The models of the formula, by a #SAT counter."""

    name = "sharpsat"
    summary = "count the formula's models, projected, by Ganak (wrong once in 2^40)"
    checked = False

    def refusal(self, question: Question) -> str | None:
        """What is missing."""
        if importlib.util.find_spec("pyganak") is None:
            return f"pyganak is not there: {pip_install('pyganak')}"
        return None

    def count(self, question: Question) -> int:
        """The number of models, told apart by what is shown."""
        job = CountModels(question.model, replace(question.options, solving=False))
        number: int | None = None
        with run_job(
            job, question.started, question.timeout, question.memory, False, question.worker
        ) as events:
            for event in events:
                if isinstance(event, Total):
                    number = event.number
        if number is None:
            raise BackendError("the counter ended without a number")
        return number
