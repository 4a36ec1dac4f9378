"""An upper bound on a weighted sum of literals that is lowered step by step.

The sum is written once, and each lower bound is a few clauses over its outputs, for good: a search
that goes from one solution to a better one never goes back. The sum is a generalised totalizer, cut
off above the first bound (Joshi, Martins and Manquinho 2015), where that stays small; else it is
in binary, from adders (Een and Sorensson 2006).
"""

from __future__ import annotations

from satchel.cnf.integer.binary import blocks, outside
from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.linear import Terms
from satchel.cnf.linear._budget import Budget
from satchel.cnf.linear._digits import Columns, add, put
from satchel.cnf.linear._unary import Merge, Unary, balanced, leaves, merged
from satchel.cnf.pseudo_boolean import WeightedLiterals
from satchel.cnf.sink import Clauses, Literal
from satchel.errors import SizeError


class Ceiling:
    """`sum of weight * literal <= most`, weights positive, variables distinct."""

    def __init__(self, out: Clauses, terms: WeightedLiterals, most: int) -> None:
        self._out = out
        self._total: Unary | None = None
        self._digits: list[Literal] = []
        literals: Terms = [(weight, ZeroOne(literal, out)) for weight, literal in terms]
        try:
            self._total = _unary(out, literals, most)
        except SizeError:
            columns: Columns = []
            for weight, literal in terms:
                put(columns, literal, weight)
            self._digits = add(out, columns)
            self.lower(most)

    def lower(self, most: int) -> None:
        """Demand that the sum is at most `most`, which is no more than it was."""
        if self._total is not None:
            self._out.require(-self._total.at_least(most + 1))
            return
        for start, size in blocks(most + 1, (1 << len(self._digits)) - 1):
            self._out.require(*outside(self._digits, start, size))


def _unary(out: Clauses, terms: Terms, most: int) -> Unary:
    """The sum as thresholds, none of them above `most`; a SizeError before anything is written."""
    parts, _ = leaves(terms, most, Budget("gtotalizer", out))

    def shape(merge: Merge) -> list[Unary]:
        return balanced(merge, parts)

    (total,) = merged(out, "<=", most, "gtotalizer", shape)
    out.require(-total.at_least(most + 1))
    return total
