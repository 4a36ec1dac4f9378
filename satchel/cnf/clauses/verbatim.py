"""Verbatim: the clauses as they stand, in their order, as one block.

Size: no variables, the clauses themselves. Propagation: what the clauses are good for. No
auxiliaries. Under a condition, or where an argument is a constant or the same as another one, each
clause goes in by itself and is cleaned. Source: none, nothing is encoded.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from satchel import ir
from satchel.cnf.context import Context
from satchel.cnf.sink import TRUE, Clauses, Literal, split

DETERMINED = "always"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: ir.Clauses) -> None:
    """Each clause has a literal that holds."""
    literals = [context.literal_of(arg) for arg in constraint.args]
    if literals == list(range(1, len(literals) + 1)):
        out.require_block(constraint.numbers)
        return
    # By Python's negative indices, -k finds the negation of the k-th.
    named = [0, *literals, *(-literal for literal in reversed(literals))]
    renamed = array("i", map(named.__getitem__, constraint.numbers))
    if _distinct(literals):
        out.require_block(renamed)
    else:
        for clause in split([renamed]):
            out.require(*clause)


def _distinct(literals: Sequence[Literal]) -> bool:
    """Whether the literals are of variables, and of another one each."""
    variables = set(map(abs, literals))
    return len(variables) == len(literals) and TRUE not in variables
