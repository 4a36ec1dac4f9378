"""The summary of a comparison: figures over the shuffles, those of the natural numbering apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from statistics import median

from satchel.compare.report.bootstrap import Difference, difference
from satchel.compare.report.comparison import Comparison, Configuration, Run
from satchel.compare.report.statistics import Figures, figures

VIRTUAL_BEST = Configuration(profile="virtual best", backend="")


@dataclass(frozen=True)
class Spread:
    """Median, lowest and highest of a figure over numberings."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float | None]) -> Spread | None:
        """None where there is no value."""
        known = [value for value in values if value is not None]
        return cls(median(known), min(known), max(known)) if known else None


@dataclass(frozen=True)
class Row:
    """A configuration, its figures in each numbering of the summary, and where it stands.

    Figures are of the runs that count, faults of all.
    """

    configuration: Configuration
    figures: tuple[Figures, ...]
    faults: int
    """How many answers are not believed."""
    unchecked: int
    """How many count though nothing vouches for them."""
    left_out: int = 0
    """How many runs do not count."""
    marked: int = 0
    """How many count although they are unreliable or trivial."""
    to_best: Difference | None = None
    """PAR-2 above that of the single best."""

    def spread(self, figure: Callable[[Figures], float | None]) -> Spread | None:
        """A figure over the numberings."""
        return Spread.of(map(figure, self.figures))

    @property
    def complete(self) -> bool:
        """Whether it was run on everything: only then its figures can be held against others."""
        return bool(self.figures) and all(each.rank is not None for each in self.figures)

    @property
    def par2(self) -> float:
        """The median over the numberings; infinite where nothing was run."""
        spread = self.spread(lambda each: each.par2)
        return spread.median if spread else float("inf")


@dataclass(frozen=True)
class Summary:
    """All configurations, best first, incomplete ones last; and the virtual best of them."""

    rows: tuple[Row, ...]
    virtual_best: Row
    numberings: tuple[int | None, ...]
    instances: int

    @property
    def single_best(self) -> Row | None:
        """The best configuration that was run on everything."""
        return next((row for row in self.rows if row.complete), None)

    def row(self, configuration: Configuration) -> Row | None:
        """That of a configuration, where it was run."""
        return next((row for row in self.rows if row.configuration == configuration), None)


def over_shuffles(comparison: Comparison) -> Summary | None:
    """The summary over the shuffles; None where nothing was shuffled."""
    return _summary(comparison, comparison.shuffles) if comparison.shuffles else None


def of_natural(comparison: Comparison) -> Summary | None:
    """The summary of the natural numbering; None where nothing was run in it."""
    there = any(run.numbering is None for run in comparison.runs)
    return _summary(comparison, (None,)) if there else None


def main_summary(comparison: Comparison) -> Summary:
    """The summary that a report puts first: the shuffles', where there are some."""
    return over_shuffles(comparison) or _summary(comparison, (None,))


def _summary(comparison: Comparison, asked: tuple[int | None, ...]) -> Summary:
    """The summary of these numberings, as far as something counts in them."""
    counted = comparison.counted
    there = {run.numbering for run in counted.runs}
    numberings = tuple(each for each in asked if each in there)
    nothing: dict[Configuration, list[Run]] = {each: [] for each in comparison.configurations}
    tables = [
        figures({**nothing, **counted.columns(each)}, comparison.satisfiable) for each in numberings
    ]
    runs: dict[Configuration, list[Run]] = {each: [] for each in comparison.configurations}
    for run in comparison.runs:
        if run.numbering in asked:
            runs[run.configuration].append(run)
    rows = [
        _row(configuration, [each[configuration] for each, _ in tables], runs[configuration])
        for configuration in comparison.configurations
        if runs[configuration]
    ]
    rows.sort(key=lambda row: (not row.complete, row.par2, row.configuration.label))
    best = Row(VIRTUAL_BEST, tuple(virtual for _, virtual in tables), 0, 0)
    counting = {key: [run for run in own if run.left_out is None] for key, own in runs.items()}
    instances = len({run.instance for own in counting.values() for run in own})
    summary = Summary(tuple(rows), best, numberings, instances)
    if summary.single_best is None:
        return summary
    reference = counting[summary.single_best.configuration]
    compared = [
        replace(row, to_best=difference(counting[row.configuration], reference)) for row in rows
    ]
    return replace(summary, rows=tuple(compared))


def _row(configuration: Configuration, figures: list[Figures], runs: list[Run]) -> Row:
    counted = [run for run in runs if run.left_out is None]
    return Row(
        configuration,
        tuple(figures),
        faults=sum(run.fault is not None for run in runs),
        unchecked=sum(run.solved and run.record.verdict == "unchecked" for run in counted),
        left_out=len(runs) - len(counted),
        marked=sum(bool(run.marks) for run in counted),
    )
