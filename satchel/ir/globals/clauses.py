"""Clauses: many disjunctions of literals as one node, held as numbers."""

from __future__ import annotations

import sys
from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

from satchel.errors import ModelError
from satchel.ir.core import And, BoolExpr, BoolLike, Expr, Not, Or, boolean
from satchel.ir.given import sequence
from satchel.ir.protocols import GlobalConstraint

_LITTLE = sys.byteorder == "little"


class Clauses(GlobalConstraint):
    """Every clause has a literal that holds: `Clauses([a, b, c], [1, -2, 0, 3, 0])`.

    `numbers` are the clauses back to back, each closed by a 0: k is the k-th of the Boolean
    arguments, from 1, and -k its negation. They are kept as 32-bit integers, not to be changed, as
    they stand: repeated literals and clauses that always hold, too. So a formula of millions of
    clauses is one small object. ModelError where a number stands for no argument, or a clause is
    not closed.
    """

    __slots__ = ("_packed", "args", "numbers")
    kind = "clauses"
    _packed: str
    """The numbers as text, once somebody has asked."""

    def __init__(self, args: Iterable[BoolLike], numbers: Iterable[int]) -> None:
        given = sequence(args, "the arguments of Clauses")
        self.args: tuple[BoolExpr, ...] = tuple(map(boolean, given))
        self.numbers = _packed(numbers)
        if self.numbers and self.numbers[-1]:
            raise ModelError("the last of the Clauses is not closed by a 0")
        for number in (max(self.numbers, default=0), min(self.numbers, default=0)):
            if abs(number) > len(self.args):
                raise ModelError(f"literal {number} of Clauses over {len(self.args)} arguments")

    def children(self) -> tuple[Expr, ...]:
        return self.args

    def data(self) -> tuple[Any, ...]:
        """The numbers in base 64, each as four bytes, the lowest first."""
        if not hasattr(self, "_packed"):
            self._packed = b64encode(_little_endian(self.numbers).tobytes()).decode()
        return (self._packed,)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        numbers = array("i")
        numbers.frombytes(b64decode(data[0], validate=True))
        node = cls(children, _little_endian(numbers))
        node._packed = data[0]
        return node

    def __iter__(self) -> Iterator[array[int]]:
        """The clauses one by one, without their zeros."""
        start = 0
        for _ in range(self.numbers.count(0)):
            end = self.numbers.index(0, start)
            yield self.numbers[start:end]
            start = end + 1

    def holds(self, values: Sequence[int]) -> bool:
        truth = bytes([2, *values, *(1 - value for value in reversed(values))])
        # Closed clauses as bytes: without what is false, nothing is left of a clause that fails.
        true = bytes(map(truth.__getitem__, self.numbers)).translate(None, b"\0")
        return not true.startswith(b"\2") and b"\2\2" not in true

    def decompose(self) -> BoolExpr:
        literals = [*self.args, *(~arg for arg in reversed(self.args))]
        # The k-th argument is at k - 1, and its negation at -k.
        return And(Or(literals[x - (x > 0)] for x in clause) for clause in self)

    def negation(self) -> BoolExpr:
        """The negation of the decomposition: a literal for each clause, one of which fails."""
        return Not(self.decompose())


def _packed(numbers: Iterable[int]) -> array[int]:
    """The numbers as 32-bit integers; an array of those as it is."""
    if isinstance(numbers, array) and numbers.typecode == "i":
        return numbers
    try:
        return array("i", sequence(numbers, "the numbers of Clauses"))
    except OverflowError as error:
        raise ModelError("a literal of Clauses has no 32 bits") from error
    except TypeError as error:
        raise ModelError(f"the numbers of Clauses are integers: {error}") from error


def _little_endian(numbers: array[int]) -> array[int]:
    """The same numbers with the lowest byte first, or back again."""
    if _LITTLE:
        return numbers
    swapped = array("i", numbers)
    swapped.byteswap()
    return swapped
