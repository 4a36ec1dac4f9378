"""Say where hints are lost."""

from __future__ import annotations

import warnings

from satchel.errors import HintWarning
from satchel.ir import Model
from satchel.tasks.choose import backend_named


def tell_of_lost_hints(model: Model, backend: str) -> None:
    """Warn (HintWarning) where the model has hints and the backend does not follow any."""
    if model.hints and not backend_named(backend).follows_hints:
        warnings.warn(HintWarning(backend), stacklevel=3)
