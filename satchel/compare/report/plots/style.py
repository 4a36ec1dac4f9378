"""How plots for papers look, and matplotlib, if it is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

from satchel.compare.report.comparison import Comparison, Configuration
from satchel.compare.report.summary import VIRTUAL_BEST
from satchel.errors import InputError
from satchel.extras import pip_install

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SETTINGS: Mapping[str, Any] = {
    "font.size": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.axisbelow": True,
    "grid.linewidth": 0.4,
    "grid.color": "#dddddd",
    "legend.frameon": False,
    "legend.fontsize": 7,
    "lines.linewidth": 1.1,
    "pdf.fonttype": 42,
    "svg.hashsalt": "satchel",
}
"""The last one makes the ids in SVG files the same every time."""
SAT, UNSAT, BORDER = "#0b6e99", "#c8553d", "#888888"
LEAST = 0.0001
"""Seconds: what is faster is drawn there on logarithmic axes."""

_COLOURS = (SAT, UNSAT, "#3d8b4f", "#7a5195", "#b8860b", "#4f5d75", "#d1495b", "#1b998b")
_DASHES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
_MARKERS = "os^Dv<>pP*X"


@dataclass(frozen=True)
class Look:
    """Of one configuration: the colour is the solver's, dashes and marker are the encoding's."""

    color: str
    linestyle: Any
    marker: str


def looks(comparison: Comparison) -> dict[Configuration, Look]:
    """A look for each configuration and for the virtual best."""
    solvers = sorted({each.solver for each in comparison.configurations})
    encodings = sorted({each.encoding for each in comparison.configurations})
    colours = dict(zip(solvers, cycle(_COLOURS), strict=False))
    lines = dict(zip(encodings, zip(cycle(_DASHES), cycle(_MARKERS), strict=True), strict=False))
    found = {
        each: Look(colours[each.solver], *lines[each.encoding])
        for each in comparison.configurations
    }
    return {**found, VIRTUAL_BEST: Look("black", "-", "")}


def canvas(width: float = 4.6, height: float = 3.2) -> tuple[Figure, Axes]:
    """An empty plot, inches wide and high."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    axes = figure.add_subplot()
    axes.grid(visible=True)
    return figure, axes


def legend_beside(axes: Axes) -> None:
    """The legend to the right of the plot, where it hides nothing."""
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))


def require_matplotlib() -> Any:
    """The package; InputError with the command that installs it."""
    try:
        import matplotlib
    except ImportError:
        raise InputError(f"plots need matplotlib: {pip_install('report')}") from None
    return matplotlib
