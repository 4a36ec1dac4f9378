"""Counting N queens: whole commands, against the best plain search in Python that we know of.

    count_queens.py --n 12        three ways in turns in one run, with ratios
    count_queens.py --table       totals and unique ones against published numbers

The plain search is `plain_counting.py`: attacked squares as bits, and one reflection. Enumeration
checks each solution against the model and against the rules of the puzzle; the other two look at no
single solution. The first count after an installation compiles a library once; it is not counted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from measuring import SATCHEL, middle, run, table

from satchel import count_orbits, load

TOTAL = [2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184]
UNIQUE = [1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053]
"""OEIS A000170 and A002562, from four queens on."""
FIRST = 4
PLAIN = str(Path(__file__).with_name("plain_counting.py"))


def commands(n: int) -> dict[str, list[str]]:
    """The commands that are compared, the plain search first."""
    counting = [sys.executable, *SATCHEL, "count", f"queens:n={n}"]
    return {
        "plain search": [sys.executable, PLAIN, str(n)],
        "satchel count": counting,
        "satchel count, each checked": [*counting, "--method", "enumeration"],
    }


def compare(n: int, runs: int) -> None:
    """Time the commands in turns; exits with 1 where one prints another number."""
    compared = commands(n)
    said = {}
    for name, command in compared.items():
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        said[name] = printed.split()[0].replace(",", "")
    if len(set(said.values())) > 1:
        sys.exit(f"{n} queens: {said}")
    taken = [{name: run(command) for name, command in compared.items()} for _ in range(runs)]
    medians = {name: middle([each[name] for each in taken]) for name in compared}
    plain = medians["plain search"]
    rows = [
        (name, said[name], f"{each.cpu:.2f}", f"{each.cpu / plain.cpu:.2f}", f"{each.wall:.2f}")
        for name, each in medians.items()
    ]
    head = (f"{n} queens, medians of {runs}", "solutions", "CPU s", "ratio", "wall s")
    print(table([head, *rows]))


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
    parser.add_argument("--runs", type=int, default=3, help="of each command (default: 3)")
    parser.add_argument("--table", action="store_true", help="compare with published numbers")
    parser.add_argument("--last", type=int, default=15, help="with --table: to so many queens")
    given = parser.parse_args()
    if given.table:
        compare_with_published(given.last)
    else:
        compare(given.n, given.runs)


if __name__ == "__main__":
    main()
