"""LaTeX tables in the style of the package booktabs, to be put into a paper by \\input."""

from __future__ import annotations

from collections.abc import Sequence

from satchel.compare.report.columns import COLUMNS, Column, seconds, spread
from satchel.compare.report.comparison import Comparison
from satchel.compare.report.remarks import remarks
from satchel.compare.report.summary import Row, Summary, main_summary, of_natural, over_shuffles
from satchel.latex import escaped

_MARK = "$^\\dagger$"
"""On configurations whose figures have unreliable or trivial runs in them."""


def latex_tables(comparison: Comparison) -> dict[str, str]:
    """The tables, by the names of their files."""
    notes = remarks(comparison)
    tables = {"summary.tex": summary_table(main_summary(comparison), notes)}
    natural = of_natural(comparison)
    if over_shuffles(comparison) and natural:
        tables["natural.tex"] = summary_table(natural, notes)
    if len(comparison.families) > 1:
        tables["families.tex"] = families_table(comparison, notes)
    return tables


def summary_table(summary: Summary, notes: Sequence[str] = ()) -> str:
    """All figures of every configuration: medians, with their ranges; below it the notes."""
    columns = [column for column in COLUMNS if _has_values(summary, column)]
    headings = ["configuration", *(column.heading for column in columns), "above best [95\\,\\%]"]
    lines = [_cells(row, columns) for row in summary.rows]
    return _tabular(headings, lines, [_cells(summary.virtual_best, columns)], notes=notes)


def families_table(comparison: Comparison, notes: Sequence[str] = ()) -> str:
    """Solved and PAR-2 of every configuration on each family."""
    parts = {family: main_summary(comparison.of_family(family)) for family in comparison.families}
    columns = COLUMNS[:2]
    headings = ["configuration"]
    headings += [f"{escaped(family)} {column.heading}" for family in parts for column in columns]
    lines = []
    for configuration in comparison.configurations:
        rows = [summary.row(configuration) for summary in parts.values()]
        cells = [_cell(row, column) if row else "" for row in rows for column in columns]
        lines.append([escaped(configuration.label), *cells])
    return _tabular(headings, lines, notes=notes)


def _has_values(summary: Summary, column: Column) -> bool:
    return any(row.spread(column.value) is not None for row in summary.rows)


def _cells(row: Row, columns: Sequence[Column]) -> list[str]:
    best = row.to_best
    above = f"{seconds(best.seconds)} [{seconds(best.low)}, {seconds(best.high)}]" if best else ""
    return [
        escaped(row.configuration.label) + (_MARK if row.marked else ""),
        *(_cell(row, column) for column in columns),
        above,
    ]


def _cell(row: Row, column: Column) -> str:
    median, between = spread(column, row.spread(column.value), "--")
    return f"{median} {{\\scriptsize({between})}}" if between else median


def _tabular(
    headings: Sequence[str], *groups: Sequence[Sequence[str]], notes: Sequence[str]
) -> str:
    """A table with a rule above each group of lines, and the notes below."""
    lines = [
        "% \\usepackage{booktabs}",
        f"\\begin{{tabular}}{{l{'r' * (len(headings) - 1)}}}",
        "\\toprule",
        " & ".join(headings) + " \\\\",
    ]
    for group in groups:
        lines += ["\\midrule", *(" & ".join(cells) + " \\\\" for cells in group)]
    lines.append("\\bottomrule")
    for note in notes:
        lines.append(f"\\multicolumn{{{len(headings)}}}{{l}}{{\\scriptsize {escaped(note)}}} \\\\")
    return "\n".join([*lines, "\\end{tabular}", ""])
