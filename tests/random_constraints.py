"""Random constraints of each kind, of any size, as encodings are given them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from satchel.ir import (
    AllDifferent,
    AtMostOne,
    Automaton,
    BoolExpr,
    BoolVar,
    Circuit,
    Clauses,
    Cumulative,
    Domain,
    ElementIs,
    GlobalCardinality,
    HamiltonianCycle,
    IntVar,
    Inverse,
    LexLess,
    LexLessEq,
    Linear,
    MaxIs,
    NoOverlap2D,
    Precedence,
    ProductIs,
    Regular,
    Table,
)
from satchel.ir.cardinality import Cardinality


def random_constraint(kind: str, random: Random, size: int, spread: int) -> BoolExpr:
    """A constraint with about `size` arguments, of domains with up to `spread` values."""
    return _MAKERS[kind](_Parts(random, max(size, 2), max(spread, 2)))


class _Parts:
    def __init__(self, random: Random, size: int, spread: int) -> None:
        self.random = random
        self.size = size
        self.spread = spread
        self.made = 0

    def bools(self, count: int | None = None) -> list[BoolExpr]:
        some = [BoolVar(f"b{i}") for i in range(self.size if count is None else count)]
        return [self.random.choice([b, ~b]) for b in some]

    def ints(self, count: int | None = None, lo: int = -2) -> list[IntVar]:
        found = []
        for _ in range(self.size if count is None else count):
            self.made += 1
            values = self.random.sample(
                range(lo, lo + self.spread + 2), self.random.randint(1, self.spread)
            )
            found.append(IntVar(f"x{self.made}", Domain.of(values)))
        return found

    def number(self, lo: int, hi: int) -> int:
        return self.random.randint(lo, hi)


def _cardinality(parts: _Parts) -> BoolExpr:
    count = parts.size
    lo = parts.number(0, count)
    hi = parts.number(max(lo, 1), count - (lo == 0))
    return Cardinality(tuple(parts.bools()), min(lo, count - 1), hi)


def _linear(parts: _Parts) -> BoolExpr:
    bools = parts.bools(parts.size // 2)
    atoms = [b for b in bools if isinstance(b, BoolVar)]
    atoms += parts.ints(max(2, parts.size - len(atoms)))
    coefficients = [parts.random.choice([-7, -3, -2, -1, 1, 1, 2, 3, 5]) for _ in atoms]
    op = parts.random.choice(["<=", ">=", "==", "!="])
    return Linear(tuple(zip(coefficients, atoms, strict=True)), op, parts.number(-5, 9))


def _circuit(parts: _Parts) -> BoolExpr:
    size = min(parts.size, 7)
    if parts.random.random() < 0.5:
        return Circuit(parts.ints(size, lo=0))
    pairs = [(u, v) for v in range(size) for u in range(v)]
    chosen = parts.random.sample(pairs, min(len(pairs), parts.number(size, 2 * size)))
    edges = zip(chosen, parts.bools(len(chosen)), strict=True)
    return HamiltonianCycle(size, [(u, v, b) for (u, v), b in edges])


def _element(parts: _Parts) -> BoolExpr:
    items = [parts.random.choice([parts.number(-2, 4), *parts.ints(1)]) for _ in range(parts.size)]
    return ElementIs(items, *parts.ints(2))


def _table(parts: _Parts) -> BoolExpr:
    columns = parts.ints(min(parts.size, 4))
    cells = [None, *range(-2, parts.spread)]
    rows = [[parts.random.choice(cells) for _ in columns] for _ in range(parts.size)]
    return Table(columns, rows)


def _regular(parts: _Parts) -> BoolExpr:
    states = range(3)
    arcs = [
        (state, value, parts.random.choice(states))
        for state in states
        for value in range(-2, parts.spread)
        if parts.random.random() < 0.7
    ]
    known = {0, *(state for tail, _, head in arcs for state in (tail, head))}
    return Regular(parts.ints(), Automaton(arcs, 0, sorted(known)[:2]))


def _nooverlap(parts: _Parts) -> BoolExpr:
    count = min(parts.size, 6)
    widths, heights = ([parts.number(0, 3) for _ in range(count)] for _ in range(2))
    return NoOverlap2D(parts.ints(count), parts.ints(count), widths, heights)


def _clauses(parts: _Parts) -> BoolExpr:
    numbers = []
    for _ in range(parts.number(1, 3 * parts.size)):
        some = parts.random.sample(range(1, parts.size + 1), parts.number(1, min(parts.size, 3)))
        numbers += [parts.random.choice([x, -x]) for x in some] + [0]
    return Clauses(parts.bools(), numbers)


def _cumulative(parts: _Parts) -> BoolExpr:
    count = min(parts.size, 6)
    durations, demands = ([parts.number(0, 3) for _ in range(count)] for _ in range(2))
    return Cumulative(parts.ints(count), durations, demands, parts.number(1, 4))


def _gcc(parts: _Parts) -> BoolExpr:
    counts = {value: parts.random.choice([0, 1, 2, (0, 1), (1, 3)]) for value in range(-1, 2)}
    return GlobalCardinality(parts.ints(), counts, closed=parts.random.random() < 0.3)


def _lex(parts: _Parts) -> BoolExpr:
    return parts.random.choice([LexLess, LexLessEq])(parts.ints(), parts.ints())


def _precedence(parts: _Parts) -> BoolExpr:
    return Precedence(parts.ints(), parts.random.sample(range(-2, 3), 3))


def _inverse(parts: _Parts) -> BoolExpr:
    return Inverse(parts.ints(lo=0), parts.ints(lo=0))


_MAKERS: dict[str, Callable[[_Parts], BoolExpr]] = {
    "alldifferent": lambda parts: AllDifferent(parts.ints()),
    "amo": lambda parts: AtMostOne(parts.bools()),
    "cardinality": _cardinality,
    "circuit": _circuit,
    "clauses": _clauses,
    "cumulative": _cumulative,
    "element": _element,
    "gcc": _gcc,
    "inverse": _inverse,
    "lex": _lex,
    "linear": _linear,
    "maximum": lambda parts: MaxIs(parts.ints(), parts.ints(1)[0]),
    "nooverlap": _nooverlap,
    "precedence": _precedence,
    "product": lambda parts: ProductIs(*parts.ints(3)),
    "regular": _regular,
    "table": _table,
}
