"""What the optional passes change: sizes and times without, with each alone, and with all.

`presolve.py [--timeout S] [--shuffles N] [--quick] [--backend NAME] [INSTANCE ...]` encodes and
solves each problem once for each of N shuffles and each choice of passes, the choices in turns, and
prints the formula's size, the median seconds of encoding (passes included) and of solving, and both
together against those without any pass; last the products over all problems. Where a solve did not
end in time, its time is the limit. Problems are shipped instances, and models with integers that
are made here. Exits with 1 where verdicts differ.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import exp, log
from random import Random
from statistics import median

from measuring import table

from satchel import AllDifferent, Answer, Model, Options, Sum, load
from satchel.passes import OPTIONAL
from satchel.tasks.solve import solve
from satchel.tasks.work.process import Worker

INSTANCES = (
    "queens/12",
    "queens/50",
    "queens/diag-12-4-1",
    "queens/block-10-10-100",
    "knights_tour/closed-8",
    "knights_tour/closed-3x12",
    "knights_tour/open-5-corner",
    "knights_tour/closed-20",
    "packing/five-rectangles",
    "packing/nine-squares",
    "packing/smallest-7",
    "packing/smallest-7-less",
    "zebra/life-1962",
    "zebra/ships",
    "zebra/fish",
    "placement/most-knights-6",
    "placement/knights-8-33",
    "placement/dominating-queens-8-5",
    "placement/bishops-6-10",
)
QUICK = ("queens/6", "knights_tour/closed-6", "zebra/three-houses", "packing/smallest-4-less")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "none": (),
    **{name: (name,) for name in OPTIONAL},
    "all": tuple(OPTIONAL),
}
ALL = CHOICES["all"]


def magic_square(n: int) -> Model:
    """1 to n * n in a square, all lines with one sum."""
    model, total = Model(), n * (n * n + 1) // 2
    cells = [[model.int(f"r{r}c{c}", 1, n * n) for c in range(n)] for r in range(n)]
    model.add(AllDifferent(cell for row in cells for cell in row))
    lines = [*cells, *map(list, zip(*cells, strict=True))]
    lines += [[cells[i][i] for i in range(n)], [cells[i][n - 1 - i] for i in range(n)]]
    for line in lines:
        model.add(Sum(line) == total)
    return model


def quasigroup(n: int, holes: int, seed: int) -> Model:
    """A Latin square of which `holes` cells are to be found again."""
    model, random = Model(), Random(seed)
    rows, columns, symbols = (random.sample(range(n), n) for _ in range(3))
    cells = [[model.int(f"r{r}c{c}", 0, n - 1) for c in range(n)] for r in range(n)]
    for line in (*cells, *map(list, zip(*cells, strict=True))):
        model.add(AllDifferent(line))
    given = random.sample([(r, c) for r in range(n) for c in range(n)], n * n - holes)
    for r, c in given:
        model.add(cells[r][c] == symbols[(rows[r] + columns[c]) % n])
    return model


def subset_sums(count: int, equations: int, seed: int) -> Model:
    """Equations over the same small integers, with a planted solution."""
    model, random = Model(), Random(seed)
    xs = [model.int(f"x{i}", 0, 5) for i in range(count)]
    planted = [random.randint(0, 5) for _ in xs]
    for _ in range(equations):
        weights = [random.randint(-9, 9) for _ in xs]
        goal = sum(w * v for w, v in zip(weights, planted, strict=True))
        model.add(Sum(w * x for w, x in zip(weights, xs, strict=True)) == goal)
    return model


def golomb_ruler(marks: int, length: int) -> Model:
    """Marks up to `length`, of which no two pairs are equally far apart."""
    model = Model()
    places = [model.int(f"m{i}", 0, length) for i in range(marks)]
    model.add(places[0] == 0)
    for left, right in pairwise(places):
        model.add(left < right)
    model.add(AllDifferent(right - left for left, right in combinations(places, 2)))
    return model


def conflict_pairs(vertices: int, colours: int, seed: int) -> Model:
    """Colours for a graph with planted cliques, a Boolean each, all of it in clauses."""
    model, random = Model(), Random(seed)
    edges = {
        pair
        for _ in range(vertices)
        for pair in combinations(sorted(random.sample(range(vertices), 5)), 2)
    }
    has = [[model.bool(f"v{v}c{c}") for c in range(colours)] for v in range(vertices)]
    for mine in has:
        model.add(Sum(mine) >= 1)
        for one, other in combinations(mine, 2):
            model.add(~one | ~other)
    for u, v in sorted(edges):
        for c in range(colours):
            model.add(~has[u][c] | ~has[v][c])
    return model


MADE: Mapping[str, Callable[[], Model]] = {
    "magic square 4": lambda: magic_square(4),
    "quasigroup 20, 150 holes": lambda: quasigroup(20, 150, 1),
    "quasigroup 30, 320 holes": lambda: quasigroup(30, 320, 2),
    "subset sums 8 x 3": lambda: subset_sums(8, 3, 1),
    "Golomb ruler 7 in 25": lambda: golomb_ruler(7, 25),
    "Golomb ruler 7 in 24": lambda: golomb_ruler(7, 24),
    "colours in clauses 40": lambda: conflict_pairs(40, 9, 1),
}
MADE_QUICK = ("magic square 4", "subset sums 8 x 3")


@dataclass
class Cell:
    """What one choice of passes led to: the size, the verdicts, and the times of each shuffle."""

    size: str = "-"
    verdicts: set[str] = field(default_factory=set)
    encode: list[float] = field(default_factory=list)
    solve: list[float] = field(default_factory=list)

    def take(self, answer: Answer, timeout: float) -> None:
        if answer.formula is not None:
            self.size = f"{answer.formula.variables:,} / {answer.formula.clauses:,}"
        self.verdicts.add(answer.status)
        self.encode.append(answer.times.get("encode", timeout))
        self.solve.append(timeout if answer.status == "unknown" else answer.times["solve"])

    @property
    def seconds(self) -> float:
        return median(self.encode) + median(self.solve)


def main(arguments: Sequence[str]) -> int:
    given = _parsed(arguments)
    rows: list[Sequence[str]] = [
        ("problem", "passes", "verdict", "variables / clauses", "encode s", "solve s", "ratio")
    ]
    ratios: dict[str, list[float]] = {choice: [] for choice in CHOICES}
    differences = 0
    for name, build in _problems(given):
        cells = _measured(build, given)
        differences += len(set().union(*(c.verdicts for c in cells.values())) - {"unknown"}) > 1
        for choice, cell in cells.items():
            ratio = cell.seconds / cells["none"].seconds
            ratios[choice].append(ratio)
            rows.append((name, choice, "/".join(sorted(cell.verdicts)), *_numbers(cell, ratio)))
            print("  ".join(rows[-1]), file=sys.stderr)
    for choice, found in ratios.items():
        mean = exp(sum(map(log, found)) / len(found))
        rows.append(("geometric mean", choice, "", "", "", "", f"{mean:.2f}"))
    print(table(rows, left=3))
    return 1 if differences else 0


def _numbers(cell: Cell, ratio: float) -> tuple[str, ...]:
    times = (f"{median(cell.encode):.3f}", f"{median(cell.solve):.3f}")
    return cell.size, *times, f"{ratio:.2f}"


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What the optional passes change.")
    parser.add_argument("instances", nargs="*", metavar="INSTANCE")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each solve")
    parser.add_argument("--shuffles", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a few small problems")
    parser.add_argument("--backend", default="cadical")
    return parser.parse_args(arguments)


def _problems(given: argparse.Namespace) -> Iterator[tuple[str, Callable[[], Model]]]:
    for name in given.instances or (QUICK if given.quick else INSTANCES):
        yield name, load(name).build
    if not given.instances:
        for name in MADE_QUICK if given.quick else MADE:
            yield name, MADE[name]


def _measured(build: Callable[[], Model], given: argparse.Namespace) -> dict[str, Cell]:
    """The choices in turns, in one worker, so that what slows the machine slows them all."""
    cells = {choice: Cell() for choice in CHOICES}
    with Worker() as worker:
        # Loads every module, and the solver's library, before anything is timed.
        solve(build(), backend=given.backend, options=Options(presolve=ALL), worker=worker)
        for seed in range(1, given.shuffles + 1):
            for choice, cell in cells.items():
                options = Options(presolve=CHOICES[choice], shuffle=seed)
                answer = solve(
                    build(),
                    backend=given.backend,
                    options=options,
                    timeout=given.timeout,
                    worker=worker,
                )
                cell.take(answer, given.timeout)
    return cells


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
