"""Scatter plots for papers: two configurations against each other, and sizes against times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, log10
from typing import TYPE_CHECKING, Any

from satchel.compare.report.comparison import Configuration, Run
from satchel.compare.report.plots.style import (
    BORDER,
    LEAST,
    SAT,
    UNSAT,
    Look,
    canvas,
    legend_beside,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PAGE = "../report.html"
_POINT: Mapping[str, Any] = {"s": 10, "linewidths": 0, "alpha": 0.7}


def scatter(both: Sequence[tuple[Run, Run]], x: Configuration, y: Configuration) -> Figure:
    """A point for each pair; what was not solved stands on the border at the limit."""
    figure, axes = canvas(3.4, 3.4)
    limit = max((run.limit for pair in both for run in pair), default=1.0)
    least = min((run.time for pair in both for run in pair), default=LEAST)
    low = float(10 ** floor(log10(max(least, LEAST))))
    for unsat, colour, label in ((False, SAT, "SAT, or unsolved"), (True, UNSAT, "UNSAT")):
        own = [pair for pair in both if _is_unsat(pair) is unsat]
        places = [[_place(pair[axis], limit) for pair in own] for axis in (0, 1)]
        _points(axes, [pair[0] for pair in own], *places, color=colour, label=label)
    axes.plot([low, limit], [low, limit], color=BORDER, linewidth=0.6)
    for border in (axes.axvline, axes.axhline):
        border(limit, color=BORDER, linewidth=0.6, linestyle="--")
    bounds = (low, limit * 1.3)
    axes.set(xscale="log", yscale="log", xlim=bounds, ylim=bounds, aspect="equal")
    axes.set(xlabel=f"{x.label} (s)", ylabel=f"{y.label} (s)")
    axes.legend(loc="lower right")
    return figure


def sizes(runs: Sequence[Run], styles: Mapping[Configuration, Look]) -> Figure:
    """Clauses of the formula against the time of those runs that were solved."""
    figure, axes = canvas()
    for configuration, look in styles.items():
        own = [
            (run, run.record.formula.clauses)
            for run in runs
            if run.configuration == configuration and run.solved and run.record.formula
        ]
        if own:
            x, y = [clauses for _, clauses in own], [max(run.time, LEAST) for run, _ in own]
            marks = {"color": look.color, "marker": look.marker, "label": configuration.label}
            _points(axes, [run for run, _ in own], x, y, **marks)
    axes.set(xscale="log", yscale="log", xlabel="clauses", ylabel="time (s)")
    legend_beside(axes)
    return figure


def _points(
    axes: Axes, runs: Sequence[Run], x: Sequence[float], y: Sequence[float], **look: Any
) -> None:
    """Points that link to their runs."""
    drawn = axes.scatter(x, y, **_POINT, **look)
    drawn.set_urls([f"{_PAGE}#run={run.record.run.id}" for run in runs])


def _place(run: Run, limit: float) -> float:
    return max(run.time, LEAST) if run.solved else limit


def _is_unsat(pair: tuple[Run, Run]) -> bool:
    return any(run.solved and run.record.status == "unsat" for run in pair)
