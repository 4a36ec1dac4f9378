"""Plots for papers, by matplotlib: each as PDF and as SVG, the same bytes for the same runs.

Points of scatter plots in SVG link to their runs in the page beside them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from textwrap import fill
from typing import TYPE_CHECKING

from satchel.compare.report.columns import seconds
from satchel.compare.report.comparison import Comparison, Configuration, Run
from satchel.compare.report.plots.scatters import scatter, sizes
from satchel.compare.report.plots.style import (
    LEAST,
    SETTINGS,
    Look,
    canvas,
    legend_beside,
    looks,
    require_matplotlib,
)
from satchel.compare.report.remarks import remarks
from satchel.compare.report.series import pairs, shown, solved_in_order
from satchel.compare.report.summary import VIRTUAL_BEST, main_summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_METADATA: dict[str, dict[str, None]] = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}
"""Without the time at which a file is written."""


def plots(
    comparison: Comparison, scatters: Sequence[tuple[Configuration, Configuration]]
) -> Iterator[tuple[str, bytes]]:
    """The plots, by the names of their files. Raises InputError where matplotlib is missing."""
    matplotlib = require_matplotlib()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        notes = remarks(comparison)
        for name, figure in _figures(comparison, scatters):
            _note(figure, notes)
            for form, metadata in _METADATA.items():
                drawn = io.BytesIO()
                figure.savefig(drawn, format=form, metadata=metadata, bbox_inches="tight")
                yield f"{name}.{form}", drawn.getvalue()


def _note(figure: Figure, notes: Sequence[str]) -> None:
    """The remarks on what counts, below the plot."""
    if notes:
        words = "\n".join(fill(note, 70) for note in notes)
        figure.text(0.01, -0.02, words, fontsize=6, va="top")


def _figures(
    comparison: Comparison, scatters: Sequence[tuple[Configuration, Configuration]]
) -> Iterator[tuple[str, Figure]]:
    runs = shown(comparison)
    styles = looks(comparison)
    order = [row.configuration for row in main_summary(comparison).rows]
    solved = solved_in_order(runs)
    lines = {each: solved.get(each, []) for each in (VIRTUAL_BEST, *order)}
    yield "cactus", _cactus(lines, styles)
    yield "cdf", _cdf(lines, styles, len({(run.instance, run.numbering) for run in runs}) or 1)
    yield "sizes", sizes(runs, {each: styles[each] for each in order})
    yield "heatmap", _heatmap(comparison)
    for number, (x, y) in enumerate(scatters, 1):
        name = "scatter" if len(scatters) == 1 else f"scatter-{number}"
        yield name, scatter(pairs(runs, x, y), x, y)


def _cactus(
    lines: Mapping[Configuration, Sequence[Run]], styles: Mapping[Configuration, Look]
) -> Figure:
    figure, axes = canvas()
    for configuration, runs in lines.items():
        counts = list(range(1, len(runs) + 1))
        _line(axes, configuration, styles, counts, _times(runs))
    axes.set(yscale="log", xlabel="runs solved", ylabel="time (s)")
    legend_beside(axes)
    return figure


def _cdf(
    lines: Mapping[Configuration, Sequence[Run]], styles: Mapping[Configuration, Look], total: int
) -> Figure:
    figure, axes = canvas()
    for configuration, runs in lines.items():
        shares = [place / total for place in range(1, len(runs) + 1)]
        _line(axes, configuration, styles, _times(runs), shares)
    axes.set(xscale="log", ylim=(0, 1.02), xlabel="time (s)", ylabel="share of runs solved")
    legend_beside(axes)
    return figure


def _times(runs: Sequence[Run]) -> list[float]:
    return [max(run.time, LEAST) for run in runs]


def _line(
    axes: Axes,
    configuration: Configuration,
    styles: Mapping[Configuration, Look],
    x: Sequence[float],
    y: Sequence[float],
) -> None:
    look = styles[configuration]
    axes.plot(
        x,
        y,
        label=configuration.label,
        color=look.color,
        linestyle=look.linestyle,
        marker=look.marker,
        markersize=3,
        markevery=max(1, len(x) // 8),
    )


def _heatmap(comparison: Comparison) -> Figure:
    """PAR-2 of each encoding with each solver, dark where it is low."""
    from matplotlib.colors import LogNorm

    summary = main_summary(comparison)
    rows = {row.configuration: row.par2 for row in summary.rows if isfinite(row.par2)}
    cells = {(each.encoding, each.solver): max(par2, LEAST) for each, par2 in rows.items()}
    encodings = sorted({encoding for encoding, _ in cells})
    solvers = sorted({solver for _, solver in cells})
    table = [[cells.get((each, solver), float("nan")) for solver in solvers] for each in encodings]
    figure, axes = canvas(1.2 + 0.8 * len(solvers), 0.8 + 0.3 * len(encodings))
    axes.grid(visible=False)
    known = list(cells.values()) or [1.0]
    middle = (min(known) * max(known)) ** 0.5
    norm = LogNorm(min(known), max(max(known), 1.01 * min(known)))
    if cells:
        places = range(len(solvers)), range(len(encodings))
        axes.pcolormesh(*places, table, norm=norm, cmap="YlGnBu_r")
    axes.invert_yaxis()
    for y, encoding in enumerate(encodings):
        for x, solver in enumerate(solvers):
            if (encoding, solver) in cells:
                par2 = cells[encoding, solver]
                colour = "white" if par2 < middle else "black"
                axes.text(x, y, seconds(par2), ha="center", va="center", color=colour)
    axes.set_xticks(range(len(solvers)), solvers)
    axes.set_yticks(range(len(encodings)), encodings)
    axes.set_title("PAR-2 (s)", fontsize=8)
    return figure
