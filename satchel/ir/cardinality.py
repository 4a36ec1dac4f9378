"""How many of some literals are true: at-most-one, exactly-k and their kin, as one node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self, SupportsIndex

from satchel.errors import ModelError
from satchel.ir.core import BoolExpr, BoolLike, Expr, boolean, expressions
from satchel.ir.given import as_integer, as_truth, integer, quoted


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Cardinality(BoolExpr):
    """Between `lo` and `hi` of `args` are true, repetitions counted.

    Bounds may lie outside `0..len(args)`; if no count lies between them the node is false.
    """

    kind = "cardinality"
    args: tuple[BoolExpr, ...]
    lo: int
    hi: int

    def children(self) -> tuple[Expr, ...]:
        return self.args

    def data(self) -> tuple[Any, ...]:
        return (self.lo, self.hi)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        lo, hi = (integer(bound, "a bound") for bound in data)
        return cls(tuple(boolean(c) for c in children), lo, hi)


Args = BoolLike | Iterable[BoolLike]


def _literals(args: Iterable[Args]) -> tuple[BoolExpr, ...]:
    return tuple(boolean(a) for a in expressions(args))


def _bounded(args: tuple[Any, ...]) -> tuple[tuple[BoolExpr, ...], int]:
    """The literals, and the bound that comes after them."""
    *literals, k = args or (None,)
    number = None if as_truth(k) is not None else as_integer(k)
    if number is None:
        raise ModelError(
            f"the bound of a cardinality is an integer, not {quoted(k)}; it comes last"
        )
    return _literals(literals), number


def AtMost(*args: Args | SupportsIndex) -> Cardinality:  # noqa: N802 - named like a node
    """At most k of the literals are true: `AtMost(a, b, c, 2)` or `AtMost([a, b, c], 2)`."""
    literals, k = _bounded(args)
    return Cardinality(literals, 0, k)


def AtLeast(*args: Args | SupportsIndex) -> Cardinality:  # noqa: N802 - named like a node
    """At least k of the literals are true: `AtLeast(a, b, c, 2)` or `AtLeast([a, b, c], 2)`."""
    literals, k = _bounded(args)
    return Cardinality(literals, k, len(literals))


def Exactly(*args: Args | SupportsIndex) -> Cardinality:  # noqa: N802 - named like a node
    """Exactly k of the literals are true: `Exactly(a, b, c, 2)` or `Exactly([a, b, c], 2)`."""
    literals, k = _bounded(args)
    return Cardinality(literals, k, k)


def AtMostOne(*args: Args) -> Cardinality:  # noqa: N802 - named like a node
    """At most one of the literals is true."""
    return Cardinality(_literals(args), 0, 1)


def ExactlyOne(*args: Args) -> Cardinality:  # noqa: N802 - named like a node
    """Exactly one of the literals is true."""
    return Cardinality(_literals(args), 1, 1)
