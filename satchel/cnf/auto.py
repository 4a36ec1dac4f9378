"""What `auto` means: a short rule for each kind of constraint, with the reason it gives.

`docs/encodings.md` has the measurements that the rules rest on.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb, prod
from typing import Final, Literal, NamedTuple, TypeAlias

from satchel.cnf import costs
from satchel.cnf.cardinality._size import of_sequential, of_totalizer
from satchel.cnf.circuit._size import of_elimination, of_position
from satchel.cnf.costs import Size, smallest
from satchel.cnf.cumulative._size import of_task, of_time
from satchel.cnf.linear import _size
from satchel.cnf.linear._diagram import COUNTED
from satchel.cnf.linear._size import Term
from satchel.cnf.options import IntegerEncoding
from satchel.ir import (
    AllDifferent,
    Circuit,
    Cumulative,
    Domain,
    ElementIs,
    HamiltonianCycle,
    LexLess,
    LexLessEq,
    LinearExpr,
    MaxIs,
    NoOverlap2D,
    ProductIs,
    Table,
)
from satchel.ir.bounds import atom_domain, values
from satchel.ir.protocols import GlobalConstraint

Need: TypeAlias = Literal["eq", "ge", "bits", "all", "value", "threshold"]
"""Which literals of an integer variable somebody asks for. `all`: enough to tell values apart;
`value` and `threshold`: one of those of `eq` and of `ge`, as a comparison with a number does."""

SAME: Final = {
    "clauses": "verbatim",
    "gcc": "count",
    "inverse": "channel",
    "precedence": "first",
    "regular": "transitions",
}
"""The global constraints for which it is always the same."""

WIDEST: Final = 256
"""Domains beyond this many values are not split into a literal a value."""
LARGEST: Final = 50_000
"""Clauses of a linear constraint beyond which one that propagates less is used."""
EXACT: Final = 4
"""An exact diagram, which sees holes, may be so many times larger than the two of a range."""
TIMES: Final = 50_000
"""Clauses by which vertices of a tour may have a literal for each time; beyond, it is in digits."""
MUCH: Final = 4
"""Elimination on a graph must be so many times smaller than positions."""
FEW_PAIRS: Final = 4096
"""Pairs of values up to which a constraint of two integers is written pair by pair."""
DENSE: Final = 10
"""A table that has one in so many of the possible rows, or more, is dense."""
FEW: Final = 32
"""Literals of an at-most-one that has no auxiliaries where every solution is wanted."""
ASKED: Final = "asked for"
"""The reason of what the user has chosen."""


class Choice(NamedTuple):
    """The name of an encoding, and why it is the one."""

    name: str
    why: str


def amo(count: int, *, enumerating: bool = False) -> Choice:
    """At-most-one: up to six literals product is pairwise itself; beyond it is among the smallest,
    and among the quickest on each solver. Where every solution is wanted, auxiliaries are given
    values again with each of them: without any, 12 queens take two thirds of the time."""
    if count <= 6:
        return Choice("pairwise", "six literals or fewer")
    if enumerating and count <= FEW:
        return Choice("pairwise", f"every solution is wanted, and of at most {FEW} literals")
    return Choice("product", "more than six literals")


def cardinality(count: int, lo: int, hi: int) -> Choice:
    """The sequential counter or the totalizer, whichever has fewer clauses: both propagate all."""
    sizes = [
        Size("sequential", of_sequential(count, lo, hi)),
        Size("totalizer", of_totalizer(count, lo, hi)),
    ]
    return Choice(smallest(sizes).name, costs.compared(sizes, COUNTED))


def alldifferent(constraint: AllDifferent) -> Choice:
    """Value by value; pair by pair where values are many, and pairs cost less: about three clauses
    a digit for each pair, and five clauses for each value of each argument."""
    domains = [atom_domain(atom) for arg in constraint.args for _, atom in arg.terms]
    sizes = [domain.size for domain in domains]
    digits = max(sizes, default=0).bit_length()
    by_pair, by_value = 3 * digits * comb(len(constraint.args), 2), 5 * sum(sizes)
    if max(sizes, default=0) > WIDEST and by_pair < by_value:
        return Choice("difference", f"a domain of more than {WIDEST} values, and fewer pairs")
    return Choice("permutation", "values are few enough to look at each")


def circuit(constraint: Circuit | HamiltonianCycle, *, lazy: bool) -> Choice:
    """Cuts while solving, where that can be; written out, elimination where it is much smaller than
    positions (as large, it is erratic to solve), positions while they are few, else digits: closed
    tours of 10 x 10 to 16 x 16 take a tenth of the time by them."""
    if lazy:
        return Choice("cuts", "a session can complete it while solving")
    positions = of_position(constraint)
    elimination = Size("elimination", of_elimination(constraint, positions // MUCH))
    why = costs.compared([Size("position", positions), elimination], positions // MUCH)
    if elimination.clauses is not None:
        return Choice("elimination", why)
    return Choice("position" if positions <= TIMES else "adder", why)


def table(constraint: Table) -> Choice:
    """Row by row, which propagates all; value after value where the rows are a tenth of all that
    there could be: a third of the clauses, and solvers take a tenth to a half of the time."""
    possible = prod(values(arg).size for arg in constraint.args)
    whole = all(cell is not None for row in constraint.rows for cell in row)
    if whole and DENSE * len(constraint.rows) >= possible:
        return Choice("direct", f"one in {DENSE} possible rows or more")
    return Choice("support", f"fewer than one in {DENSE} possible rows, or open cells")


def cumulative(constraint: Cumulative) -> Choice:
    """By times or by tasks, whichever has fewer clauses: they propagate alike."""
    sizes = [Size("time", of_time(constraint, WIDEST)), Size("task", of_task(constraint, WIDEST))]
    return Choice(smallest(sizes).name, costs.compared(sizes, COUNTED))


def product(constraint: ProductIs) -> Choice:
    """Value by value for small factors, else digit by digit."""
    parts = (constraint.left, constraint.right, constraint.value)
    left, right, value = (values(part).size for part in parts)
    if left * right + (left + right) * value <= FEW_PAIRS:
        return Choice("support", f"at most {FEW_PAIRS} pairs of values")
    return Choice("binary", f"more than {FEW_PAIRS} pairs of values")


def compared(strong: str, args: Iterable[LinearExpr], integers: IntegerEncoding) -> Choice:
    """Threshold by threshold, or value by value, while there are few; else digit by digit."""
    if integers == "binary":
        return Choice("binary", "the integers are digits")
    if integers == "auto" and any(values(arg).size > WIDEST for arg in args):
        return Choice("binary", f"a domain of more than {WIDEST} values")
    return Choice(strong, f"domains of at most {WIDEST} values")


def nooverlap(constraint: NoOverlap2D, integers: IntegerEncoding) -> Choice:
    """Start by start and size by size, while these are few; else digit by digit."""
    sides = [side for x, y, w, h in constraint.rectangles for side in ((x, w), (y, h))]
    if integers == "auto" and any(
        values(start).size * values(size).size > FEW_PAIRS for start, size in sides
    ):
        return Choice("binary", f"more than {FEW_PAIRS} starts and sizes of a side")
    return compared("relation", (part for side in sides for part in side), integers)


@lru_cache(maxsize=1 << 14)
def linear(
    terms: tuple[Term, ...],
    op: str,
    bound: int,
    integers: IntegerEncoding,
    apart: tuple[tuple[Term, ...], int] | None = None,
) -> Choice:
    """The smallest of those that propagate completely, while that is small; then the watchdog,
    which finds conflicts at least; digits last. Where integers are digits, or should be for the
    number of their values, what is smallest of all. An exact diagram for equations over literals.

    `apart` is the sum without groups, where `terms` has literals that exclude each other as one.
    """
    digits = smallest(sizes := _size.in_digits(terms, op, bound))
    if integers == "binary" and any(term.domain.size > 2 for term in terms):
        return Choice(digits.name, "the integers are digits")
    complete = _size.complete(terms, op, bound, values=integers != "order")
    complete = [*_size.exact(*(apart or (terms, bound)), op), *complete]
    best = smallest(complete)
    if any(_is_wide(term) for term in terms):
        best = smallest([best, digits])
        return Choice(best.name, costs.compared([*complete, *sizes], COUNTED))
    if not best.within(LARGEST):
        watched = _size.watched(terms, op, bound)
        complete.append(watched)
        best = watched if watched.within(LARGEST) else digits
    elif complete[0].name == "bdd" and complete[0].within(EXACT * (best.clauses or 0)):
        best = complete[0]
    return Choice(best.name, costs.compared([*complete, *sizes], COUNTED))


def _is_wide(term: Term) -> bool:
    """Whether the integer is in digits, or has so many values that it should be."""
    digits = term.native == "binary" or (term.native is None and term.domain.size > WIDEST)
    return digits and term.domain.size > 2


def integer(domain: Domain, needs: set[Need], choice: IntegerEncoding) -> Choice:
    """Digits where sums or sizes ask for them, thresholds where anybody compares, else values."""
    if choice != "auto":
        return Choice(choice, ASKED)
    if "bits" in needs:
        if "ge" in needs and domain.size <= WIDEST:
            return Choice("order", "a constraint works on its thresholds, and one on its digits")
        return Choice("binary", "a constraint works on its digits")
    if "all" in needs and domain.size > WIDEST:
        return Choice("binary", f"shown or optimised, with more than {WIDEST} values")
    if needs <= {"eq", "value", "all"} and needs - {"all"}:
        return Choice("direct", "only single values are asked for")
    return Choice("order", "its values are compared")


def global_(constraint: GlobalConstraint, integers: IntegerEncoding, *, lazy: bool) -> Choice:
    """The rule of the constraint's family; `lazy` where it may be completed later."""
    if isinstance(constraint, (Circuit, HamiltonianCycle)):
        return circuit(constraint, lazy=lazy)
    if isinstance(constraint, AllDifferent):
        return alldifferent(constraint)
    if isinstance(constraint, Cumulative):
        return cumulative(constraint)
    if isinstance(constraint, ProductIs):
        return product(constraint)
    if isinstance(constraint, Table):
        return table(constraint)
    if isinstance(constraint, ElementIs):
        return compared("support", [*constraint.array, constraint.value], integers)
    if isinstance(constraint, (LexLess, LexLessEq)):
        return compared("order", [*constraint.xs, *constraint.ys], integers)
    if isinstance(constraint, MaxIs):
        return compared("order", [*constraint.args, constraint.value], integers)
    if isinstance(constraint, NoOverlap2D):
        return nooverlap(constraint, integers)
    return Choice(SAME[constraint.family], "the rule for all of its kind")
