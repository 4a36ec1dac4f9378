"""Warn where a backend ignores the hints of a user's model."""

from __future__ import annotations

import warnings

from satchel.errors import HintWarning
from satchel.tasks.choose import backend_named
from satchel.tasks.origin import Origin


def warn_of_lost_hints(origin: Origin, backend: str) -> None:
    """Warn (HintWarning) where a model has hints and the backend follows none.

    Hints of a puzzle are left out: its author gave them, not the user.
    """
    hinted = origin.instance is None and origin.model.hints
    if hinted and not backend_named(backend).follows_hints:
        warnings.warn(HintWarning(backend), stacklevel=4)
