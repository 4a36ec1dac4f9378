"""A constraint of a formula that an answer does not satisfy."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple


class Falsified(NamedTuple):
    """The constraint's number and line, in words, and its literals.

    It is false only if the answer has a value for each of them; else it is left open.
    """

    where: str
    literals: Collection[int]
