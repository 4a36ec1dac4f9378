"""The rows of `portfolio.py`: families of problems, each at three sizes, and the kind that varies.

A good encoding takes some seconds on a row, and half of the rows have no solution. `quick` is the
same family at a size for tests.
"""

from __future__ import annotations

from dataclasses import dataclass

from _problems import (
    Make,
    golomb,
    hexominoes,
    job_shop,
    magic_square,
    market_split,
    pentominoes,
    placed,
    project,
    queen_colours,
    squares,
    tables,
    tour,
)


@dataclass(frozen=True)
class Row:
    """A family at a size, the kind of encoding that varies (`integers`: how they are represented),
    and why `auto` is not the best where it is not."""

    name: str
    kind: str
    full: Make
    quick: Make
    remark: str = ""


ROWS = (
    Row("colours-8-no", "amo", queen_colours(8, 8, 8, "unsat"), queen_colours(4, 4, 4, "unsat")),
    Row("hexominoes-8-no", "amo", hexominoes(8, 1), pentominoes(6, 10)),
    Row("pentominoes-20", "amo", pentominoes(3, 20), pentominoes(5, 12)),
    Row("golomb-9-no", "alldifferent", golomb(9, 43, "unsat"), golomb(6, 16, "unsat")),
    Row("golomb-10", "alldifferent", golomb(10, 55, "sat"), golomb(4, 6, "sat")),
    Row("golomb-10-no", "alldifferent", golomb(10, 54, "unsat"), golomb(5, 10, "unsat")),
    Row("tour-16", "circuit", tour(16, 16, "sat"), tour(6, 6, "sat")),
    Row("tour-20", "circuit", tour(20, 20, "sat"), tour(5, 6, "sat")),
    Row("tour-4x20-no", "circuit", tour(4, 20, "unsat"), tour(4, 6, "unsat")),
    Row(
        "dominating-11-no",
        "cardinality",
        placed("knight", 11, 20, "unsat", dominating=True),
        placed("knight", 5, 4, "unsat", dominating=True),
    ),
    Row(
        "dominating-queens",
        "cardinality",
        placed("queen", 11, 5, "sat", dominating=True),
        placed("queen", 5, 3, "sat", dominating=True),
    ),
    Row(
        "dominating-12-no",
        "cardinality",
        placed("knight", 12, 23, "unsat", dominating=True),
        placed("knight", 6, 7, "unsat", dominating=True),
    ),
    Row("market-34", "linear", market_split(3, 34, 50, hidden=True), market_split(2, 8, 9)),
    Row("market-28", "linear", market_split(4, 28, 50, hidden=True), market_split(2, 9, 9)),
    Row("market-26-no", "linear", market_split(4, 26, 50), market_split(2, 10, 9)),
    Row("squares-19-no", "nooverlap", squares(19, 49, "unsat"), squares(5, 8, "unsat")),
    Row("squares-20-no", "nooverlap", squares(20, 53, "unsat"), squares(6, 10, "unsat")),
    Row("squares-22", "nooverlap", squares(22, 62, "sat"), squares(6, 11, "sat")),
    Row("magic-6", "integers", magic_square(6), magic_square(3)),
    Row("jobs-12", "integers", job_shop(12, 10, 20, 183, "sat"), job_shop(3, 3, 9, 60, "sat")),
    Row(
        "jobs-12-no",
        "integers",
        job_shop(12, 10, 20, 182, "unsat"),
        job_shop(6, 5, 20, 89, "unsat"),
    ),
    Row("project-30-no", "cumulative", project(30, 51, "unsat"), project(8, 30, "sat")),
    Row("project-35-no", "cumulative", project(35, 63, "unsat"), project(9, 30, "sat")),
    Row("project-40", "cumulative", project(40, 75, "sat"), project(10, 30, "sat")),
    Row("tables-85", "table", tables(85, 106, 100, hidden=True), tables(5, 3, 9, hidden=True)),
    Row("tables-80", "table", tables(80, 102, 100, hidden=True), tables(6, 3, 9, hidden=True)),
    Row("tables-80-no", "table", tables(80, 104, 100), tables(7, 9, 9)),
)
