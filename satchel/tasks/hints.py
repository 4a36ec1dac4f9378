"""Say where the hints of a user's model are lost."""

from __future__ import annotations

import warnings

from satchel.errors import HintWarning
from satchel.tasks.choose import backend_named
from satchel.tasks.origin import Origin


def warn_of_lost_hints(origin: Origin, backend: str) -> None:
    """Warn (HintWarning) where a model has hints and the backend follows none.

    A puzzle's own hints are its author's, and no wish of who solves an instance.
    """
    hinted = origin.instance is None and origin.model.hints
    if hinted and not backend_named(backend).follows_hints:
        warnings.warn(HintWarning(backend), stacklevel=4)
