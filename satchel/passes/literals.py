"""Literals of a model as keys: an atom, any Boolean node but a negation, with its sign."""

from __future__ import annotations

from typing import TypeAlias

from satchel.ir import BoolExpr, Not

Key: TypeAlias = tuple[BoolExpr, bool]
"""The atom, and whether it stands there plainly; atoms are equal where they are one node."""


def key(literal: BoolExpr) -> Key:
    """The key of a literal."""
    return (literal.arg, False) if isinstance(literal, Not) else (literal, True)


def opposite(literal: Key) -> Key:
    """The key of the negation."""
    return literal[0], not literal[1]


def expression(literal: Key) -> BoolExpr:
    """The literal that has this key."""
    atom, plain = literal
    return atom if plain else Not(atom)
