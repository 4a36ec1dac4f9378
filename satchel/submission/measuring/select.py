"""Which instances are in range: too hard for the easy solver, not too hard for the chosen one.

Measuring costs hours, so sizes are walked upwards and looked at a few variants at a time. A size
whose variants all turn out too easy is left; where all of the first ones are too hard, it and
everything above is. Sizes that have given something come again, until there are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal, TypeAlias

from satchel.submission.generating.generate import Generated
from satchel.submission.tracks.protocol import Outcome

BATCH: Final = 4
"""So many variants of a size are measured before it is judged: two that have solutions and two that
have none, where a family has both."""

Place: TypeAlias = Literal["easy", "kept", "hard", "failed", "faulty"]
"""`failed`: the chosen solver ended without an answer before its limits, which says nothing."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An instance that was measured; `solver` is None where the easy solver has solved it."""

    generated: Generated
    gbd: str
    probe: Outcome
    solver: Outcome | None = None
    fault: str | None = None
    """What an answer contradicts, or is wrong with it; such an instance is left out."""

    @property
    def place(self) -> Place:
        """Where it stands."""
        if self.fault is not None:
            return "faulty"
        if self.solver is None:
            return "easy"
        if self.solver.solved:
            return "kept"
        return "failed" if (self.solver.reason or "").startswith("solver error") else "hard"


Try: TypeAlias = Callable[[Iterable[Generated]], Generator[Trial]]
"""Measures instances, perhaps several at once; the trials come in the order of the instances."""


def select(stocks: Iterable[Iterator[Generated]], attempt: Try, wanted: int) -> Iterator[Trial]:
    """The trials, in the order in which they are made, until `wanted` are kept or all is tried.

    `stocks` are the instances of each size, from the smallest on; each is made as it is needed.
    """
    kept = 0
    round_: Iterable[Iterator[Generated]] = stocks
    first = True
    while True:
        promising: list[Iterator[Generated]] = []
        for stock in round_:
            places: list[Place] = []
            with closing(attempt(islice(stock, BATCH))) as trials:
                for trial in trials:
                    yield trial
                    places.append(trial.place)
                    kept += trial.place == "kept"
                    if kept == wanted:
                        return
            if "kept" in places:
                promising.append(stock)
            if first and places and set(places) <= {"hard", "failed"}:
                break
        if not promising:
            return
        round_, first = promising, False
