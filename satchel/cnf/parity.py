"""Parity in clauses: of two literals by a new one, and of many by cutting them into threes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from satchel.cnf.sink import Clauses, Literal


def exclusive_or(out: Clauses, left: Literal, right: Literal) -> Literal:
    """A literal that is true where exactly one of two is: four clauses."""
    parity = out.new()
    _odd(out.define, [left, right, -parity])
    return parity


def require_odd(out: Clauses, literals: Sequence[Literal]) -> None:
    """An odd number of the literals is true."""
    left = list(literals)
    while len(left) > 3:
        one, other, *rest = left
        left = [*rest, exclusive_or(out, one, other)]
    _odd(out.require, left)


def _odd(write: Callable[..., None], literals: Sequence[Literal]) -> None:
    """The clauses of which each excludes an even number."""
    for signs in range(1 << len(literals)):
        if signs.bit_count() % 2 == 0:
            write(*(-x if signs >> place & 1 else x for place, x in enumerate(literals)))
