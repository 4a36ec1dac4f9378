"""Order: clauses over bounds of the integers, and nothing else for up to three terms.

`a*x + b*y <= k` says for each value u of x: `x < u` or `y <= (k - a*u) / b`. More terms are first
added in pairs to new integers in order encoding, until three are left. `!=` excludes value by
value. Size: for n terms of d values at most d^(n-1) clauses for each of the inequalities, and for
`!=`; no variables up to three terms; refused with a SizeError beyond 1,000,000 clauses.
Propagation: complete for `<=` and `!=` over literals and thresholds; the bounds of each side for
`==`. Auxiliaries are one-sided for `<=` unless asked for otherwise. Source: Tamura, Taga, Kitagawa
and Banbara 2009.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.linear import Terms
from satchel.cnf.linear._budget import Budget
from satchel.cnf.linear._unary import Unary, balanced, leaves, merged
from satchel.cnf.sink import Clauses, Literal

DETERMINED = "never"
NEEDS = "ge"
PROPAGATES = {"<=": "all", "==": "total", "!=": "all"}

WIDTH = 3
"""Terms that are compared without adding them up."""


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    budget = Budget("order", out)
    all_parts, bound = leaves(terms, bound, budget)
    if bound < 0:
        if op != "!=":
            out.require()
        return
    all_parts.sort(key=_size)
    parts = merged(out, op, bound, "order", lambda merge: balanced(merge, all_parts, WIDTH))
    parts.sort(key=_size)
    budget.look(_combinations(parts))
    if op == "!=":
        _exclude(out, parts, bound, [])
        return
    _at_most(out, parts, bound, [])
    if op == "==":
        _at_most(out, *_turned(parts, bound), [])


def _size(part: Unary) -> int:
    return len(part.weights)


def _combinations(parts: Sequence[Unary]) -> int:
    """Clauses at most: choices of a value for all terms but the last, for two inequalities."""
    count = 2
    for part in parts[:-1]:
        count *= len(part.weights) + 1
    return count


def _turned(parts: Sequence[Unary], bound: int) -> tuple[list[Unary], int]:
    """`sum >= bound` as an "at most" of what each part falls short of its greatest value."""
    turned = []
    for part in parts:
        *others, greatest = [0, *part.weights]
        weights = [greatest - weight for weight in reversed(others)]
        turned.append(Unary(weights, [-literal for literal in reversed(part.literals)]))
        bound -= greatest
    return turned, -bound


def _at_most(out: Clauses, parts: Sequence[Unary], bound: int, clause: list[Literal]) -> None:
    """`sum <= bound` or one of the literals in `clause`."""
    if sum(part.greatest for part in parts) <= bound:
        return
    first, *rest = parts
    if not rest:
        out.require(*clause, -first.at_least(bound + 1))
        return
    for weight, reached, _ in first.steps():
        _at_most(out, rest, bound - weight, [*clause, -reached])
        if weight > bound:
            return


def _exclude(out: Clauses, parts: Sequence[Unary], bound: int, clause: list[Literal]) -> None:
    """`sum != bound` or one of the literals in `clause`."""
    first, *rest = parts
    for weight, reached, more in first.steps():
        if weight > bound:
            return
        if rest:
            _exclude(out, rest, bound - weight, [*clause, -reached, more])
        elif weight == bound:
            out.require(*clause, -reached, more)
