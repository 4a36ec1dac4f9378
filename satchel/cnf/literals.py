"""Literals: a variable's number or its negative, and two constants that are beyond every number."""

from __future__ import annotations

from typing import Final, TypeAlias

Literal: TypeAlias = int
"""A variable's number, or its negative; or one of the two constants below."""

MAX_VARIABLE: Final = 2**28 - 1
TRUE: Final[Literal] = 2**30
FALSE: Final[Literal] = -TRUE
