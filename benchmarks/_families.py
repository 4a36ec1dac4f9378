"""The rows of `portfolio.py`: families of problems, each at one size, and the kind that varies.

A row's size is one at which good encodings take about a second: much smaller, and all are equal;
much larger, and none ends. `quick` is the same family at a size for tests. Problems that are no
instances of a puzzle are made here, always the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from satchel.ir import AllDifferent, BoolExpr, Exactly, IntExpr, Model, Sum, Table
from satchel.puzzle import Catalogue


@dataclass(frozen=True)
class Problem:
    """A model in words, the puzzle's own check, and the verdict where it is known beforehand."""

    words: str
    model: Model
    check: Callable[[Mapping[str, int | bool]], list[str]] = lambda _: []
    status: str | None = None


@dataclass(frozen=True)
class Row:
    """A family, the kind of encoding that varies (`integers`: how they are represented), and why
    `auto` is not the best where it is not."""

    name: str
    kind: str
    full: Callable[[], Problem]
    quick: Callable[[], Problem]
    remark: str = ""


def instance(name: str, words: str, *, model: str | None = None) -> Callable[[], Problem]:
    """An instance of a puzzle, by one of its models."""

    def problem() -> Problem:
        found = Catalogue().instance(name)
        known = found.known.status if found.known else None
        return Problem(words, found.build(model), found.check, known)

    return problem


def queens(n: int, model: str) -> Callable[[], Problem]:
    return instance(f"queens:n={n}", f"{n} queens, model `{model}`", model=model)


def tour(rows: int, columns: int) -> Callable[[], Problem]:
    """A closed tour, written out."""
    parameters = f"rows={rows},columns={columns},closed=true"
    return instance(f"knights_tour:{parameters}", f"Closed knight's tour, {rows} x {columns}")


def open_tour(n: int) -> Callable[[], Problem]:
    """An open tour, written out."""
    words = f"Open knight's tour from corner to corner, {n} x {n}"
    return instance(f"knights_tour:rows={n}", words)


def squares(name: str) -> Callable[[], Problem]:
    return instance(f"packing/{name}", f"Packing, instance `{name}`")


def knights(n: int, count: int) -> Callable[[], Problem]:
    parameters = f"piece=knight,rows={n},columns={n},count={count}"
    words = f"{count} knights on {n} x {n}, none attacking another"
    return instance(f"placement:{parameters}", words)


def design(points: int, blocks: int, size: int, common: int) -> Callable[[], Problem]:
    """A balanced incomplete block design (CSPLib 28): `size` points a block, two points together in
    `common` blocks."""

    def problem() -> Problem:
        model = Model()
        held = [
            [model.bool(f"p{point}b{block}") for block in range(blocks)] for point in range(points)
        ]
        for row in held:
            model.add(Exactly(row, blocks * size // points))
        for block in zip(*held, strict=True):
            model.add(Exactly(block, size))
        for one, other in combinations(held, 2):
            both = [a & b for a, b in zip(one, other, strict=True)]
            model.add(Exactly(both, common))
        for row in held:
            for cell in row:
                model.show(cell.name, cell)
        words = f"Block design: {points} points, {blocks} blocks of {size}, pairs {common} times"
        return Problem(words, model, status="sat")

    return problem


def equations(terms: int, count: int, largest: int) -> Callable[[], Problem]:
    """Sums of literals with given totals, those of one hidden choice (as in market split)."""

    def problem() -> Problem:
        random, model = Random(terms), Model()
        chosen = [model.bool(f"x{place}") for place in range(terms)]
        hidden = [random.randrange(2) for _ in chosen]
        for _ in range(count):
            weights = [random.randint(1, largest) for _ in chosen]
            total = sum(w * h for w, h in zip(weights, hidden, strict=True))
            model.add(_weighted(weights, chosen) == total)
        for x in chosen:
            model.show(x.name, x)
        words = f"{count} equations over {terms} literals, coefficients to {largest}"
        return Problem(words, model, status="sat")

    return problem


def knapsacks(items: int, count: int, largest: int) -> Callable[[], Problem]:
    """Limits for some sums of literals and goals for others, a hidden choice meeting all barely."""

    def problem() -> Problem:
        random, model = Random(items), Model()
        chosen = [model.bool(f"x{place}") for place in range(items)]
        hidden = [random.randrange(2) for _ in chosen]
        for number in range(2 * count):
            weights = [random.randint(1, largest) for _ in chosen]
            total = sum(w * h for w, h in zip(weights, hidden, strict=True))
            found = _weighted(weights, chosen)
            model.add(found <= total if number < count else found >= total)
        for x in chosen:
            model.show(x.name, x)
        words = f"{count} limits and {count} goals over {items} literals, coefficients to {largest}"
        return Problem(words, model, status="sat")

    return problem


def _weighted(weights: Sequence[int], literals: Sequence[BoolExpr]) -> IntExpr:
    return Sum(weight * Sum([literal]) for weight, literal in zip(weights, literals, strict=True))


def magic_square(n: int) -> Callable[[], Problem]:
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
        return Problem(f"Magic square, {n} x {n}", model, status="sat")

    return problem


def tables(variables: int, values: int, count: int, rows: int) -> Callable[[], Problem]:
    """Random tables over three integers each, with one hidden assignment in all of them."""

    def problem() -> Problem:
        random, model = Random(variables), Model()
        numbers = [model.int(f"x{place}", 1, values) for place in range(variables)]
        hidden = [random.randint(1, values) for _ in numbers]
        for _ in range(count):
            places = random.sample(range(variables), 3)
            listed = {tuple(hidden[place] for place in places)}
            while len(listed) < rows:
                listed.add(tuple(random.randint(1, values) for _ in places))
            model.add(Table([numbers[place] for place in places], sorted(listed)))
        for number in numbers:
            model.show(number.name, number)
        words = f"{count} tables of {rows} rows over {variables} integers from 1 to {values}"
        return Problem(words, model, status="sat")

    return problem


ROWS = (
    Row("queens-amo", "amo", queens(90, "lines"), queens(8, "lines")),
    Row("queens-alldifferent", "alldifferent", queens(60, "permutation"), queens(6, "permutation")),
    Row(
        "tour-closed",
        "circuit",
        tour(10, 12),
        tour(6, 6),
        "Small counters are quicker on boards this small, and erratic on larger ones; positions"
        " grow evenly.",
    ),
    Row("tour-open", "circuit", open_tour(9), open_tour(5)),
    Row("squares-nooverlap", "nooverlap", squares("smallest-18"), squares("smallest-6")),
    Row("squares-linear", "linear", squares("luzin-112"), squares("five-rectangles")),
    Row("knights-cardinality", "cardinality", knights(16, 129), knights(4, 9)),
    Row("design-cardinality", "cardinality", design(15, 15, 7, 3), design(7, 7, 3, 1)),
    Row("equations-linear", "linear", equations(28, 3, 50), equations(8, 2, 9)),
    Row("knapsacks-linear", "linear", knapsacks(32, 4, 50), knapsacks(8, 2, 9)),
    Row(
        "magic-integers",
        "integers",
        magic_square(6),
        magic_square(3),
        "Digits are a twelfth of the clauses, which suits Kissat here; CaDiCaL takes twice as long"
        " with them, and comparisons propagate through thresholds only.",
    ),
    Row("tables", "table", tables(50, 8, 63, 100), tables(5, 3, 4, 9)),
)
