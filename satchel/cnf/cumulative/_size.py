"""Estimated sizes in clauses of the encodings `time` and `task`, without writing them."""

from __future__ import annotations

from math import comb

from satchel.cnf import costs
from satchel.cnf.costs import smallest
from satchel.cnf.linear import _size
from satchel.cnf.linear._size import Term
from satchel.ir import Cumulative, Domain
from satchel.ir.bounds import hull, values

_STEPS = 256
"""Steps between the demands of a task up to which each is a literal."""
_DIGIT = 22
"""About so many clauses a digit has what compares two starts both ways."""


def of_time(constraint: Cumulative, narrow: int) -> int:
    """Count, for each time, one sum and its literals; then the thresholds of the starts.

    Starts of more than `narrow` values are taken to be binary.
    """
    starts = [values(task.start) for task in constraint.tasks]
    terms = _terms(constraint)
    runs = sum(values(task.duration).size for task in constraint.tasks)
    thresholds = sum(
        costs.literals(start, "binary" if start.size > narrow else None, "ge") for start in starts
    )
    return thresholds + _moments(starts) * (_sum(constraint, terms) + len(terms) + runs)


def of_task(constraint: Cumulative, narrow: int) -> int:
    """Count one sum for each task, and two comparisons for each pair of tasks.

    Starts of more than `narrow` values are taken to be binary.
    """
    count, terms = len(constraint.tasks), _terms(constraint)
    steps = max(
        (values(t.start).size * values(t.duration).size for t in constraint.tasks), default=0
    )
    compared = 2 * steps if steps <= narrow else min(2 * steps, _DIGIT * steps.bit_length())
    return 2 * comb(count, 2) * compared + count * (_sum(constraint, terms) + len(terms))


def _moments(starts: list[Domain]) -> int:
    """Bound the number of times at which a task may start."""
    if not starts:
        return 0
    span = max(start.hi for start in starts) - min(start.lo for start in starts) + 1
    return min(span, sum(start.size for start in starts))


def _terms(constraint: Cumulative) -> list[Term]:
    """The summands of all tasks: a literal for each step between two demands."""
    bit = Domain.range(0, 1)
    terms = []
    for task in constraint.tasks:
        least, most = (max(0, end) for end in hull(task.demand))
        if most - least > _STEPS:
            terms.append(Term(1, Domain.range(0, most), "binary"))
            continue
        terms += [Term(least, bit, None)] * (least > 0)
        terms += [Term(1, bit, None)] * (most - least)
    return terms


def _sum(constraint: Cumulative, terms: list[Term]) -> int:
    """The clauses of one sum: its diagram, or an adder where that is too large."""
    bound = hull(constraint.capacity)[1]
    if sum(term.coefficient * term.domain.hi for term in terms) <= bound or len(terms) < 2:
        return 0
    sizes = [
        *_size.complete(terms, "<=", bound, values=False),
        *_size.in_digits(terms, "<=", bound),
    ]
    return smallest(sizes).clauses or 0
