"""Counting N queens: by the fastest route, by plain SAT enumeration, and by plain backtracking.

    count_queens.py --n 12        three ways in one run, with ratios
    count_queens.py --table       totals and unique ones against published numbers

The backtracking counter is of the kind that a Python write-up has: row by row, with sets of columns
and diagonals that are under attack, and no symmetry. Enumeration checks each solution against the
model and against the rules of the puzzle; nobody else looks at single solutions.
"""

from __future__ import annotations

import argparse
import sys
import time

from measuring import table

from satchel import count, count_orbits, load

TOTAL = [2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184]
UNIQUE = [1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053]
"""OEIS A000170 and A002562, from four queens on."""
FIRST = 4


def backtracking(n: int) -> int:
    """How many boards there are: a queen in each row, wherever none of those above attacks it."""
    columns: set[int] = set()
    rising: set[int] = set()
    falling: set[int] = set()

    def place(row: int) -> int:
        if row == n:
            return 1
        found = 0
        for column in range(n):
            if column in columns or row + column in rising or row - column in falling:
                continue
            columns.add(column)
            rising.add(row + column)
            falling.add(row - column)
            found += place(row + 1)
            columns.remove(column)
            rising.remove(row + column)
            falling.remove(row - column)
        return found

    return place(0)


def compare(n: int, backend: str, jobs: int | None) -> None:
    """Count three ways and print times and ratios; exits with 1 where the numbers differ."""
    started = time.perf_counter()
    plain = backtracking(n)
    seconds = time.perf_counter() - started
    rows = [("plain backtracking", str(plain), f"{seconds:.2f}", "1")]
    for method in ("auto", "enumeration"):
        started = time.perf_counter()
        answer = count(load(f"queens:n={n}"), method=method, backend=backend, jobs=jobs)
        spent = time.perf_counter() - started
        name = f"{answer.method}, each checked" if answer.checked else answer.method
        rows.append((name, str(answer.number), f"{spent:.2f}", f"{seconds / spent:.1f}"))
        if answer.number != plain:
            sys.exit(f"{n} queens: {answer.number} by {answer.method}, {plain} by backtracking")
    print(table([(f"{n} queens", "solutions", "seconds", "times as fast"), *rows]))


def compare_with_published(last: int) -> None:
    """Total and unique numbers to `last` queens; exits with 1 where one is not published."""
    rows: list[tuple[str, ...]] = [("n", "total", "unique", "seconds")]
    wrong = 0
    for n, total, unique in zip(range(FIRST, last + 1), TOTAL, UNIQUE, strict=False):
        started = time.perf_counter()
        orbits = count_orbits(load(f"queens:n={n}"))
        found = orbits.total.number, orbits.number
        rows.append((str(n), *map(str, found), f"{time.perf_counter() - started:.2f}"))
        wrong += found != (total, unique)
    print(table(rows))
    if wrong:
        sys.exit(f"{wrong} rows differ from A000170 or A002562")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--n", type=int, default=12, help="queens (default: 12)")
    parser.add_argument("--backend", default="cadical", help="the solver that enumerates")
    parser.add_argument("--jobs", type=int, help="worker processes that enumerate")
    parser.add_argument("--table", action="store_true", help="compare with published numbers")
    parser.add_argument("--last", type=int, default=15, help="with --table: to so many queens")
    given = parser.parse_args()
    if given.table:
        compare_with_published(given.last)
    else:
        compare(given.n, given.backend, given.jobs)


if __name__ == "__main__":
    main()
