"""The instances of a submission in a table, and in words what is known of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from satchel.latex import escaped, typewritten
from satchel.submission.packing.table import Row
from satchel.submission.paper.prose import Bibliography
from satchel.submission.paper.table import Column, table, thousands
from satchel.submission.request import Request

_STATUS: Final = {
    "sat": "satisfiable",
    "unsat": "unsatisfiable",
    "optimum": "with a proved optimum",
    "counted": "with a known number of solutions",
    "unknown": "of unknown status",
}
_VALUES: Final = {"optimum": "optimum", "counted": "solutions"}


def originals(rows: Sequence[Row]) -> list[Row]:
    """The rows without copies."""
    return [row for row in rows if row.copy_of is None]


def counted(rows: Sequence[Row]) -> str:
    """How many instances there are, by status."""
    numbers = Counter(row.status for row in rows)
    kinds = [f"{numbers[status]} {_STATUS[status]}" for status in _STATUS if numbers[status]]
    if len(kinds) == 1:
        return f"{_many(len(rows))}, {'all ' if len(rows) > 1 else ''}{_STATUS[rows[0].status]},"
    return f"{_many(len(rows))} ({_listed(kinds)})"


def ranging(numbers: Sequence[int], what: str) -> str:
    """From the least to the greatest number of something, named in the singular."""
    low, high = min(numbers), max(numbers)
    words = f"{what}s" if high != 1 else what
    return (
        f"{thousands(low)} {words}"
        if low == high
        else f"{thousands(low)} to {thousands(high)} {words}"
    )


def selection(request: Request, works: Bibliography) -> str:
    """What was kept of all that was made."""
    probe, solver = works.program(request.probe), works.program(request.solver)
    easy, hard = _seconds(request.easy), _seconds(request.hard)
    memory = "" if request.memory is None else f" and {request.memory / 2**30:.3g}~GiB of memory"
    return (
        "Instances were generated from the smallest size upwards, and kept where"
        f" {probe} did not solve them within {easy}~s, but {solver} did within {hard}~s{memory}."
    )


def certification(rows: Sequence[Row], works: Bibliography) -> str:
    """What vouches for each status, and how many are known by construction, too."""
    shown = originals(rows)
    said = f"Of {_many(len(shown))}, {_listed(list(_vouching(shown, works)))}."
    agreeing = sum(row.by_construction == row.status for row in shown)
    if not agreeing:
        return said
    number = "each" if agreeing == len(shown) else str(agreeing)
    return f"{said} The construction settles the status of {number}, in agreement."


def _vouching(rows: Sequence[Row], works: Bibliography) -> Iterator[str]:
    groups = Counter((row.status, row.certified_by or row.uncertified or "") for row in rows)
    for status, words in _STATUS.items():
        for by in sorted(by for known, by in groups if known == status):
            number = groups[status, by]
            reason = f" ({_certified(by, works)})" if by else ""
            yield f"{number} {'is' if number == 1 else 'are'} {words}{reason}"


def _certified(by: str, works: Bibliography) -> str:
    """A certificate in words, its checker with the work about it."""
    known = "drat-trim"
    if known not in by:
        return escaped(by)
    before, _, after = by.partition(known)
    return f"{escaped(before)}{works.program(known)}{escaped(after)}"


def instances_table(rows: Sequence[Row], request: Request) -> str:
    """Each instance with its size, what is known of it, and how long each solver took."""
    shown = originals(rows)
    prefix = f"{request.order.family}-"
    valued = next((_VALUES[row.status] for row in shown if row.status in _VALUES), None)
    columns = [
        Column("name"),
        Column("variables", right=True),
        Column(f"{constraint(request)}s", right=True),
        *([Column(valued, right=True)] if valued else [Column("status")]),
        Column("easy", right=True),
        Column("hard", right=True),
    ]
    cells = [
        [
            typewritten(row.name.removeprefix(prefix)),
            thousands(row.variables),
            thousands(row.clauses),
            _value(row) if valued else escaped(row.status),
            _easy(row, request),
            _seconds(row.solver_seconds),
        ]
        for row in shown
    ]
    return table("instances", "The Instances", columns, cells)


def legend(request: Request) -> str:
    """What the table does not say itself."""
    prefix, ending = typewritten(f"{request.order.family}-"), typewritten(request.rules.ending)
    return (
        f"Table~\\ref{{tab:instances}} lists them; files are named {prefix}\\emph{{name}}{ending}."
        f" Times are in seconds: \\emph{{easy}} that of {typewritten(request.probe)},"
        f" \\emph{{hard}} that of {typewritten(request.solver)}."
    )


def constraint(request: Request) -> str:
    """What is counted beside variables."""
    return "constraint" if request.rules.kind in {"opb", "smt2"} else "clause"


def _value(row: Row) -> str:
    return "--" if row.value is None else thousands(row.value)


def _easy(row: Row, request: Request) -> str:
    """How long the easy solver took; `>` and its limit where it did not end by itself."""
    timeout = row.probe_result == "timeout"
    return f"$>${_seconds(request.easy)}" if timeout else _seconds(row.probe_seconds)


def _seconds(seconds: float | None) -> str:
    """Three digits, and whole seconds from a hundred on; a dash for what was not measured."""
    if seconds is None:
        return "--"
    return f"{seconds:.0f}" if seconds >= 100 else f"{seconds:.3g}"


def _many(number: int) -> str:
    return f"{number} instance{'' if number == 1 else 's'}"


def _listed(parts: Sequence[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
