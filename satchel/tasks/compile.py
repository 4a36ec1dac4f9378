"""Model to formula: the passes, the lowering, the numbering."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from satchel.cnf import orders
from satchel.cnf.blocking import exclusive_names
from satchel.cnf.formula import Account, Formula
from satchel.cnf.lower import Lowering
from satchel.cnf.numbering import number
from satchel.cnf.options import Options
from satchel.cnf.sink import ClauseSink, CountingSink
from satchel.cnf.varmap import VarMap
from satchel.errors import InputError, SizeError
from satchel.ir import Model
from satchel.passes import run_passes
from satchel.suggest import among
from satchel.tasks.refusal import refusal
from satchel.uncollected import uncollected


@dataclass(frozen=True, slots=True)
class Compiled:
    """A formula, and the data by which passes are undone once its map has given values."""

    formula: Formula
    undo: list[Any]
    seconds: float


@uncollected()
def compile_model(
    model: Model, options: Options, *, number_free: bool = False, optimise: bool = False
) -> Compiled:
    """The model as clauses; `number_free` as in `number`; with `optimise`, its objective, too.

    Raises InputError for unknown encodings and labels, SizeError beyond `options.max_clauses`, and
    NotNegatableError where a constraint stands where its negation is needed and it has none.
    """
    started = perf_counter()
    _refuse_strange_labels(model, options)
    simple, undo = run_passes(model, options.presolve, break_symmetry=options.break_symmetry)
    sink = ClauseSink(options.max_clauses)
    lowering = Lowering(simple, options, sink, simple.objective if optimise else None)
    varmap = _run(lowering)
    if number_free:
        varmap = replace(varmap, exclusive=exclusive_names(model))
    formula = number(
        sink,
        varmap,
        lowering.accounts.close(),
        lowering.lazy,
        lowering.hints,
        lowering.objective,
        order=orders.chosen(options.numbering, model),
        shuffle=options.shuffle,
        number_free=number_free,
    )
    return Compiled(formula, undo, perf_counter() - started)


@dataclass(frozen=True, slots=True)
class Size:
    """What a formula would come to, counted without storing it."""

    variables: int
    clauses: int
    literals: int
    stats: tuple[Account, ...]
    linear: int = 0


def predict(model: Model, options: Options) -> Size:
    """The formula's exact size; variables that occur nowhere included."""
    _refuse_strange_labels(model, options)
    simple, _ = run_passes(model, options.presolve, break_symmetry=options.break_symmetry)
    sink = CountingSink(options.max_clauses)
    lowering = Lowering(simple, options, sink)
    _run(lowering)
    stats = lowering.accounts.close()
    return Size(sink.variables, sink.clauses, sink.literals, stats, sink.linear)


def _run(lowering: Lowering) -> VarMap:
    """Run the lowering; where it grows too large, say what is at fault and what would fit."""
    try:
        return lowering.run()
    except SizeError as error:
        raise refusal(error, lowering.model, lowering.options, lowering.accounts.close()) from error


def _refuse_strange_labels(model: Model, options: Options) -> None:
    """A choice that is for no statement would be dropped without a word."""
    labels = {statement.label for statement in model.statements} if options.labels else set()
    for label in options.labels:
        if label not in labels:
            known = (each for each in labels if each is not None)
            raise InputError(f"no statement is labelled {label!r} {among(label, known)}")
