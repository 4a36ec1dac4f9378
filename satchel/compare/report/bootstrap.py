"""How sure a difference in PAR-2 is: bootstrap confidence intervals, paired by instance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from satchel.compare.report.statistics import Result, penalised

RESAMPLES = 2000
SEED = 20
LEVEL = 0.95


class Numbered(Result, Protocol):
    """A run that says in which numbering it was made."""

    @property
    def numbering(self) -> int | None: ...


@dataclass(frozen=True)
class Difference:
    """Seconds of PAR-2 by which the first is above the second, and the interval around them."""

    instances: int
    seconds: float
    low: float
    high: float

    @property
    def sure(self) -> bool:
        """Whether zero is outside the interval."""
        return not self.low <= 0 <= self.high


def difference(first: Iterable[Numbered], second: Iterable[Numbered]) -> Difference | None:
    """The difference in PAR-2 on what both have run; None where that is nothing.

    Pairs are of the same instance in the same numbering. Instances are drawn with replacement, as
    many as there are, and bring all their pairs: the shuffles of one instance tell little about
    other instances (a cluster bootstrap). The interval is the percentile one (Efron 1979) at 95 %
    from 2,000 draws; the seed is fixed, so that the same runs give the same interval.
    """
    return interval(paired(first, second))


def paired(first: Iterable[Numbered], second: Iterable[Numbered]) -> dict[str, list[float]]:
    """For each instance the differences in penalised seconds, one for each common numbering."""
    other = {(run.instance, run.numbering): penalised(run) for run in second}
    pairs: dict[str, list[float]] = defaultdict(list)
    for run in first:
        if (run.instance, run.numbering) in other:
            pairs[run.instance].append(penalised(run) - other[run.instance, run.numbering])
    return dict(pairs)


def interval(
    differences: Mapping[str, Sequence[float]],
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Difference | None:
    """The mean of all differences, and the bootstrap interval of it over instances."""
    if not differences:
        return None
    totals = np.array([sum(differences[name]) for name in sorted(differences)])
    counts = np.array([len(differences[name]) for name in sorted(differences)])
    drawn = np.random.default_rng(seed).integers(len(totals), size=(resamples, len(totals)))
    means = totals[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    tail = 100 * (1 - level) / 2
    low, high = np.percentile(means, [tail, 100 - tail])
    seconds = totals.sum() / counts.sum()
    return Difference(len(totals), float(seconds), float(low), float(high))
