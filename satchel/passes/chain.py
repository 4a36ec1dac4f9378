"""The passes in order, as one pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, Literal

from satchel.errors import InputError
from satchel.ir import IntVar, Model
from satchel.passes import (
    cliques,
    differences,
    domains,
    flatten,
    propagate,
    redundant,
    shuffle,
    simplify,
    symmetry,
)
from satchel.suggest import among

OPTIONAL: Mapping[str, ModuleType] = {
    "differences": differences,
    "propagate": propagate,
    "cliques": cliques,
    "redundant": redundant,
}
"""Passes that nothing depends on, by name, in the order in which they run."""
PASSES: Mapping[str, ModuleType] = {
    "symmetry": symmetry,
    "flatten": flatten,
    "simplify": simplify,
    "domains": domains,
    "shuffle": shuffle,
    **OPTIONAL,
}
AUTO: tuple[str, ...] = ("differences", "propagate")
"""The optional passes that run unless others are asked for, on models with integers: on Booleans
alone, solvers propagate as much by themselves (`benchmarks/presolve.py`)."""


def run_passes(
    model: Model,
    presolve: Literal["auto"] | tuple[str, ...] = "auto",
    *,
    break_symmetry: bool = False,
) -> tuple[Model, list[Any]]:
    """The model as backends take it, and the data that undoes the way there.

    `presolve` is "auto" or the names of optional passes; `break_symmetry` keeps of each orbit one
    solution at least. Raises InputError where a name is unknown, or there is no symmetry to break.
    """
    if presolve == "auto":
        integers = any(isinstance(variable, IntVar) for variable in model.variables.values())
        chosen = AUTO if integers else ()
    else:
        chosen = presolve
    refuse_strange_names(chosen)
    undo: list[Any] = []
    if break_symmetry:
        model = _step(model, "symmetry", undo)
    model = _step(model, "flatten", undo)
    model = _settled(_step(model, "simplify", undo), undo)
    for name in OPTIONAL:
        if name in chosen:
            before, model = model, _step(model, name, undo)
            if model is not before:
                model = _settled(_step(model, "simplify", undo), undo)
    return model, undo


def _settled(model: Model, undo: list[Any]) -> Model:
    """Domains narrowed until nothing more is found; the constants found are folded each time."""
    while domains.finds(model):
        model = _step(model, "domains", undo)
        model = _step(model, "simplify", undo)
    return model


def _step(model: Model, name: str, undo: list[Any]) -> Model:
    result, data = PASSES[name].apply(model)
    if result is not model:
        undo.append([name, data])
    return result  # type: ignore[no-any-return]


def refuse_strange_names(names: Iterable[str]) -> None:
    """InputError where one of the names is not that of an optional pass."""
    for name in names:
        if name not in OPTIONAL:
            raise InputError(f"no pass {name!r} {among(name, ['auto', 'none', *OPTIONAL])}")


def undo_passes(undo: list[Any], values: Mapping[str, int]) -> dict[str, int]:
    """Values of the original model's variables from those of the resulting model's."""
    result = dict(values)
    for name, data in reversed(undo):
        result = PASSES[name].invert(data, result)
    return result
