"""DIMACS files as they occur in the wild: seven small formulas, each in fourteen layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.formulas import Clauses, pigeons

FORMULAS: Mapping[str, Clauses] = {
    "units": [[1], [-2], [2, 3], [-3, -1, 4]],
    "equal": [[-1, 2], [-2, 3], [-3, 1], [1, 2, 3]],
    "all-but-one": [[1, 2], [-1, 2], [1, -2]],
    "all-of-two": [[1, 2], [-1, 2], [1, -2], [-1, -2]],
    "chain": [[1], [-1, 2], [-2, 3], [-3, 4], [-4, -1]],
    "pigeons": pigeons(3),
    "odd": [[1, 2, 3], [1, -2, -3], [-1, 2, -3], [-1, -2, 3], [-1], [-2], [-3, 1]],
}

EXACT = frozenset({"minisat", "cadical", "kissat"})
"""The programs that read every file of a layout, where nothing else is said of it."""


@dataclass(frozen=True)
class Layout:
    """How clauses are written; `departure` is the line of the first thing that is not exact."""

    write: Callable[[list[str], str], str]
    departure: Callable[[int], int | None]
    read_by: frozenset[str] = EXACT


def _lines(*parts: str, end: str = "\n") -> str:
    return "".join(f"{part}{end}" for part in parts)


def _behind(lines: list[str], header: str) -> str:
    return _lines(header, *lines[:-1], f"{lines[-1]} c why")


LAYOUTS: Mapping[str, Layout] = {
    "comments-first": Layout(
        lambda lines, header: _lines("c", "c p cnf 9 9", "c made by hand", header, *lines),
        lambda clauses: None,
    ),
    "comment-later": Layout(
        lambda lines, header: _lines(header, lines[0], "c1 -2 0", *lines[1:]), lambda clauses: 3
    ),
    "comment-behind": Layout(_behind, lambda clauses: clauses + 1),
    "comment-within": Layout(
        lambda lines, header: _lines(header, *lines).replace(" 0\n", "\nc here\n0\n", 1),
        lambda clauses: 2,
        frozenset({"cadical", "kissat"}),
    ),
    "no-last-zero": Layout(
        lambda lines, header: _lines(header, *lines).removesuffix(" 0\n"),
        lambda clauses: clauses + 1,
        frozenset(),
    ),
    "no-last-newline": Layout(
        lambda lines, header: _lines(header, *lines).removesuffix("\n"), lambda clauses: None
    ),
    "blank-lines": Layout(
        lambda lines, header: _lines("c", header, "", *lines, "", ""), lambda clauses: 3
    ),
    "carriage-returns": Layout(
        lambda lines, header: _lines("c", header, *lines, end="\r\n"), lambda clauses: 1
    ),
    "tabs": Layout(
        lambda lines, header: _lines(header, *(line.replace(" ", "\t") for line in lines)),
        lambda clauses: None,
    ),
    "percent": Layout(
        lambda lines, header: _lines(header, *lines, "%", "0", ""),
        lambda clauses: clauses + 2,
        frozenset(),
    ),
    "many-lines": Layout(
        lambda lines, header: _lines(header, *" ".join(lines).split()), lambda clauses: 2
    ),
    "one-line": Layout(lambda lines, header: _lines(header, " ".join(lines)), lambda clauses: 2),
    "blanks": Layout(
        lambda lines, header: _lines(f"{header.replace(' ', '  ')} ", *(f" {x} " for x in lines)),
        lambda clauses: 1,
        frozenset({"cadical", "kissat"}),
    ),
    "too-few-clauses": Layout(
        lambda lines, header: _lines(f"{header}0", *lines),
        lambda clauses: 1,
        frozenset({"minisat"}),
    ),
}


def strange_file(formula: str, layout: str) -> bytes:
    """The file of a formula in a layout."""
    clauses = FORMULAS[formula]
    variables = max(abs(x) for clause in clauses for x in clause)
    lines = [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return LAYOUTS[layout].write(lines, f"p cnf {variables} {len(clauses)}").encode()
