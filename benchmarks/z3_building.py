"""Three ways to hand z3 the same assertions from Python: z3py, its C interface, SMT-LIB text.

`z3_building.py [--queens N] [--pieces N] [--rounds N]`. Queens as Booleans: an at-most-one for each
line of the board, the rows with a square each. A packing as integers: four linear inequalities in a
disjunction for each two pieces. Each way starts from numbers and ends in a solver that holds the
assertions; each round builds all three, and the medians are printed with their ratio to z3py.
On a small problem the three must be equivalent.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random
from statistics import median
from typing import Any

import z3
from measuring import table
from z3 import z3core

Ways = dict[str, Callable[[Any], Any]]
Lines = list[list[str]]
Pieces = list[tuple[int, int]]


def lines(n: int) -> Lines:
    """The names of the squares on each row, column and diagonal; rows come first."""
    found: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for row in range(n):
        for column in range(n):
            places = ("row", row), ("column", column), ("up", row + column), ("down", row - column)
            for place in places:
                found[place].append(f"q{row}_{column}")
    return sorted(found[key] for key in found if key[0] == "row") + [
        found[key] for key in found if key[0] != "row" and len(found[key]) > 1
    ]


def pieces(count: int) -> Pieces:
    """Random sizes."""
    random = Random(count)
    return [(random.randint(1, 30), random.randint(1, 30)) for _ in range(count)]


def queens_by_z3py(board: Lines) -> Any:
    solver = z3.SimpleSolver()
    squares = {name: z3.Bool(name) for row in board for name in row}
    for place, line in enumerate(board):
        literals = [squares[name] for name in line]
        solver.add(z3.AtMost(*literals, 1))
        if place < len(board[0]):
            solver.add(z3.Or(literals))
    return solver


def packing_by_z3py(sizes: Pieces) -> Any:
    solver = z3.SimpleSolver()
    xs = [z3.Int(f"x{i}") for i in range(len(sizes))]
    ys = [z3.Int(f"y{i}") for i in range(len(sizes))]
    for i, j in combinations(range(len(sizes)), 2):
        (w, h), (v, g) = sizes[i], sizes[j]
        ways = _ways(i, j, xs, ys, w, h, v, g)
        solver.add(z3.Or([a - b <= c for a, b, c in ways]))
    return solver


def _ways(
    i: int, j: int, xs: Sequence[Any], ys: Sequence[Any], w: int, h: int, v: int, g: int
) -> Iterator[tuple[Any, Any, int]]:
    """`a - b <= c` for: left of, right of, below, above."""
    yield from ((xs[i], xs[j], -w), (xs[j], xs[i], -v), (ys[i], ys[j], -h), (ys[j], ys[i], -g))


class _Core:
    """z3's C interface: a reference is taken to each new expression, as z3 asks for."""

    def __init__(self) -> None:
        self.solver = z3.SimpleSolver()
        self.context = z3.main_ctx().ref()
        self.booleans = z3core.Z3_mk_bool_sort(self.context)
        self.integers = z3core.Z3_mk_int_sort(self.context)

    def kept(self, expression: Any) -> Any:
        z3core.Z3_inc_ref(self.context, expression)
        return expression

    def constant(self, name: str, sort: Any) -> Any:
        symbol = z3core.Z3_mk_string_symbol(self.context, name)
        return self.kept(z3core.Z3_mk_const(self.context, symbol, sort))

    def many(self, make: Callable[..., Any], arguments: Sequence[Any], *more: Any) -> Any:
        array = (z3.Ast * len(arguments))(*arguments)
        return self.kept(make(self.context, len(arguments), array, *more))

    def add(self, expression: Any) -> None:
        z3core.Z3_solver_assert(self.context, self.solver.solver, expression)


def queens_by_c(board: Lines) -> Any:
    core = _Core()
    squares = {name: core.constant(name, core.booleans) for row in board for name in row}
    for place, line in enumerate(board):
        literals = [squares[name] for name in line]
        core.add(core.many(z3core.Z3_mk_atmost, literals, ctypes.c_uint(1)))
        if place < len(board[0]):
            core.add(core.many(z3core.Z3_mk_or, literals))
    return core.solver


def packing_by_c(sizes: Pieces) -> Any:
    core = _Core()
    xs = [core.constant(f"x{i}", core.integers) for i in range(len(sizes))]
    ys = [core.constant(f"y{i}", core.integers) for i in range(len(sizes))]

    def at_most(a: Any, b: Any, c: int) -> Any:
        bound = core.kept(z3core.Z3_mk_int(core.context, c, core.integers))
        gap = core.many(z3core.Z3_mk_sub, (a, b))
        return core.kept(z3core.Z3_mk_le(core.context, gap, bound))

    for i, j in combinations(range(len(sizes)), 2):
        (w, h), (v, g) = sizes[i], sizes[j]
        ways = [at_most(a, b, c) for a, b, c in _ways(i, j, xs, ys, w, h, v, g)]
        core.add(core.many(z3core.Z3_mk_or, ways))
    return core.solver


def queens_by_text(board: Lines) -> Any:
    text = [f"(declare-fun {name} () Bool)" for row in board[: len(board[0])] for name in row]
    for place, line in enumerate(board):
        literals = " ".join(line)
        text.append(f"(assert ((_ at-most 1) {literals}))")
        if place < len(board[0]):
            text.append(f"(assert (or {literals}))")
    return _read(text)


def packing_by_text(sizes: Pieces) -> Any:
    text = [f"(declare-fun {axis}{i} () Int)" for axis in "xy" for i in range(len(sizes))]
    xs, ys = ([f"{axis}{i}" for i in range(len(sizes))] for axis in "xy")
    for i, j in combinations(range(len(sizes)), 2):
        (w, h), (v, g) = sizes[i], sizes[j]
        ways = _ways(i, j, xs, ys, w, h, v, g)
        text.append(f"(assert (or {' '.join(f'(<= (- {a} {b}) (- {-c}))' for a, b, c in ways)}))")
    return _read(text)


def _read(text: list[str]) -> Any:
    solver = z3.SimpleSolver()
    solver.from_string("\n".join(text))
    return solver


QUEENS: Ways = {"z3py": queens_by_z3py, "C interface": queens_by_c, "text": queens_by_text}
PACKING: Ways = {"z3py": packing_by_z3py, "C interface": packing_by_c, "text": packing_by_text}


def _measured(ways: Ways, data: Any, rounds: int) -> dict[str, float]:
    """The median of the seconds of each way."""
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        for name, build in ways.items():
            gc.collect()
            start = time.perf_counter()
            build(data)
            seconds[name].append(time.perf_counter() - start)
    return {name: median(some) for name, some in seconds.items()}


def _equivalent(ways: Ways, data: Any) -> bool:
    """Whether the ways lead to the same meaning, as z3 itself sees it."""
    first, *others = [z3.And(list(build(data).assertions())) for build in ways.values()]
    solver = z3.SimpleSolver()
    solver.add(z3.Or([first != other for other in others]))
    return bool(solver.check() == z3.unsat)


def main() -> None:
    parser = argparse.ArgumentParser(description="Three ways to hand z3 the same assertions.")
    parser.add_argument("--queens", type=int, default=100)
    parser.add_argument("--pieces", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    rows: list[Sequence[str]] = [("problem", *QUEENS, "C/z3py", "text/z3py")]
    for name, ways, data, small in (
        (f"queens {given.queens}", QUEENS, lines(given.queens), lines(6)),
        (f"packing of {given.pieces}", PACKING, pieces(given.pieces), pieces(5)),
    ):
        assert _equivalent(ways, small), f"{name}: the ways differ"
        seconds = _measured(ways, data, given.rounds)
        plain = seconds["z3py"]
        rows.append(
            (
                name,
                *(f"{some:.3f} s" for some in seconds.values()),
                f"{seconds['C interface'] / plain:.2f}",
                f"{seconds['text'] / plain:.2f}",
            )
        )
    print(table(rows))


if __name__ == "__main__":
    main()
