"""What the textbook model costs in clauses: three AllDifferents. `textbook_model.py [N]`.

Beside it the expert's model, a Boolean for each square, and CPMpy's clauses for the same models:
measured here and now where `cpmpy` and `pindakaas` are installed, otherwise quoted from a run of
CPMpy 1.1.1 on N = 16.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from measuring import table

from satchel import Options, encode, load

Size = tuple[str, str, int, int, float]
"""Model, by whom, variables, clauses, seconds."""

QUOTED: dict[int, list[Size]] = {
    16: [
        ("permutation", "CPMpy 1.1.1, quoted", 72_926, 498_984, 12.0),
        ("lines", "CPMpy 1.1.1, quoted", 568, 3_924, 0.08),
    ]
}


def main(n: int) -> None:
    installed = find_spec("cpmpy") and find_spec("pindakaas")
    sizes = [*_satchel(n), *(_cpmpy(n) if installed else QUOTED.get(n, []))]
    rows = [("model", "by", "variables", "clauses", "seconds")]
    rows += [
        (model, by, f"{variables:,}", f"{clauses:,}", f"{seconds:.2f}")
        for model, by, variables, clauses, seconds in sizes
    ]
    print(f"{n} queens as clauses")
    print(table(rows, left=2))


def _satchel(n: int) -> Iterator[Size]:
    problem = load(f"queens:n={n}")
    for model in ("permutation", "lines"):
        for amo in ("auto", "product", "pairwise"):
            start = time.perf_counter()
            formula = encode(problem, model=model, options=Options(choices={"amo": amo}))
            seconds = time.perf_counter() - start
            yield model, f"satchel, amo={amo}", formula.variables, formula.clauses, seconds


def _cpmpy(n: int) -> Iterator[Size]:
    cpmpy: Any = import_module("cpmpy")
    by = f"CPMpy {version('cpmpy')}, measured"
    q = cpmpy.intvar(1, n, shape=n)
    shifted = [[q[i] + sign * i for i in range(n)] for sign in (0, 1, -1)]
    textbook = cpmpy.Model([cpmpy.AllDifferent(xs) for xs in shifted])
    cells = cpmpy.boolvar(shape=(n, n))
    lines = [cpmpy.sum(line) == 1 for line in (*cells, *cells.T)]
    diagonals = [
        cpmpy.sum(board.diagonal(offset)) <= 1
        for board in (cells, cells[:, ::-1])
        for offset in range(2 - n, n - 1)
    ]
    for name, model in (("permutation", textbook), ("lines", cpmpy.Model(lines, diagonals))):
        variables, clauses, seconds = _written(model)
        yield name, by, variables, clauses, seconds


def _written(model: Any) -> tuple[int, int, float]:
    """Variables and clauses of the DIMACS text that CPMpy makes, and how long it took."""
    dimacs: Any = import_module("cpmpy.tools.io.dimacs")
    start = time.perf_counter()
    text: str = dimacs.write_dimacs(model, p_header=True)
    seconds = time.perf_counter() - start
    head = next(line for line in text.splitlines() if line.startswith("p cnf")).split()
    return int(head[2]), int(head[3]), seconds


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 16)
