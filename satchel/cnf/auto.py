"""What `auto` means: a short rule for each kind of constraint, with the reason it gives.

`docs/encodings.md` has the measurements that the rules rest on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import Final, Literal, NamedTuple, TypeAlias

from satchel.cnf.circuit._size import elimination_is_much_smaller
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
)
from satchel.ir.bounds import atom_domain, hull, values
from satchel.ir.protocols import GlobalConstraint

Need: TypeAlias = Literal["eq", "ge", "bits", "all"]
"""Which literals of an integer variable somebody asks for; `all`: enough to tell values apart."""

SAME: Final = {
    "clauses": "verbatim",
    "gcc": "count",
    "inverse": "channel",
    "precedence": "first",
    "regular": "transitions",
    "table": "support",
}
"""The global constraints for which it is always the same."""

WIDEST: Final = 256
"""Domains beyond this many values are not split into a literal a value."""
LARGEST: Final = 50_000
"""Branches of a decision diagram beyond which an adder is used."""
MANY: Final = 1 << 20
"""Values of all arguments together beyond which an AllDifferent is cut into pairs."""
FEW_PAIRS: Final = 4096
"""Pairs of values up to which a constraint of two integers is written pair by pair."""
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
    """Counters while they are short; the totalizer for long sums with high bounds."""
    if count <= 30:
        return Choice("sequential", "thirty literals or fewer")
    if max(hi, lo) <= 10:
        return Choice("sequential", "a bound of ten or less")
    return Choice("totalizer", "many literals and a high bound")


def alldifferent(constraint: AllDifferent) -> Choice:
    """Value by value; pair by pair where values are too many to be looked at."""
    domains = [atom_domain(atom) for arg in constraint.args for _, atom in arg.terms]
    values = sum(hi - lo + 1 for domain in domains for lo, hi in domain.intervals)
    pairs = comb(len(constraint.args), 2)
    if values > max(MANY, 400 * pairs):
        return Choice("difference", "too many values to look at each")
    return Choice("permutation", "values are few enough to look at each")


def circuit(constraint: Circuit | HamiltonianCycle, *, lazy: bool) -> Choice:
    """Cuts while solving, where that can be; written out, elimination for thin graphs only."""
    if lazy:
        return Choice("cuts", "a session can complete it while solving")
    if elimination_is_much_smaller(constraint):
        return Choice("elimination", "a thin graph: much smaller than positions")
    return Choice("position", "the best one that can be written out whole")


def cumulative(constraint: Cumulative) -> Choice:
    """By times where they are not many more than tasks; else by tasks."""
    starts = [hull(task.start) for task in constraint.tasks]
    span = max(hi for _, hi in starts) - min(lo for lo, _ in starts) if starts else 0
    if span <= 4 * len(starts):
        return Choice("time", "at most four times for each task")
    return Choice("task", "many more times than tasks")


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


def linear(terms: Sequence[tuple[int, Domain]], op: str, integers: IntegerEncoding) -> Choice:
    """Values against values for two integers that differ; else a diagram while it stays small,
    an exact one for equations over literals. Digits else: with both signs, side against side."""
    digits = "comparator" if len({c > 0 for c, _ in terms}) == 2 else "adder"
    if integers == "binary" and any(domain.size > 2 for _, domain in terms):
        return Choice(digits, "the integers are digits")
    small = all(domain.size <= WIDEST for _, domain in terms)
    if op == "!=" and len(terms) == 2 and small and integers != "order":
        return Choice("support", "two integers that differ")
    if not small:
        return Choice(digits, f"a domain of more than {WIDEST} values")
    if _branches(terms) > LARGEST:
        return Choice(digits, f"a diagram could have more than {LARGEST} branches")
    if op == "==" and all(domain.size == 2 for _, domain in terms):
        return Choice("bdd", "an equation over literals")
    return Choice("mdd", f"a diagram of at most {LARGEST} branches")


def _branches(terms: Sequence[tuple[int, Domain]]) -> int:
    """An upper bound on the branches of the diagram: nodes a level times values, added up."""
    total, paths, reach = 0, 1, 0
    for coefficient, domain in sorted(terms, key=lambda t: -abs(t[0]) * (t[1].hi - t[1].lo)):
        total += min(paths, reach + 1) * domain.size
        paths *= domain.size
        reach += abs(coefficient) * (domain.hi - domain.lo)
    return total


def integer(domain: Domain, needs: set[Need], choice: IntegerEncoding) -> Choice:
    """Digits where sums or sizes ask for them, thresholds where anybody compares, else values."""
    if choice != "auto":
        return Choice(choice, ASKED)
    if "bits" in needs:
        return Choice("binary", "a constraint works on its digits")
    if "all" in needs and domain.size > WIDEST:
        return Choice("binary", f"shown or optimised, with more than {WIDEST} values")
    if needs <= {"eq", "all"} and "eq" in needs:
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
    if isinstance(constraint, ElementIs):
        return compared("support", [*constraint.array, constraint.value], integers)
    if isinstance(constraint, (LexLess, LexLessEq)):
        return compared("order", [*constraint.xs, *constraint.ys], integers)
    if isinstance(constraint, MaxIs):
        return compared("order", [*constraint.args, constraint.value], integers)
    if isinstance(constraint, NoOverlap2D):
        return nooverlap(constraint, integers)
    return Choice(SAME[constraint.family], "the rule for all of its kind")
