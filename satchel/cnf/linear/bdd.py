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
from satchel.cnf.linear._budget import Budget
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
    shape = _shape(tuple(c for c, _ in terms), bound)
    if shape is None:
        out.require()
        return
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


@lru_cache(maxsize=256)
def _shape(coefficients: tuple[int, ...], bound: int) -> _Shape | None:
    """The diagram of `sum of coefficient * literal == bound`; None if no choice gives it."""
    levels = _levels(coefficients, bound)
    if not levels[0]:
        return None
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


def _levels(coefficients: Sequence[int], bound: int) -> list[list[int]]:
    """For each place, what can be left there on a way from the bound to nothing, in order."""
    budget = Budget("bdd")
    reached = [{bound}]
    for c in coefficients:
        budget.spend(4 * len(reached[-1]))
        reached.append(reached[-1] | {left - c for left in reached[-1]})
    reaching = [{0}]
    for c in reversed(coefficients):
        budget.spend(4 * len(reaching[-1]))
        reaching.append(reaching[-1] | {left + c for left in reaching[-1]})
    return [sorted(a & b) for a, b in zip(reached, reversed(reaching), strict=True)]


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
