"""What every way to the optimum reports on its way."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from satchel.tasks.work.events import Event


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution of the model; `truth` is the formula's, as `0` and `1`, where there is one, and
    `cost` what it costs there."""

    values: Mapping[str, int]
    truth: str | None = None
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """No solution is better than this value of the objective."""

    value: int


Steps: TypeAlias = Generator[Solution | Bound]
"""Solutions and bounds, until a solution meets a bound; ends without any where there is none."""


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """The search that was chosen, and why."""

    search: str
    why: str


@dataclass(frozen=True, slots=True)
class Bounds(Event):
    """The best value is between these; None is not known.

    `cost` is that of the best solution in the formula, where there are both. `seconds` since the
    work began.
    """

    lower: int | None = None
    upper: int | None = None
    cost: int | None = None
    seconds: float = 0.0
