"""The passes in order, as one pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.ir import Model
from satchel.passes import domains, flatten, simplify

PASSES = {"flatten": flatten, "simplify": simplify, "domains": domains}


def run_passes(model: Model) -> tuple[Model, list[Any]]:
    """The model as backends take it, and the data that undoes the way there.

    Domains are narrowed until nothing more is found; the constants found are folded each time.
    """
    undo: list[Any] = []
    model = _step(model, "flatten", undo)
    model = _step(model, "simplify", undo)
    while domains.finds(model):
        model = _step(model, "domains", undo)
        model = _step(model, "simplify", undo)
    return model, undo


def _step(model: Model, name: str, undo: list[Any]) -> Model:
    model, data = PASSES[name].apply(model)
    undo.append([name, data])
    return model


def undo_passes(undo: list[Any], values: Mapping[str, int]) -> dict[str, int]:
    """Values of the original model's variables from those of the resulting model's."""
    result = dict(values)
    for name, data in reversed(undo):
        result = PASSES[name].invert(data, result)
    return result
