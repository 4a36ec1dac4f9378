"""Literals: a variable's number or its negative, and two constants that are beyond every number."""

from __future__ import annotations

from typing import Final, TypeAlias

from satchel.dimacs import MAX_VARIABLE as MAX_VARIABLE

Literal: TypeAlias = int
"""A variable's number, or its negative; or one of the two constants below."""

TRUE: Final[Literal] = 2**30
FALSE: Final[Literal] = -TRUE
