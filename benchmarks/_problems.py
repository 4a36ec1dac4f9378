"""Problems that are no instances of a puzzle, always the same ones for the same arguments.

Each function returns a `Make`: a problem is built anew in each process that needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, pairwise
from random import Random
from typing import TypeAlias

from satchel.families.tiling import TilingFamily
from satchel.ir import (
    AllDifferent,
    AtMostOne,
    BoolExpr,
    Cumulative,
    ExactlyOne,
    IntExpr,
    Model,
    Sum,
    Table,
)
from satchel.puzzle import Catalogue


@dataclass(frozen=True)
class Problem:
    """A model in words, the puzzle's own check, and the verdict where it is known beforehand."""

    words: str
    model: Model
    check: Callable[[Mapping[str, int | bool]], list[str]] = lambda _: []
    status: str | None = None


Make: TypeAlias = Callable[[], Problem]


def instance(name: str, words: str, *, model: str | None = None, status: str | None = None) -> Make:
    """An instance of a puzzle, by one of its models."""

    def problem() -> Problem:
        found = Catalogue().instance(name)
        known = found.known.status if found.known else status
        return Problem(words, found.build(model), found.check, known)

    return problem


def tour(rows: int, columns: int, status: str) -> Make:
    """A closed knight's tour, written out."""
    parameters = f"rows={rows},columns={columns},closed=true"
    words = f"closed knight's tour, {rows} x {columns}"
    return instance(f"knights_tour:{parameters}", words, status=status)


def squares(number: int, side: int, status: str) -> Make:
    """Squares of sides 1 to `number` in a square (OEIS A005842 has the least side)."""
    sides = ",".join(map(str, range(number, 0, -1)))
    parameters = f"width={side},height={side},squares=[{sides}]"
    words = f"squares of sides 1 to {number} in one of side {side}"
    return instance(f"packing:{parameters}", words, status=status)


def placed(piece: str, size: int, count: int, status: str, *, dominating: bool = False) -> Make:
    """So many pieces on a square board: none attacks another, or every free square is attacked."""
    objective = "dominate" if dominating else "most"
    parameters = f"piece={piece},rows={size},columns={size},count={count},objective={objective}"
    what = "that attack every free square" if dominating else "of which none attacks another"
    words = f"{count} {piece}s on {size} x {size} {what}"
    return instance(f"placement:{parameters}", words, status=status)


def queen_colours(rows: int, columns: int, colours: int, status: str) -> Make:
    """A colour for every square, different where a queen's move joins two (OEIS A088202)."""

    def problem() -> Problem:
        model = Model()
        cells = {
            (r, c): [model.bool(f"r{r}c{c}={k}") for k in range(colours)]
            for r in range(rows)
            for c in range(columns)
        }
        for cell in cells.values():
            model.add(ExactlyOne(cell))
        for line in _queen_lines(list(cells)):
            for colour in range(colours):
                model.add(AtMostOne([cells[square][colour] for square in line]))
        for place in range(columns):  # colours can be exchanged: the first row has them in order
            model.add(cells[0, place][place])
        for cell in cells.values():
            for literal in cell:
                model.show(literal.name, literal)
        words = f"{colours} colours on {rows} x {columns}, none twice on a queen's line"
        return Problem(words, model, status=status)

    return problem


def _queen_lines(squares: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The rows, columns and diagonals of two squares or more."""
    lines: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for r, c in squares:
        for key in (("r", r), ("c", c), ("d", r - c), ("u", r + c)):
            lines.setdefault(key, []).append((r, c))
    yield from (line for line in lines.values() if len(line) > 1)


def golomb(marks: int, length: int, status: str) -> Make:
    """A ruler: no two pairs of its marks are the same distance apart (OEIS A003022)."""

    def problem() -> Problem:
        model = Model()
        at = [model.int(f"m{place}", 0, length) for place in range(marks)]
        model.add(at[0] == 0)
        for one, other in pairwise(at):
            model.add(one < other)
        apart = []
        for i, j in combinations(range(marks), 2):
            distance = model.int(f"d{i},{j}", 1, length)
            model.add(distance == at[j] - at[i])
            apart.append(distance)
        model.add(AllDifferent(apart))
        model.add(apart[0] < apart[-1])
        for mark in at:
            model.show(mark.name, mark)
        return Problem(f"Golomb ruler: {marks} marks, length {length}", model, status=status)

    return problem


def market_split(rows: int, terms: int, largest: int, *, hidden: bool = False) -> Make:
    """Equations over literals: the totals of a hidden choice, or half of all (Cornuejols, Dawande
    1998), which hardly ever have a solution."""

    def problem() -> Problem:
        random, model = Random(terms), Model()
        chosen = [model.bool(f"x{place}") for place in range(terms)]
        choice = [random.randrange(2) for _ in chosen]
        for _ in range(rows):
            weights = [random.randint(1, largest) for _ in chosen]
            given = sum(w * h for w, h in zip(weights, choice, strict=True))
            model.add(_weighted(weights, chosen) == (given if hidden else sum(weights) // 2))
        for x in chosen:
            model.show(x.name, x)
        totals = "a hidden choice's totals" if hidden else "half of all as totals"
        words = f"{rows} equations over {terms} literals, coefficients to {largest}, {totals}"
        return Problem(words, model, status="sat" if hidden else None)

    return problem


def _weighted(weights: Sequence[int], literals: Sequence[BoolExpr]) -> IntExpr:
    return Sum(weight * Sum([literal]) for weight, literal in zip(weights, literals, strict=True))


def magic_square(n: int) -> Make:
    """The numbers from 1 in a square, with one sum for rows, columns and diagonals."""

    def problem() -> Problem:
        model, places = Model(), range(n)
        cells = [[model.int(f"r{r}c{c}", 1, n * n) for c in places] for r in places]
        total = n * (n * n + 1) // 2
        model.add(AllDifferent(cell for row in cells for cell in row))
        lines = [*cells, *zip(*cells, strict=True)]
        lines += [[cells[i][i] for i in places], [cells[i][n - 1 - i] for i in places]]
        for line in lines:
            model.add(Sum(line) == total)
        for row in cells:
            for cell in row:
                model.show(cell.name, cell)
        return Problem(f"magic square, {n} x {n}", model, status="sat")

    return problem


def job_shop(jobs: int, machines: int, longest: int, horizon: int, status: str) -> Make:
    """Random jobs, each once on every machine in an order of its own, done by the horizon."""

    def problem() -> Problem:
        random, model = Random(jobs * 100 + machines), Model()
        on: dict[int, list[tuple[IntExpr, int]]] = {machine: [] for machine in range(machines)}
        for job in range(jobs):
            order = random.sample(range(machines), machines)
            lengths = [random.randint(1, longest) for _ in order]
            starts = [
                model.int(f"j{job}s{step}", sum(lengths[:step]), horizon - sum(lengths[step:]))
                for step in range(machines)
            ]
            for (start, after), length in zip(pairwise(starts), lengths, strict=False):
                model.add(start + length <= after)
            for start, length, machine in zip(starts, lengths, order, strict=True):
                on[machine].append((start, length))
                model.show(start.name, start)
        for tasks in on.values():
            for (a, long), (b, also) in combinations(tasks, 2):
                model.add((a + long <= b) | (b + also <= a))
        words = f"job shop: {jobs} jobs on {machines} machines, done by {horizon}"
        return Problem(words, model, status=status)

    return problem


def project(tasks: int, horizon: int, status: str) -> Make:
    """Tasks with random precedences that share two resources, done by the horizon (RCPSP)."""

    def problem() -> Problem:
        random, model = Random(tasks), Model()
        lengths = [random.randint(1, 8) for _ in range(tasks)]
        starts = [model.int(f"t{t}", 0, horizon - length) for t, length in enumerate(lengths)]
        for task in range(1, tasks):
            for before in random.sample(range(task), min(task, random.randint(0, 2))):
                model.add(starts[before] + lengths[before] <= starts[task])
        for _ in range(2):
            demands = [random.randint(1, 5) for _ in range(tasks)]
            model.add(Cumulative(starts, lengths, demands, 8))
        for start in starts:
            model.show(start.name, start)
        words = f"project: {tasks} tasks on two resources, done by {horizon}"
        return Problem(words, model, status=status)

    return problem


def tables(variables: int, count: int, rows: int, *, hidden: bool = False) -> Make:
    """Random tables over three integers from 1 to 8 each, perhaps with one assignment in all."""

    def problem() -> Problem:
        random, model = Random(variables), Model()
        numbers = [model.int(f"x{place}", 1, 8) for place in range(variables)]
        secret = [random.randint(1, 8) for _ in numbers]
        for _ in range(count):
            places = random.sample(range(variables), 3)
            listed = {tuple(secret[place] for place in places)} if hidden else set()
            while len(listed) < rows:
                listed.add(tuple(random.randint(1, 8) for _ in places))
            model.add(Table([numbers[place] for place in places], sorted(listed)))
        for number in numbers:
            model.show(number.name, number)
        words = f"{count} tables of {rows} rows over {variables} integers from 1 to 8"
        return Problem(words, model, status="sat" if hidden else None)

    return problem


def pentominoes(rows: int, columns: int) -> Make:
    """The twelve pentominoes on a board of sixty squares."""
    parameters = f"rows={rows},columns={columns},pieces=['pentominoes'],copies=one"
    return instance(
        f"tiling:{parameters}", f"twelve pentominoes on {rows} x {columns}", status="sat"
    )


def hexominoes(count: int, seed: int) -> Make:
    """Different hexominoes for a board six wide, one of them of the wrong colouring: none fits."""
    *_, odd = islice(TilingFamily().variants(count, Random(seed)), 2)

    def problem() -> Problem:
        posed = {"puzzle": "tiling", "parameters": odd.parameters}
        found = Catalogue().revive(posed, odd.name)
        return Problem(
            f"{count} hexominoes on 6 x {count}", found.build(None), found.check, "unsat"
        )

    return problem
