"""What a new constraint or function must offer to join the model: one class, one file.

A *global constraint* is a Boolean node over integer and Boolean arguments. A *function* is an
integer node that may be undefined for some arguments; as in MiniZinc's relational semantics the
nearest enclosing Boolean expression is then false. Whatever implements these few methods is
evaluated, negated, rewritten, written as JSON, and reaches every backend through its
decomposition into the core; encodings and solver-native forms register from their own layers. Its
class is in a module that can be imported, not in the program itself: worker processes get it there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from satchel.errors import NotNegatableError
from satchel.ir.core import BoolExpr, IntExpr
from satchel.ir.domain import Domain


class GlobalConstraint(BoolExpr):
    """A constraint outside the closed core; its scope is its `children()`."""

    __slots__ = ()

    @property
    def family(self) -> str:
        """The name that its encodings go by in `--set FAMILY=NAME`: its kind, or a relative's."""
        return self.kind

    @abstractmethod
    def holds(self, values: Sequence[int]) -> bool:
        """The meaning: whether the constraint is true of its children's values, in order."""

    @abstractmethod
    def decompose(self) -> BoolExpr:
        """An equivalent expression of core nodes (or of simpler global constraints)."""

    def with_functions(self) -> BoolExpr | None:
        """An equivalent expression with functions, to be taken in place of a constraint that could
        only be decomposed value by value, and has too many of them; None where that is not so."""
        return None

    def negation(self) -> BoolExpr:
        """An expression that holds exactly where this does not.

        Raises NotNegatableError, by name, where there is none.
        """
        raise NotNegatableError(f"{type(self).__name__} cannot be negated or reified both ways")


class IntFunction(IntExpr):
    """A function of its `children()` into the integers, possibly partial."""

    __slots__ = ()

    @abstractmethod
    def apply(self, values: Sequence[int | None]) -> int | None:
        """The meaning: the value for the children's values, None where undefined.

        A child's value is None where that child is undefined; most functions then are, too.
        """

    @abstractmethod
    def range(self) -> Domain:
        """A domain that contains every value the function can take; never empty."""

    @abstractmethod
    def defined(self, below: Sequence[BoolExpr]) -> BoolExpr:
        """Where the function is defined, given where each child is."""

    @abstractmethod
    def graph(self, result: IntExpr) -> BoolExpr:
        """`result` equals the function's value; only looked at where the function is defined."""
