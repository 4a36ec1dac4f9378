"""A family of another distribution: of each size a board with a closed knight's tour, one without.

There is one on boards of 6 rows and 5 columns or more, none on boards of 4 rows (Schwenk 1991,
Which rectangular chessboards have a knight's tour?).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from satchel.families.protocol import Paper, Track, Variant

SOURCE = "Schwenk 1991"
PAPER = Paper("Small Tours", "Small.", "Old [1].", "Simple.", {"1": f"{SOURCE}."})


@dataclass(frozen=True)
class TinyFamily:
    puzzle: str = "knights_tour"
    summary: str = "closed knight's tours on small boards"
    measure: str = "columns"
    sizes: range = range(6, 10)
    tracks: Mapping[Track, range] = field(default_factory=lambda: {"sat": range(6, 10)})
    paper: Paper = PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        board = {"columns": size, "closed": True}
        yield Variant(f"6x{size}", board | {"rows": 6}, "sat", SOURCE)
        yield Variant(f"4x{size}", board | {"rows": 4}, "unsat", SOURCE)


FAMILY = TinyFamily()
