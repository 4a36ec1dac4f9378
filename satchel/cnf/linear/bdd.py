"""Exact decision diagram: `==` over literals, a node per (place, what is left to reach).

Only nodes on a way from the root to the goal exist: remainders that cannot be reached from the
left, or from which the goal cannot be reached, are not there, and a value that leads to one is
refused. Constraints with the same coefficients and bound share the diagram's shape. Other
operators, and sums of integers, are left to `mdd`. Size: at most n * bound nodes, two clauses each;
refused with a SizeError where 1,000,000 clauses may not do. Propagation: a known beginning decides
which values can still follow, with holes that the two inequalities of `mdd` do not see; nothing is
promised for other orders. (Clauses that tell a node that both its ways are closed, or lead back up,
made exhaustive packings two to four times slower.) Auxiliaries are one-sided unless asked for
otherwise. Source: Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell and Mayer-Eichberger 2012, here
without merging intervals.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.linear import Terms, mdd
from satchel.cnf.linear._budget import MOST, Budget
from satchel.cnf.linear._diagram import COUNTED
from satchel.cnf.sink import Clauses

DETERMINED = "never"
PROPAGATES = {"<=": "all", "==": "total", "!=": "all"}
NEEDS = "ge"
GROUPS = False


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * literal  ==  bound`."""
    if op != "==" or not all(isinstance(x, ZeroOne) for _, x in terms):
        mdd.encode(out, terms, op, bound)
        return
    terms = sorted(terms, key=lambda term: -abs(term[0]))
    coefficients = tuple(c for c, _ in terms)
    budget = Budget("bdd", out)
    levels = remainders(coefficients, bound, budget.looks)
    if levels is None:
        budget.refuse()
    budget.spend(clauses(levels))
    if not levels[0]:
        out.require()
        return
    shape = _shape(coefficients, bound)
    literals = [out.new() for _ in range(shape.nodes)] + [x.ge(1) for _, x in terms]
    table = [0, *literals, *(-literal for literal in reversed(literals))]
    for clause in shape.root:
        out.require(*(table[symbol] for symbol in clause))
    for columns in (*shape.down, *(shape.up if out.two_sided else ())):
        out.define_columns(*(array("i", map(table.__getitem__, column)) for column in columns))


Clause: TypeAlias = tuple[int, ...]
"""Symbols: nodes from 1 on, then the terms' literals in order; negative for negation."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """A diagram before it has literals: clauses in symbols, those of one length as columns."""

    nodes: int
    root: list[Clause]
    down: list[list[Clause]]
    up: list[list[Clause]]


Levels: TypeAlias = list[list[int]]
"""For each place, what can be left there on a way from the bound to nothing, in order."""


def remainders(coefficients: tuple[int, ...], bound: int, most: int) -> Levels | None:
    """The nodes of `sum of coefficient * literal == bound`; None beyond so many."""
    found = _remainders(coefficients, bound, min(most, COUNTED))
    return found if found or most <= COUNTED else _remainders(coefficients, bound, most)


@lru_cache(maxsize=128)
def _remainders(coefficients: tuple[int, ...], bound: int, most: int) -> Levels | None:
    ends = [(0, 0)]
    for c in reversed(coefficients):
        ends.append((ends[-1][0] + min(c, 0), ends[-1][1] + max(c, 0)))
    ends.reverse()
    reached = [{bound} if ends[0][0] <= bound <= ends[0][1] else set()]
    for c, (lo, hi) in zip(coefficients, ends[1:], strict=True):
        lefts = {rest for left in reached[-1] for rest in (left, left - c) if lo <= rest <= hi}
        reached.append(lefts)
        most -= len(lefts)
        if most < 0:
            return None
    for place, c in reversed(list(enumerate(coefficients))):
        below = reached[place + 1]
        reached[place] = {x for x in reached[place] if x in below or x - c in below}
    return [sorted(lefts) for lefts in reached]


def clauses(levels: Levels) -> int:
    """What the diagram comes to, its nodes being defined from one side."""
    *upper, last, _ = levels
    return 2 * sum(map(len, upper)) + len(last)


@lru_cache(maxsize=128)
def _shape(coefficients: tuple[int, ...], bound: int) -> _Shape:
    """The diagram of `sum of coefficient * literal == bound`, which some choice gives."""
    levels = remainders(coefficients, bound, MOST)
    assert levels is not None
    nodes = [(place, left) for place in range(1, len(coefficients)) for left in levels[place]]
    symbols = {node: number for number, node in enumerate(nodes, 1)}
    root: list[Clause] = []
    down: list[Clause] = []
    up: list[Clause] = []
    for place, coefficient in enumerate(coefficients):
        literal = len(nodes) + 1 + place
        for left in levels[place]:
            branches = [(-literal, (place + 1, left - coefficient)), (literal, (place + 1, left))]
            # The end of the last branch is always true: it has no symbol.
            ways = [
                (value, symbols.get(child))
                for value, child in branches
                if child[1] in levels[place + 1]
            ]
            node = symbols.get((place, left))
            below = _below(literal, ways)
            if node is None:
                root += below
            else:
                down += [(-node, *clause) for clause in below]
                up += [(node, value, *([] if child is None else [-child])) for value, child in ways]
    return _Shape(len(nodes), root, _columns(down), _columns(up))


def _below(literal: int, ways: Sequence[tuple[int, int | None]]) -> Iterator[Clause]:
    """What a node demands, given its one or two ways on: (literal that excludes it, child)."""
    if len(ways) == 1:
        ((value, child),) = ways
        yield (-value,)
        if child is not None:
            yield (child,)
        return
    for value, child in ways:
        if child is not None:
            yield (value, child)


def _columns(clauses: Sequence[Clause]) -> list[list[Clause]]:
    """Clauses by length, each length turned into a column for each place."""
    lengths = sorted({len(clause) for clause in clauses})
    return [
        list(zip(*(clause for clause in clauses if len(clause) == length), strict=True))
        for length in lengths
    ]
