"""The sizes of linear encodings, without writing them: closed forms, and diagrams that are counted.

`complete`, `watched` and `in_digits` include the literals that the integers have to make for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from satchel.cnf import costs
from satchel.cnf.costs import Native, Size, Wanted
from satchel.cnf.linear import bdd
from satchel.cnf.linear._diagram import COUNTED, diagram, in_order
from satchel.ir import Domain

FULL_ADDER, HALF_ADDER = 14, 7
"""Clauses of each."""


class Term(NamedTuple):
    """A term of a sum as far as sizes depend on it."""

    coefficient: int
    domain: Domain
    native: Native | None


def complete(terms: Sequence[Term], op: str, bound: int, *, values: bool) -> list[Size]:
    """The encodings by which unit propagation finds every conflict and consequence, or, for `==`,
    those of each inequality; with `values`, those that speak of single values, too."""
    if len(terms) == 2:
        pairs = [Size("comparison", _with_literals(comparison(terms, op), terms, "ge"))]
        if values and op != "<=":
            pairs.insert(0, Size("support", _with_literals(support(terms, op), terms, "eq")))
        return pairs
    return [Size("mdd", _with_literals(mdd(terms, op, bound), terms, "ge"))]


def exact(terms: Sequence[Term], bound: int, op: str) -> list[Size]:
    """The exact diagram, if this is an equation over literals."""
    if op != "==" or any(domain.intervals != ((0, 1),) for _, domain, _ in terms):
        return []
    coefficients = sorted((c for c, _, _ in terms), key=lambda c: -abs(c))
    levels = bdd.remainders(tuple(coefficients), bound, COUNTED)
    return [Size("bdd", None if levels is None else bdd.clauses(levels))]


def watched(terms: Sequence[Term], op: str, bound: int) -> Size:
    """By it every conflict of `<=` and `!=` is found; what is in digits stays so."""
    size = watchdog(terms, op, bound)
    others = [term for term in terms if term.native != "binary"]
    return Size("watchdog", _with_literals(size, others, "ge"))


def in_digits(terms: Sequence[Term], op: str, bound: int) -> list[Size]:
    """The encodings whose size is logarithmic in coefficients and domains."""
    sizes = [Size("adder", _with_literals(adder(terms, op), terms, "bits"))]
    if len({term.coefficient > 0 for term in terms}) == 2:
        clauses = comparator(terms, op, bound)
        sizes.append(Size("comparator", _with_literals(clauses, terms, "bits")))
    return sizes


def _with_literals(clauses: int | None, terms: Sequence[Term], wanted: Wanted) -> int | None:
    if clauses is None:
        return None
    return clauses + sum(costs.literals(domain, native, wanted) for _, domain, native in terms)


def comparison(terms: Sequence[Term], op: str) -> int:
    """Two terms: at most a clause for each value of the one that has fewer, for each inequality."""
    fewest = min(domain.size for _, domain, _ in terms)
    return fewest * (2 if op == "==" else 1)


def support(terms: Sequence[Term], op: str) -> int:
    """Two terms: at most a clause for each value, for each pair that is excluded."""
    sizes = [domain.size for _, domain, _ in terms]
    return min(sizes) if op == "!=" else sum(sizes)


def mdd(terms: Sequence[Term], op: str, bound: int) -> int | None:
    """The diagram, or the two of `==` and `!=`."""
    shapes = sorted(((c, domain) for c, domain, _ in terms), key=lambda term: in_order(*term))
    opposite = [(-c, domain) for c, domain in shapes]
    sides = [(shapes, bound)]
    if op == "==":
        sides.append((opposite, -bound))
    if op == "!=":
        sides = [(shapes, bound - 1), (opposite, -bound - 1)]
    total = 0
    for side, most in sides:
        made = diagram(tuple(side), most)
        if made is None:
            return None
        total += made.clauses()
    return total


def adder(terms: Sequence[Term], op: str) -> int:
    """All terms added in binary; about a clause a digit for the bound."""
    clauses, digits = _added(terms, 0)
    return clauses + (1 if op == "!=" else digits)


def comparator(terms: Sequence[Term], op: str, bound: int) -> int:
    """The positive terms and the negative ones added in binary, and compared digit by digit."""
    bound -= sum(c * domain.lo for c, domain, _ in terms)
    left, width = _added([term for term in terms if term.coefficient > 0], max(-bound, 0))
    right, other = _added([term for term in terms if term.coefficient < 0], max(bound, 0))
    return left + right + max(width, other) * (3 if op == "<=" else 2)


def _added(terms: Sequence[Term], constant: int) -> tuple[int, int]:
    """The clauses of adding in binary, and how many digits the sum has."""
    weights = [abs(c) << place for c, domain, _ in terms for place in range(_width(domain))]
    weights += [constant] if constant else []
    columns = [0] * max((weight.bit_length() for weight in weights), default=0)
    for weight in weights:
        for place in range(weight.bit_length()):
            columns[place] += weight >> place & 1
    clauses = place = carried = 0
    while place < len(columns) or carried:
        count = carried + (columns[place] if place < len(columns) else 0)
        full, half = (max(count - 1, 0)) // 2, count > 0 and count % 2 == 0
        clauses += FULL_ADDER * full + HALF_ADDER * half
        carried = full + half
        place += 1
    return clauses, place


def _width(domain: Domain) -> int:
    return (domain.hi - domain.lo).bit_length()


def watchdog(terms: Sequence[Term], op: str, bound: int) -> int | None:
    """A totalizer for each digit of the steps of the terms; for `==` and `!=`, twice."""
    if sum(domain.size for _, domain, _ in terms) > COUNTED:
        return None
    opposite = [Term(-c, domain, native) for c, domain, native in terms]
    sides = [(terms, bound)]
    if op == "==":
        sides.append((opposite, -bound))
    if op == "!=":
        sides = [(terms, bound - 1), (opposite, -bound - 1)]
    total = 0
    for side, most in sides:
        total += _watched(side, most)
        if total > COUNTED:
            return None
    return total


def _watched(terms: Sequence[Term], bound: int) -> int:
    """`sum of terms <= bound`; stops counting beyond `COUNTED`."""
    steps, bound = _steps(terms, bound)
    if bound < 0 or sum(map(sum, steps)) <= bound:
        return 1
    top = max(height.bit_length() for part in steps for height in part) - 1
    units = -(-(bound + 1) >> top)
    constant = (units << top) - (bound + 1)
    clauses = carried = 0
    for place in range(top + 1):
        cap = units << (top - place)
        counts = [sum(height >> place & 1 for height in part) for part in steps]
        inputs = sorted(count for count in [carried, *counts] if count)
        while len(inputs) > 1:
            pairs = list(zip(inputs[::2], inputs[1::2], strict=False))
            clauses += sum(_merged(left, right, cap) for left, right in pairs)
            if clauses > COUNTED:
                return clauses
            odd = inputs[-1:] if len(inputs) % 2 else []
            inputs = [min(left + right, cap) for left, right in pairs] + odd
        carried = (sum(inputs) + (constant >> place & 1)) // 2
    return clauses


def _steps(terms: Sequence[Term], bound: int) -> tuple[list[list[int]], int]:
    """What each term gains from one of its values to the next; and the bound that is then left."""
    steps = []
    for c, domain, native in terms:
        if native == "binary":
            width = _width(domain)
            steps += [[abs(c) << place] for place in range(width)]
            bound -= c * domain.lo + min(c, 0) * ((1 << width) - 1)
            continue
        values = list(domain)
        steps.append([abs(c) * (high - low) for low, high in pairwise(values)])
        bound -= c * (values[0] if c > 0 else values[-1])
    return steps, bound


def _merged(left: int, right: int, cap: int) -> int:
    """Two counts added, up to a cap: a clause for each pair, and the chain."""
    pairs = sum(min(right, max(cap - a, 0)) + 1 for a in range(left + 1))
    return pairs - 1 + min(left + right, cap) - 1
