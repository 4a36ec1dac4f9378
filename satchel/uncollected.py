"""Pausing the garbage collector where a great many objects are made and none are in cycles.

Models, clauses and JSON data hold no cycles. Looking for some among millions of new objects, again
and again, takes as long as making them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Leave cycles alone in the block; the collector runs afterwards if it did before."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
