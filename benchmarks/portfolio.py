"""Every encoding of a kind on problems that lean on it: the command behind `docs/encodings.md`.

`portfolio.py [--store FILE] [--rows NAME,...] [--write] ...`: each row of `_families.py`, with
every encoding of the row's kind, the rest as `auto` has it, is given to each solver in several
permutations, with `--limit` CPU seconds to encode and solve. `auto` goes first; a run that takes
twice as long and 10 s more is stopped, since its encoding is not the best there. The permutations
of a cell that come after a run at the limit are left out. Runs come in random order, so that a
machine that changes its pace does so for all, but all first permutations before all second ones.

`--store FILE` keeps what was measured, a JSON object a line: an interrupted run resumes, and after
a change of an encoding or of what `auto` means only formulas that are new are run. (All formulas
are written again at each start, to see which those are; but not those that were refused.) The page
goes to stdout, or with `--write` to `docs/encodings.md`. Exits with 1 where a solution is none, or
two verdicts on a row differ.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import TypeAlias

from _encodings_page import Measured, page
from _families import ROWS, Row
from _records import Run, Store, Written
from _runs import Unit, carry_out, encodings, problem, write
from rich.console import Console
from rich.progress import Progress

from satchel.backends.pysat import PysatBackend
from satchel.errors import SatchelError
from satchel.files import whole_file
from satchel.tasks.choose import backend_named, list_backends

SOLVERS = ("cadical", "glucose")
ENOUGH = 10.0
"""CPU seconds that every run gets, beside twice the time of `auto`."""
PAGE = Path(__file__).parents[1] / "docs" / "encodings.md"

Advance: TypeAlias = Callable[[int], None]


def main(arguments: Sequence[str]) -> int:
    given = _parsed(arguments)
    solvers = _working()
    rows = [row for row in ROWS if not given.rows or row.name in given.rows]
    store = Store(given.store)
    try:
        with _pool(given.jobs) as pool:
            formulas = _written(pool, rows, store, quick=given.quick)
            autos = {row: of_row[-1].digest for row, of_row in formulas.items()}
            _carry_out(pool, _units(formulas, solvers, given), autos, store, given)
    except SatchelError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; with --store it resumes", file=sys.stderr)
        return 130
    measured = [_measured(row, formulas[row.name], solvers, store, given) for row in rows]
    named = {solver: _described(solver) for solver in solvers}
    limits = {"limit": given.limit, "permutations": given.permutations, "jobs": given.jobs}
    with whole_file(str(PAGE) if given.write else "-") as out:
        out.write((page(measured, named, **limits) + "\n").encode())
    return 1 if _differences(measured) else 0


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    names = [row.name for row in ROWS]

    def rows(text: str) -> list[str]:
        for name in text.split(","):
            if name not in names:
                words = f"no row {name!r}; there are {', '.join(names)}"
                raise argparse.ArgumentTypeError(words)
        return text.split(",")

    parser = argparse.ArgumentParser(description="Every encoding on problems that lean on it.")
    parser.add_argument("--rows", type=rows, metavar="NAME,...")
    parser.add_argument("--store", type=Path, metavar="FILE", help="keep and resume measurements")
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds for each run")
    parser.add_argument("--permutations", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--quick", action="store_true", help="the rows at tiny sizes")
    parser.add_argument("--write", action="store_true", help="write docs/encodings.md")
    return parser.parse_args(arguments)


def _working() -> list[str]:
    names, unavailable = list_backends()
    for name in SOLVERS:
        if name not in names:
            print(f"{name} is left out: {unavailable.get(name, 'unknown')}", file=sys.stderr)
    return [name for name in SOLVERS if name in names]


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that Ctrl-C does not reach: at an error, or at that, they are killed at once."""
    context = multiprocessing.get_context("spawn")
    deaf = (signal.SIGINT, signal.SIG_IGN)
    with ProcessPoolExecutor(jobs, context, initializer=signal.signal, initargs=deaf) as pool:
        try:
            yield pool
        except BaseException:
            for process in multiprocessing.active_children():
                process.kill()
            raise


def _described(solver: str) -> str:
    backend = backend_named(solver)
    if isinstance(backend, PysatBackend):
        return f"{backend.solver} of PySAT {version('python-sat')}"
    return "the program"


def _written(
    pool: ProcessPoolExecutor, rows: Sequence[Row], store: Store, *, quick: bool
) -> dict[str, list[Written]]:
    """Every row's formulas in order, `auto` last; made in random order."""
    wanted = [(row.name, encoding) for row in rows for encoding in encodings(row.kind)]
    found: dict[tuple[str, str], Written] = {}
    for row, encoding in wanted:
        refused = store.refused(problem(row, quick).words, encoding)
        if refused is not None:
            found[row, encoding] = refused
    mixed = Random(0).sample(
        [each for each in wanted if each not in found], len(wanted) - len(found)
    )
    with _progress("formulas", len(mixed)) as advance:
        for future in as_completed([pool.submit(write, *each, quick) for each in mixed]):
            formula = store.first(future.result())
            found[formula.row, formula.encoding] = formula
            advance(1)
    return {row.name: [found[each] for each in wanted if each[0] == row.name] for row in rows}


def _units(
    formulas: Mapping[str, Sequence[Written]], solvers: Sequence[str], given: argparse.Namespace
) -> list[Unit]:
    """All runs in random order, by permutation, those of `auto` first; the last is to be run first.

    Encodings with the same clauses are run once.
    """
    random = Random(0)
    units: list[tuple[bool, Unit]] = []
    for row, of_row in formulas.items():
        distinct: dict[str, str] = {}
        for formula in of_row:
            if not formula.refused:
                distinct.setdefault(formula.digest, formula.encoding)
        units += [
            (
                digest == of_row[-1].digest,
                Unit(
                    row,
                    encoding,
                    digest,
                    permutation,
                    dict.fromkeys(random.sample(solvers, len(solvers)), float(given.limit)),
                    given.limit,
                    given.quick,
                ),
            )
            for digest, encoding in distinct.items()
            for permutation in range(1, given.permutations + 1)
        ]
    mixed = random.sample(units, len(units))
    mixed.sort(key=lambda each: (-each[1].permutation, each[0]))
    return [unit for _, unit in mixed]


def _carry_out(
    pool: ProcessPoolExecutor,
    units: Sequence[Unit],
    autos: Mapping[str, str],
    store: Store,
    given: argparse.Namespace,
) -> None:
    """Run what is not in the store, as many units at once as there are jobs."""
    waiting, running = list(units), set[Future[list[Run]]]()
    with _progress("runs", sum(len(unit.solvers) for unit in units)) as advance:
        while waiting or running:
            while waiting and len(running) < given.jobs:
                unit = waiting.pop()
                left = {
                    solver: _most(unit, solver, autos[unit.row], store)
                    for solver in unit.solvers
                    if _is_wanted(unit, solver, store, given.permutations)
                }
                advance(len(unit.solvers) - len(left))
                if left:
                    running.add(pool.submit(carry_out, replace(unit, solvers=left)))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                for run in future.result():
                    store.add(run)
                    advance(1)


def _most(unit: Unit, solver: str, auto: str, store: Store) -> float:
    """When to stop a run: at the limit, or once `auto` was so much quicker on this permutation."""
    run = store.run((unit.row, auto, solver, unit.limit), unit.permutation)
    if unit.digest == auto or run is None:
        return unit.limit
    return min(unit.limit, ENOUGH + 2 * run.time)


def _is_wanted(unit: Unit, solver: str, store: Store, permutations: int) -> bool:
    """Whether a run was not done, and belongs to no cell that was given up."""
    key = unit.key(solver)
    done = store.run(key, unit.permutation) is not None
    return not done and not store.cell(key, permutations).is_given_up


def _measured(
    row: Row,
    formulas: Sequence[Written],
    solvers: Sequence[str],
    store: Store,
    given: argparse.Namespace,
) -> Measured:
    cells = {
        (solver, formula.digest): store.cell(
            (row.name, formula.digest, solver, given.limit), given.permutations
        )
        for formula in formulas
        for solver in solvers
        if not formula.refused
    }
    return Measured(row.name, row.kind, row.remark, formulas, cells)


def _differences(measured: Sequence[Measured]) -> int:
    """How many rows have two verdicts, or one that is not the known one; each is named."""
    found = 0
    for row in measured:
        said = {
            f"{verdict} ({solver}, {row.named[digest]})"
            for (solver, digest), cell in row.cells.items()
            for verdict in cell.verdicts
        }
        known = {formula.status for formula in row.formulas if formula.status}
        verdicts = {words.split()[0] for words in said} | known
        if len(verdicts) > 1:
            found += 1
            words = ", ".join([*sorted(said), *(f"{verdict} (known)" for verdict in known)])
            print(f"error: the verdicts on {row.name} differ: {words}", file=sys.stderr)
    return found


@contextmanager
def _progress(what: str, total: int) -> Iterator[Advance]:
    """A bar on stderr where that is a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda count: progress.advance(task, count)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
