"""Where clauses go: the only owner of variable numbers and the only writer of clauses.

Encodings write to a `Clauses` view, which tells *definitions* (clauses that fix new variables; they
hold whatever happens) from *requirements* (what the constraint demands; under a condition each gets
the condition's negation). So every encoding can be half-reified without knowing it. Long families
of clauses of one length go in as columns: one flat array per literal position.

Clauses never hold tautologies, repeated literals or constants: `add` removes them, and columns must
be free of them. A block of clauses that somebody else has written goes in as it stands.

Beside clauses there are pseudo-Boolean constraints, for those who take them natively: only the
encodings named `native` write any.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import neg
from typing import Final, TypeAlias

from satchel.cnf.literals import FALSE as FALSE
from satchel.cnf.literals import MAX_VARIABLE as MAX_VARIABLE
from satchel.cnf.literals import TRUE as TRUE
from satchel.cnf.literals import Literal as Literal
from satchel.cnf.pseudo_boolean import PseudoBoolean, Relation, WeightedLiterals, normal_form
from satchel.errors import SizeError

CHUNK: Final = 1 << 20
"""Integers in a chunk before the next one is begun."""

Ints: TypeAlias = "array[int]"


class CountingSink:
    """Counts what an encoding would write, exactly, and stores nothing."""

    def __init__(self, max_clauses: int | None = None) -> None:
        self.variables = 0
        self.clauses = 0
        self.linear = 0
        self.literals = 0
        self._max_clauses = max_clauses

    def new(self) -> Literal:
        """A fresh variable."""
        if self.variables == MAX_VARIABLE:
            raise SizeError(f"the formula needs more than {MAX_VARIABLE} variables")
        self.variables += 1
        return self.variables

    def add(self, clause: Iterable[Literal]) -> None:
        """Add one clause, cleaned of constants, repetitions, and itself if it is always true."""
        clean = dict.fromkeys(clause)
        clean.pop(FALSE, None)
        if TRUE in clean or not clean.keys().isdisjoint(map(neg, clean)):
            return
        self._count(1, len(clean))
        self._store(array("i", [*clean, 0]))

    def add_linear(self, terms: WeightedLiterals, relation: Relation, bound: int) -> None:
        """Add `sum of weight * literal  relation  bound`, as clauses where it is nothing more."""
        constraint = normal_form(terms, relation, bound)
        literals = [literal for _, literal in constraint.terms]
        if constraint.relation == ">=" and constraint.bound <= 1:
            if constraint.bound == 1:
                self.add(literals)
        elif constraint.bound in (0, constraint.total):
            for literal in literals:
                self.add([literal if constraint.bound else -literal])
        else:
            self.linear += 1
            self._count(0, len(literals))
            self._store_linear(constraint)

    def columns(self, columns: Sequence[Literal | Ints]) -> None:
        """Add clauses of one length: the i-th takes the i-th entry of each column.

        A column that is a single literal stands for one repeated in every clause.
        """
        count = next(len(c) for c in columns if not isinstance(c, int))
        width = len(columns)
        self._count(count, count * width)
        self._store_columns(columns, count)

    def block(self, flat: Ints) -> None:
        """Add clauses back to back, each closed by a zero, as they stand."""
        count = flat.count(0)
        self._count(count, len(flat) - count)
        self._store(flat)

    def _count(self, clauses: int, literals: int) -> None:
        self.clauses += clauses
        self.literals += literals
        if self._max_clauses is not None and self.clauses + self.linear > self._max_clauses:
            raise self.too_large()

    @property
    def left(self) -> int | None:
        """How many clauses may still follow; None where there is no limit."""
        if self._max_clauses is None:
            return None
        return self._max_clauses - self.clauses - self.linear

    def too_large(self) -> SizeError:
        """What is said beyond the limit."""
        what = "clauses and linear constraints" if self.linear else "clauses"
        return SizeError(f"the formula has more than {self._max_clauses} {what}")

    def _store(self, flat: Ints) -> None:
        pass

    def _store_linear(self, constraint: PseudoBoolean) -> None:
        pass

    def _store_columns(self, columns: Sequence[Literal | Ints], count: int) -> None:
        pass


class ClauseSink(CountingSink):
    """Keeps clauses as 32-bit integers, each closed by a zero, in append-only chunks.

    Pseudo-Boolean constraints, whose weights may be larger, are kept as they are.
    """

    def __init__(self, max_clauses: int | None = None) -> None:
        super().__init__(max_clauses)
        self.chunks: list[Ints] = [array("i")]
        self.constraints: list[PseudoBoolean] = []

    def _store(self, flat: Ints) -> None:
        if len(self.chunks[-1]) >= CHUNK:
            self.chunks.append(array("i"))
        self.chunks[-1].extend(flat)

    def _store_columns(self, columns: Sequence[Literal | Ints], count: int) -> None:
        width = len(columns) + 1
        block = array("i", bytes(4 * width * count))
        for place, column in enumerate(columns):
            if isinstance(column, int):
                column = array("i", [column]) * count
            block[place::width] = column
        self._store(block)

    def _store_linear(self, constraint: PseudoBoolean) -> None:
        self.constraints.append(constraint)

    def iterate(self) -> Iterator[list[Literal]]:
        """The clauses so far one by one, as lists of literals."""
        return split(self.chunks)


@dataclass(frozen=True, slots=True)
class Clauses:
    """An encoding's view of the sink: definitions and requirements, perhaps under a condition."""

    sink: CountingSink
    two_sided: bool = False
    """Whether definitions must fix their variables from both sides (counts are then kept)."""
    guard: tuple[Literal, ...] = ()
    """Literals of which one being true releases from every requirement."""

    def new(self) -> Literal:
        """A fresh variable; definitions must say what it stands for."""
        return self.sink.new()

    def define(self, *clause: Literal) -> None:
        """A clause that holds under every condition."""
        self.sink.add(clause)

    def require(self, *clause: Literal) -> None:
        """A clause that holds where the conditions do."""
        self.sink.add((*self.guard, *clause))

    def define_columns(self, *columns: Literal | Ints) -> None:
        """`define` for many clauses of one length, clean as they stand."""
        self.sink.columns(columns)

    def require_columns(self, *columns: Literal | Ints) -> None:
        """`require` for many clauses of one length, clean as they stand."""
        if TRUE in self.guard:
            return
        if any(_mentions(column, literal) for literal in self.guard for column in columns):
            self._require_each(columns)
        else:
            self.sink.columns((*self.guard, *columns))

    def require_block(self, flat: Ints) -> None:
        """`require` for clauses back to back, each closed by a zero.

        They go in as they stand; under a condition, each by itself and cleaned.
        """
        if not self.guard:
            self.sink.block(flat)
            return
        for clause in split([flat]):
            self.require(*clause)

    def _require_each(self, columns: Sequence[Literal | Ints]) -> None:
        """The slow road where a condition stands in the columns, too."""
        count = next(len(c) for c in columns if not isinstance(c, int))
        for i in range(count):
            self.require(*(c if isinstance(c, int) else c[i] for c in columns))

    def require_at_least(self, terms: WeightedLiterals, bound: int) -> None:
        """`sum of weight * literal >= bound` where the conditions hold, natively.

        A literal that releases from the conditions weighs as much as the bound asks for.
        """
        constraint = normal_form(terms, ">=", bound)
        released = [(constraint.bound, literal) for literal in self.guard]
        self.sink.add_linear([*constraint.terms, *released], ">=", constraint.bound)

    def require_at_most(self, terms: WeightedLiterals, bound: int) -> None:
        """`sum of weight * literal <= bound` where the conditions hold, natively."""
        self.require_at_least([(-weight, literal) for weight, literal in terms], -bound)

    def require_equal(self, terms: WeightedLiterals, bound: int) -> None:
        """`sum of weight * literal == bound` where the conditions hold, natively."""
        if self.guard:
            self.require_at_least(terms, bound)
            self.require_at_most(terms, bound)
        else:
            self.sink.add_linear(terms, "=", bound)

    def under(self, condition: Literal) -> Clauses:
        """The same view where requirements hold only if `condition` does."""
        return self if condition == TRUE else replace(self, guard=(*self.guard, -condition))

    def freely(self) -> Clauses:
        """The same view without conditions."""
        return replace(self, guard=())

    def equate(self, left: Literal, right: Literal) -> None:
        """Define two literals as equal."""
        self.define(-left, right)
        self.define(left, -right)


def split(chunks: Iterable[Ints]) -> Iterator[list[Literal]]:
    """Zero-terminated clauses one by one, as lists of literals."""
    for chunk in chunks:
        clause: list[Literal] = []
        for literal in chunk:
            if literal:
                clause.append(literal)
            else:
                yield clause
                clause = []


def _mentions(column: Literal | Ints, literal: Literal) -> bool:
    if isinstance(column, int):
        return abs(column) == abs(literal)
    return literal in column or -literal in column
