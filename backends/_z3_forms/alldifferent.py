"""AllDifferent: each value at most once where there is a literal for each, else `Distinct`."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from satchel.backends._z3_counts import at_most
from satchel.backends._z3_script import TRUE, Term, conjunction
from satchel.backends._z3_use import view
from satchel.ir import AllDifferent, IntVar

if TYPE_CHECKING:
    from satchel.backends._z3_terms import Terms


def arithmetic(node: AllDifferent) -> bool:
    """Sums are numbers already, by what adds them up."""
    return False


def form(terms: Terms, node: AllDifferent) -> Term:
    """`Distinct` over numbers is hopeless for 50 queens; counted literals take no time."""
    if len(node.args) < 2:
        return TRUE
    takers: defaultdict[int, list[Term]] = defaultdict(list)
    for arg in node.args:
        literals = _literals(terms, view(arg))
        if literals is None:
            return f"(distinct {' '.join(terms.numbers(node.args))})"
        for value, literal in literals.items():
            takers[value].append(literal)
    return conjunction([at_most(literals, 1) for literals in takers.values()])


def _literals(
    terms: Terms, viewed: tuple[int, IntVar | None, int] | None
) -> dict[int, Term] | None:
    """The literal of each value of a view; None where there are none."""
    if viewed is None:
        return None
    scale, x, offset = viewed
    if x is None:
        return {offset: TRUE}
    literals = terms.literals(x)
    if literals is None:
        return None
    return {scale * value + offset: literal for value, literal in literals.items()}
