"""GlobalCardinality: how often each of some values is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self, TypeAlias

from satchel.errors import ModelError
from satchel.ir.cardinality import Cardinality
from satchel.ir.core import And, BoolExpr, Expr, IntLike, LinearExpr, Or, Sum, expressions, linear
from satchel.ir.given import as_integer, as_truth, integer, quoted, sequence
from satchel.ir.protocols import GlobalConstraint

Count: TypeAlias = IntLike | tuple[int, int]
"""How often a value is taken: a number, an expression, or (least, greatest)."""


class GlobalCardinality(GlobalConstraint):
    """Each value in `counts` is taken by as many arguments as it says there.

    `GlobalCardinality([x, y, z], {1: 2, 5: (0, 1), 7: n})`: a number, (least, greatest), or an
    integer expression for each value. Where `closed`, no other value is taken. ModelError for a
    negative number, and for a least that is more than the greatest.
    """

    __slots__ = ("args", "closed", "counts")
    kind = "gcc"

    def __init__(
        self, args: Iterable[IntLike], counts: Mapping[int, Count], *, closed: bool = False
    ) -> None:
        self.args: tuple[LinearExpr, ...] = tuple(map(linear, expressions(args)))
        self.counts: dict[int, tuple[int, int] | LinearExpr] = {
            integer(value, "a counted value"): _count(value, count)
            for value, count in _mapping(counts).items()
        }
        truth = as_truth(closed)
        if truth is None:
            raise ModelError(f"`closed` is true or false, not {quoted(closed)}")
        self.closed = truth

    def children(self) -> tuple[Expr, ...]:
        expressions = (c for c in self.counts.values() if isinstance(c, LinearExpr))
        return (*self.args, *expressions)

    def data(self) -> tuple[Any, ...]:
        counts = (
            (value, None if isinstance(count, LinearExpr) else count)
            for value, count in self.counts.items()
        )
        return ("closed" if self.closed else "open", *counts)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        kind, *counts = data
        given = len(children) - sum(count is None for _, count in counts)
        expressions = iter(children[given:])
        named = {value: next(expressions) if c is None else tuple(c) for value, c in counts}
        return cls(children[:given], named, closed=kind == "closed")

    def holds(self, values: Sequence[int]) -> bool:
        taken, given = values[: len(self.args)], iter(values[len(self.args) :])
        for value, count in self.counts.items():
            lo, hi = count if isinstance(count, tuple) else (wanted := next(given), wanted)
            if not lo <= list(taken).count(value) <= hi:
                return False
        return not self.closed or set(taken) <= set(self.counts)

    def decompose(self) -> BoolExpr:
        return And(self._parts())

    def negation(self) -> BoolExpr:
        """Some value is taken too often or too seldom, or is none of them."""
        return Or(~part for part in self._parts())

    def _parts(self) -> Iterator[BoolExpr]:
        for value in self.counts:
            yield self.between([value], [arg == value for arg in self.args])
        yield from self.outside()

    def outside(self) -> Iterator[BoolExpr]:
        """Where only the listed values may be taken: that each argument takes one of them."""
        if self.closed:
            for arg in self.args:
                yield Or(arg == value for value in self.counts)

    def between(self, values: Sequence[int], takers: Iterable[BoolExpr]) -> BoolExpr:
        """As many of `takers` are true as the values may be taken together, all of them listed."""
        counts = [self.counts[value] for value in values]
        lows = Sum(c[0] if isinstance(c, tuple) else c for c in counts)
        highs = Sum(c[1] if isinstance(c, tuple) else c for c in counts)
        if not lows.terms and not highs.terms:
            return Cardinality(tuple(takers), lows.constant, highs.constant)
        taken = Sum(takers)
        if lows.same(highs):
            return taken == lows
        return And(taken >= lows, taken <= highs)


def _count(value: int, count: Count) -> tuple[int, int] | LinearExpr:
    """A count as bounds or as an expression; ModelError where no number fits it."""
    if isinstance(count, Expr):
        return linear(count)
    number = as_integer(count)
    ends = [number, number] if number is not None else sequence(count, "the bounds of a count")
    lo, hi = map(as_integer, ends) if len(ends) == 2 else (None, None)
    if lo is None or hi is None or not 0 <= lo <= hi:
        raise ModelError(
            f"a count is a number from 0 on, or (least, greatest); {value}: {quoted(count)}"
        )
    return lo, hi


def _mapping(counts: object) -> Mapping[int, Count]:
    if not isinstance(counts, Mapping):
        raise ModelError(f"counts are a mapping from values, not {quoted(counts)}")
    return counts
