"""`docs/encodings.md` from what `portfolio.py` measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from _records import GIVEN_UP, Cell, Written

EQUAL = 0.5
"""Seconds up to which cells count as equal."""


@dataclass(frozen=True)
class Measured:
    """A row: its formulas in order, `auto` last, and a cell for each solver and digest."""

    name: str
    kind: str
    remark: str
    formulas: Sequence[Written]
    cells: Mapping[tuple[str, str], Cell]

    @property
    def named(self) -> dict[str, str]:
        """The first encoding with each digest."""
        names: dict[str, str] = {}
        for formula in self.formulas:
            if not formula.refused:
                names.setdefault(formula.digest, formula.encoding)
        return names

    def best(self, solver: str) -> str:
        """The digest with the least median."""
        return min(self.named, key=lambda digest: self.cells[solver, digest].median)


@dataclass(frozen=True)
class Comparison:
    """`auto` and the best encoding of a row, for one solver."""

    row: Measured
    solver: str
    best: str
    auto: str

    @property
    def ratio(self) -> float:
        """How many times as long `auto` takes, short times being equal; infinite if it is lost."""
        best, auto = (self.cell(digest).median for digest in (self.best, self.auto))
        return 1.0 if best == inf else max(auto, EQUAL) / max(best, EQUAL)

    def cell(self, digest: str) -> Cell:
        """The solver's cell of a formula."""
        return self.row.cells[self.solver, digest]

    def text(self) -> str:
        """The ratio; where `auto` is lost, what it is at least."""
        if self.ratio < inf:
            return f"{self.ratio:.2f}"
        best = self.cell(self.best)
        return f">{best.limit / max(best.median, EQUAL):.2f}"


def comparisons(rows: Sequence[Measured], solvers: Sequence[str]) -> Iterator[Comparison]:
    """One for each row and solver."""
    for row in rows:
        (auto,) = (formula.digest for formula in row.formulas if formula.encoding == "auto")
        for solver in solvers:
            yield Comparison(row, solver, row.best(solver), auto)


def page(
    rows: Sequence[Measured], solvers: Mapping[str, str], *, limit: float, shuffles: int, jobs: int
) -> str:
    """The page; `solvers` maps names to what they are."""
    compared = list(comparisons(rows, list(solvers)))
    return "\n".join(
        [
            *_intro(solvers, limit, shuffles, jobs),
            *_summary(compared),
            *_remarks(compared),
            *(line for row in rows for line in _row(row, list(solvers))),
        ]
    )


def _intro(solvers: Mapping[str, str], limit: float, shuffles: int, jobs: int) -> list[str]:
    named = ", ".join(f"`{name}` ({words})" for name, words in solvers.items())
    return f"""# Encodings compared

<!-- Written by `benchmarks/portfolio.py --write`; the remarks are in `benchmarks/_families.py`. -->

Each table below is one problem. One kind of constraint is encoded in every way there is, the rest
as `auto` has it, and the formula is given to {named}.
Left out is what needs a solver's help: native constraints, and clauses added while solving.

* Times are the solver's own in seconds, loading included, {limit:g} at most. The time to encode is
  apart (encode s).
* Each formula is run as it is numbered naturally (`--numbering natural`, which is not what `auto`
  takes for models without integers), and in {shuffles} shuffles of its variables, clauses and
  literals: the median, and the range from least to most. Look at the ranges before believing a
  difference; and at the natural numbering, which can be far outside.
* >{limit:g}: no answer in time; for shuffles, {GIVEN_UP} of them had none and the rest was not run.
* Runs in random order, {jobs} at a time, each in a process of its own. Solutions are checked; the
  verdicts on a row agree. Two encodings may be of one size and yet not the same clauses.
* `auto` here is what a file gets: `solve` adds the cuts of a tour while solving.
* The best median of a solver is bold. PySAT's encoders stand beside ours as peers.
""".splitlines()


def _summary(compared: Sequence[Comparison]) -> list[str]:
    lines = [
        "",
        "## Is `auto` good?",
        "",
        "Ratio: the median of `auto` divided by the best of the row, where times up to"
        f" {EQUAL:g} s count as",
        "equal.",
        "",
        "| row | solver | best | s | `auto` is | s | ratio |",
        "|---|---|---|--:|---|--:|--:|",
    ]
    for one in compared:
        cells = [one.cell(digest) for digest in (one.best, one.auto)]
        best, auto = (_text(cell.median, cell.limit) for cell in cells)
        name = f"`{one.row.named[one.best]}`" if cells[0].median < inf else "none"
        lines.append(
            f"| [{one.row.name}](#{one.row.name}) | {one.solver} | {name} | {best}"
            f" | {_meaning(one.row)} | {auto} | {one.text()} |"
        )
    return [*lines, ""]


def _meaning(row: Measured) -> str:
    """What `auto` is: the encoding that writes the same clauses, or those it is made of."""
    auto = row.formulas[-1]
    same = row.named[auto.digest]
    if same != "auto":
        return f"`{same}`"
    return " and ".join(f"`{name}`" for name in auto.uses) or "a choice for each variable"


def _remarks(compared: Sequence[Comparison]) -> list[str]:
    """Where `auto` is not the best, by row, and why."""
    behind: dict[str, list[Comparison]] = {}
    for one in compared:
        if one.ratio > 1:
            behind.setdefault(one.row.name, []).append(one)
    if not behind:
        return ["`auto` is the best, or as good, everywhere.", ""]
    lines = ["Where it is not the best:", ""]
    for name, ones in behind.items():
        ratios = ", ".join(
            f"{one.solver} {one.text()} (`{one.row.named[one.best]}`)" for one in ones
        )
        lines.append(f"* **{name}**: {ratios}. {ones[0].row.remark}".rstrip())
    return [*lines, ""]


def _row(row: Measured, solvers: Sequence[str]) -> list[str]:
    auto = row.formulas[-1]
    lines = [
        f"## {row.name}",
        "",
        f"{auto.words}. Kind: `{row.kind}`; `auto` is {_meaning(row)}.",
        "",
        "| encoding | clauses | variables | encode s | "
        + " | ".join(f"{solver}, natural | shuffled" for solver in solvers)
        + " |",
        "|---|--:|--:|--:|" + "--:|--:|" * len(solvers),
    ]
    best = {solver: row.best(solver) for solver in solvers}
    lines += [_line(row, formula, solvers, best.__getitem__) for formula in row.formulas]
    return [*lines, ""]


def _line(
    row: Measured, formula: Written, solvers: Sequence[str], best: Callable[[str], str]
) -> str:
    """A formula's line; short where another line has the same clauses, or there are none."""
    name = f"`{formula.encoding}`" + (" (peer)" if formula.encoding.startswith("pysat_") else "")
    if formula.refused:
        return f"| {name} | refused: {formula.refused} |" + " |" * (2 + 2 * len(solvers))
    same = row.named[formula.digest]
    if same != formula.encoding:
        return f"| {name} | the clauses of `{same}` |" + " |" * (2 + 2 * len(solvers))
    cells: list[str] = []
    for solver in solvers:
        cell = row.cells[solver, formula.digest]
        natural = "" if cell.natural is None else _text(cell.natural.time, cell.limit)
        wins = best(solver) == formula.digest and cell.median < inf
        cells += [natural, f"**{_range(cell)}**" if wins else _range(cell)]
    sizes = f"{formula.clauses:,} | {formula.variables:,} | {formula.seconds:.2f}"
    return f"| {name} | {sizes} | {' | '.join(cells)} |"


def _range(cell: Cell) -> str:
    """The median with its range; of a cell that was given up, the limit."""
    middle = _text(cell.median, cell.limit)
    if cell.median == inf:
        return middle
    times = [run.time for run in cell.shuffled]
    return f"{middle} [{_text(min(times), cell.limit)} to {_text(max(times), cell.limit)}]"


def _text(seconds: float, limit: float) -> str:
    return f">{limit:g}" if seconds == inf else f"{seconds:.2f}"
