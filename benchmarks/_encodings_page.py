"""`docs/encodings.md` from what `portfolio.py` measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, inf, log

from _records import Cell, Written


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

    @property
    def verdict(self) -> str:
        """What the solvers said of the row, or what was known of it."""
        said = {verdict for cell in self.cells.values() for verdict in cell.verdicts}
        known = {formula.status for formula in self.formulas if formula.status}
        return " and ".join(sorted(said or known)) or "unknown"

    def best(self, solver: str) -> str:
        """The digest with the least PAR-2."""
        return min(self.named, key=lambda digest: self.cells[solver, digest].par2)


@dataclass(frozen=True)
class Comparison:
    """`auto` and the best encoding of a row, for one solver."""

    row: Measured
    solver: str
    best: str
    auto: str

    @property
    def ratio(self) -> float:
        """PAR-2 of `auto` divided by that of the best encoding, as measured."""
        return self.cell(self.auto).par2 / self.cell(self.best).par2

    def cell(self, digest: str) -> Cell:
        """The solver's cell of a formula."""
        return self.row.cells[self.solver, digest]


def comparisons(rows: Sequence[Measured], solvers: Sequence[str]) -> Iterator[Comparison]:
    """One for each row and solver; none where no encoding came to a verdict."""
    for row in rows:
        (auto,) = (formula.digest for formula in row.formulas if formula.encoding == "auto")
        for solver in solvers:
            best = row.best(solver)
            if row.cells[solver, best].verdicts:
                yield Comparison(row, solver, best, auto)


def page(
    rows: Sequence[Measured],
    solvers: Mapping[str, str],
    *,
    limit: float,
    permutations: int,
    jobs: int,
) -> str:
    """The page; `solvers` maps names to what they are."""
    compared = list(comparisons(rows, list(solvers)))
    return "\n".join(
        [
            *_intro(solvers, limit, permutations, jobs),
            *_summary(compared),
            *_remarks(compared),
            *(line for row in rows for line in _row(row, list(solvers))),
        ]
    )


def _intro(solvers: Mapping[str, str], limit: float, permutations: int, jobs: int) -> list[str]:
    named = " and ".join(f"`{name}` ({words})" for name, words in solvers.items())
    return f"""# Encodings compared

<!-- Written by `benchmarks/portfolio.py --write`; the remarks are in `benchmarks/_families.py`. -->

Each table below is one problem. One constraint kind is encoded in every way that there is, the rest
as `auto` has it, and the formula is given to {named}. Native constraints and clauses that are added
while solving are left out: they need a solver's help.

* Times are CPU seconds to encode and solve, {limit:g} at most. The time to encode is also shown
  alone.
* Number of permutations of variables, clauses and literals in which each formula is solved:
  {permutations}. A cell shows the PAR-2 (the mean, in which a run without a verdict counts twice
  the limit), and, of several runs, in brackets the median and the range. Look at the range before
  you believe a difference: where there is a solution, other permutations take ten times as long.
* `auto` is run first. A run that takes twice as long and 10 s more is stopped: its encoding is not
  the best on that permutation. It counts with its time until then, marked >, so that a ratio is
  never better than it should be.
* >{limit:g}: a run came to no verdict in time. The later permutations of such a cell are not run.
* Runs are made in random order, {jobs} at a time, each in a process of its own. Solutions are
  checked, and the verdicts on a row agree. Two encodings may have one size and different clauses.
* `auto` is what `encode` writes: `solve` adds the cuts of a tour while solving.
* The least PAR-2 of a solver is bold.
""".splitlines()


def _summary(compared: Sequence[Comparison]) -> list[str]:
    lines = [
        "",
        "## Is `auto` good?",
        "",
        *_means(compared),
        "",
        "Ratio: the PAR-2 of `auto` divided by the least of the row, as measured, however short.",
        "",
        "| row | verdict | solver | best | PAR-2 | `auto` is | PAR-2 | ratio |",
        "|---|---|---|---|--:|---|--:|--:|",
    ]
    for one in compared:
        best, auto = (f"{one.cell(digest).par2:.2f}" for digest in (one.best, one.auto))
        lines.append(
            f"| [{one.row.name}](#{one.row.name}) | {one.row.verdict} | {one.solver}"
            f" | `{one.row.named[one.best]}` | {best} | {_meaning(one.row)} | {auto}"
            f" | {one.ratio:.2f} |"
        )
    return [*lines, ""]


def _means(compared: Sequence[Comparison]) -> list[str]:
    """Geometric mean and worst ratio, over all rows and by verdict."""
    lines = []
    for verdict in ("all", "sat", "unsat"):
        ones = [one for one in compared if verdict in ("all", one.row.verdict)]
        if ones:
            mean = exp(fsum(log(one.ratio) for one in ones) / len(ones))
            worst = max(ones, key=lambda one: one.ratio)
            lines.append(
                f"* {verdict}: geometric mean {mean:.2f}, worst {worst.ratio:.2f}"
                f" ({worst.row.name}, {worst.solver}), of {len(ones)} ratios."
            )
    return lines


def _meaning(row: Measured) -> str:
    """What `auto` is: the encoding that writes the same clauses, or those it is made of."""
    auto = row.formulas[-1]
    same = row.named[auto.digest]
    if same != "auto":
        return f"`{same}`"
    return " and ".join(f"`{name}`" for name in auto.uses) or "a choice for each variable"


def _remarks(compared: Sequence[Comparison]) -> list[str]:
    """The rows where `auto` takes half as long again as the best, and why."""
    behind: dict[str, list[Comparison]] = {}
    for one in compared:
        if one.ratio > 1.5:
            behind.setdefault(one.row.name, []).append(one)
    if not behind:
        return []
    lines = ["Where it takes more than one and a half times as long:", ""]
    for name, ones in behind.items():
        ratios = ", ".join(
            f"{one.solver} {one.ratio:.2f} (`{one.row.named[one.best]}`)" for one in ones
        )
        lines.append(f"* **{name}**: {ratios}. {ones[0].row.remark}".rstrip())
    return [*lines, ""]


def _row(row: Measured, solvers: Sequence[str]) -> list[str]:
    auto = row.formulas[-1]
    lines = [
        f"## {row.name}",
        "",
        f"{auto.words[:1].upper()}{auto.words[1:]}; {row.verdict}. Kind: `{row.kind}`; `auto` is"
        f" {_meaning(row)}.",
        "",
        "| encoding | clauses | variables | encode s | " + " | ".join(solvers) + " |",
        "|---|--:|--:|--:|" + "--:|" * len(solvers),
    ]
    best = {solver: row.best(solver) for solver in solvers}
    lines += [_line(row, formula, solvers, best.__getitem__) for formula in row.formulas]
    return [*lines, ""]


def _line(
    row: Measured, formula: Written, solvers: Sequence[str], best: Callable[[str], str]
) -> str:
    """A formula's line; short where another line has the same clauses, or there are none."""
    name = f"`{formula.encoding}`"
    if formula.refused:
        return f"| {name} | refused: {formula.refused} |" + " |" * (2 + len(solvers))
    same = row.named[formula.digest]
    if same != formula.encoding:
        return f"| {name} | the clauses of `{same}` |" + " |" * (2 + len(solvers))
    cells: list[str] = []
    for solver in solvers:
        cell = row.cells[solver, formula.digest]
        wins = best(solver) == formula.digest and cell.verdicts
        cells.append(f"**{_cell(cell)}**" if wins else _cell(cell))
    sizes = f"{formula.clauses:,} | {formula.variables:,} | {formula.encode:.2f}"
    return f"| {name} | {sizes} | {' | '.join(cells)} |"


def _cell(cell: Cell) -> str:
    """PAR-2, of several runs with the median and the range; > where a run had no verdict."""
    solved = [run.time for run in cell.runs if run.is_solved]
    if not cell.runs:
        return "not run"
    if cell.is_given_up and not solved:
        return f">{cell.limit:g}"
    stopped = [run.score for run in cell.runs if not run.is_solved and not cell.is_given_up]
    score = f"{'>' if stopped else ''}{cell.par2:.2f}"
    if len(cell.runs) == 1:
        return score
    middle = f"{cell.median:.2f}, " if cell.median < inf else ""
    most = f"{max(solved + stopped):.2f}"
    if cell.is_given_up:
        most = f">{cell.limit:g}"
    elif stopped and max(stopped) >= max(solved, default=0):
        most = f">{most}"
    return f"{score} [{middle}{min(solved + stopped):.2f} to {most}]"
