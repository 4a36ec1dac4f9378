"""The columns of summary tables, and numbers as people read them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from satchel.compare.report.statistics import Figures
from satchel.compare.report.summary import Spread

TO = "\N{EN DASH}"


@dataclass(frozen=True)
class Column:
    """One figure: its name in files, its heading, how it is written."""

    name: str
    heading: str
    explained: str
    value: Callable[[Figures], float | None]
    write: Callable[[float], str]


def seconds(value: float) -> str:
    """Three digits, or all before the point; small times to a tenth of a millisecond."""
    digits = (
        4
        if abs(value) < 0.1
        else 3
        if abs(value) < 1
        else 2
        if abs(value) < 10
        else 1
        if abs(value) < 100
        else 0
    )
    return f"{value:.{digits}f}"


def count(value: float) -> str:
    """A whole number; medians of even many may end in a half."""
    return f"{value:g}"


def spread(column: Column, found: Spread | None, between: str = TO) -> tuple[str, str]:
    """The median, and the range where it is more than one value."""
    if found is None:
        return "", ""
    median, low, high = map(column.write, (found.median, found.low, found.high))
    return median, "" if low == high else f"{low}{between}{high}"


COLUMNS = (
    Column("solved", "solved", "Runs with a believed answer in time", lambda f: f.solved, count),
    Column(
        "par2", "PAR-2", "Mean seconds; unsolved counts twice the limit", lambda f: f.par2, seconds
    ),
    Column("rank", "rank", "Place by PAR-2", lambda f: f.rank, count),
    Column("unique", "alone", "Solved by no other configuration", lambda f: f.unique, count),
    Column("solved_sat", "SAT solved", "Of the satisfiable", lambda f: f.solved_sat, count),
    Column("par2_sat", "SAT PAR-2", "Of the satisfiable", lambda f: f.par2_sat, seconds),
    Column("solved_unsat", "UNSAT solved", "Of the unsatisfiable", lambda f: f.solved_unsat, count),
    Column("par2_unsat", "UNSAT PAR-2", "Of the unsatisfiable", lambda f: f.par2_unsat, seconds),
)
