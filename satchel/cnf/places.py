"""Integers whose values are places 0..n-1, as successors and inverses have them."""

from __future__ import annotations

from typing import Final

from satchel.cnf.integer.view import View
from satchel.cnf.sink import Clauses
from satchel.ir import Domain

_FEW: Final = 256
"""Other values up to which each is excluded by itself."""


def require_place(out: Clauses, view: View, count: int) -> None:
    """Demand a value in `0..count-1`: without each other value while they are few, else bounds."""
    others = view.domain - Domain.range(0, count - 1)
    if others.size <= _FEW:
        for value in others:
            out.require(-view.eq(value))
    else:
        out.require(view.ge(0))
        out.require(view.le(count - 1))
