"""Symmetry breaking: of each orbit of solutions at least the first stays, in one order of what is
shown.

Keeps a solution of each orbit, and with it the best objective. No variable goes, so there is
nothing to undo. Models declare their symmetries (`satchel.ir.symmetry`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.errors import InputError
from satchel.ir import Model
from satchel.symmetry.breaking import lex_leaders

KEEPS = "a solution of each orbit"


def apply(model: Model) -> tuple[Model, Any]:
    """The model with lex-leader constraints; InputError where it declares no symmetry."""
    if not model.symmetries:
        raise InputError("no symmetry to break: none is declared, or what is given leaves none")
    broken = Model.assembled(
        model.variables.values(),
        [*model.statements, *lex_leaders(model)],
        model.shown,
        model.objective,
        model.hints,
    )
    return broken, None


def invert(data: Any, values: Mapping[str, int]) -> dict[str, int]:
    """The same values."""
    return dict(values)
