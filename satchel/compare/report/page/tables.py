"""The page's tables: summaries, families, and the heat map of encodings and solvers."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, log

from satchel.compare.report.columns import COLUMNS, TO, Column, seconds, spread
from satchel.compare.report.comparison import Comparison
from satchel.compare.report.page.markup import Markup, tag
from satchel.compare.report.summary import Row, Summary, main_summary

_HEAT = ("#0b3c5d", "#1d6f93", "#5aa3b8", "#a9cfcf", "#f1e9cf", "#eeb98a")
"""From the lowest PAR-2 to the highest; letters are white on the first two."""


def summary_table(summary: Summary, caption: str) -> Markup:
    """Every configuration, best first, and the virtual best; headings sort it."""
    columns = [each for each in COLUMNS if any(row.spread(each.value) for row in summary.rows)]
    headings = [_heading("configuration", "Encoding and solver")]
    headings += [_heading(each.heading, each.explained) for each in columns]
    if any(row.faults for row in summary.rows):
        headings.append(_heading("wrong", "Answers that are not believed"))
    explained = "PAR-2 above that of the single best, in seconds, and its 95 % confidence interval"
    headings.insert(3, _heading("above best", explained))
    table = tag(
        "table",
        tag("thead", tag("tr", headings)),
        tag("tbody", [_row(row, columns, summary) for row in summary.rows]),
        tag("tbody", _row(summary.virtual_best, columns, summary), class_="apart"),
        class_="sortable",
    )
    return scrolling(table, caption)


def families_tables(comparison: Comparison) -> list[Markup]:
    """A summary for each puzzle."""
    parts = [(family, comparison.of_family(family)) for family in comparison.families]
    return [
        tag(
            "details", tag("summary", tag("h3", family)), summary_table(main_summary(part), caption)
        )
        for family, part in parts
        for caption in [f"{family}: {len(part.instances)} instances"]
    ]


def heat_map(comparison: Comparison) -> Markup:
    """PAR-2 of each encoding with each solver, coloured on a logarithmic scale."""
    summary = main_summary(comparison)
    rows = {(row.configuration.encoding, row.configuration.solver): row for row in summary.rows}
    solvers = sorted({solver for _, solver in rows})
    encodings = sorted({encoding for encoding, _ in rows})
    known = [row.par2 for row in rows.values() if isfinite(row.par2)] or [1.0]
    caption = "PAR-2 in seconds, and runs solved: the darker, the better"
    headings = [tag("th", "encoding", scope="col")]
    headings += [tag("th", solver, scope="col") for solver in solvers]
    lines = [
        tag(
            "tr",
            tag("th", encoding, scope="row"),
            [
                _heat_cell(rows.get((encoding, solver)), min(known), max(known))
                for solver in solvers
            ],
        )
        for encoding in encodings
    ]
    table = tag(
        "table",
        tag("thead", tag("tr", headings)),
        tag("tbody", lines),
        class_="heat",
    )
    return scrolling(table, caption)


def scrolling(table: Markup, caption: str) -> Markup:
    """A table that scrolls sideways where it is wider than the window, under its caption."""
    inner = tag("div", table, class_="wide", tabindex=0, role="region", aria_label=caption)
    return tag("div", tag("p", caption, class_="note"), inner)


def _heading(text: str, explained: str) -> Markup:
    return tag("th", text, scope="col", title=explained)


def _row(row: Row, columns: Sequence[Column], summary: Summary) -> Markup:
    cells = [_figure(row, each) for each in columns]
    cells.insert(2, _above_best(row))
    name: list[Markup] = [tag("span", row.configuration.label)]
    if row.configuration != summary.virtual_best.configuration and not row.complete:
        runs = sum(each.runs for each in row.figures)
        of = summary.instances * len(summary.numberings)
        name.append(tag("small", f"{runs} of {of} runs" if of else "no run counts"))
    if row.marked:
        name.append(tag("small", f"{row.marked} unreliable or trivial", class_="wrong"))
    if any(each.faults for each in summary.rows):
        cells.append(tag("td", row.faults or "", class_="wrong" if row.faults else None))
    return tag("tr", tag("th", name, scope="row"), cells)


def _figure(row: Row, column: Column) -> Markup:
    found = row.spread(column.value)
    median, between = spread(column, found)
    content: list[Markup] = [tag("span", median)]
    if between:
        content.append(tag("small", between))
    return tag("td", content, data_value=None if found is None else f"{found.median:.9g}")


def _above_best(row: Row) -> Markup:
    best = row.to_best
    if best is None:
        return tag("td", "", data_value="")
    content = [
        tag(
            "span",
            f"{'+' if best.seconds > 0 else ''}{seconds(best.seconds)}" if best.seconds else "0",
        )
    ]
    if best.low != best.high:
        content.append(tag("small", f"{seconds(best.low)} to {seconds(best.high)}"))
    return tag("td", content, data_value=f"{best.seconds:.9g}")


def _heat_cell(row: Row | None, low: float, high: float) -> Markup:
    if row is None or not isfinite(row.par2):
        return tag("td", TO)
    steps = len(_HEAT)
    share = log(max(row.par2, 1e-6) / max(low, 1e-6)) / (log(max(high, 1e-6) / max(low, 1e-6)) or 1)
    shade = min(steps - 1, int(share * steps))
    solved = sum(each.solved for each in row.figures)
    runs = sum(each.runs for each in row.figures)
    return tag(
        "td",
        tag("span", seconds(row.par2)),
        tag("small", f"{solved} of {runs}"),
        style=f"--cell:{_HEAT[shade]}",
        data_value=f"{row.par2:.9g}",
        data_dark=shade < 2,
    )
