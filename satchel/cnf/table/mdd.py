"""MDD: the rows as a decision diagram, in which equal ends are one, read as an automaton.

Size: that of `regular=transitions` on the diagram: a variable and three clauses an arc. Smaller
than `support` where rows share their beginnings and ends; "any value" is an arc for each value of
the domain. Propagation: complete. Literals are one-sided unless asked for otherwise. Source: Cheng
and Yap 2010 (tables as MDDs); Bacchus 2007 (the clauses).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.limits import refuse_many
from satchel.cnf.regular import transitions
from satchel.cnf.sink import Clauses
from satchel.ir import Automaton, Regular, Table
from satchel.ir.bounds import values

DETERMINED = "never"
PROPAGATES = "all"
NEEDS = "eq"

_Ends = frozenset[tuple[int | None, ...]]
"""What may follow, to the last column; a node of the diagram."""


def encode(context: Context, out: Clauses, constraint: Table) -> None:
    """The arguments take the values of one row."""
    domains = [values(arg) for arg in constraint.args]
    start = frozenset(constraint.rows)
    layer: list[_Ends] = [start]
    numbers: dict[tuple[int, _Ends], int] = {(0, start): 0}
    arcs: list[tuple[int, int, int]] = []
    for depth, domain in enumerate(domains):
        following: dict[_Ends, None] = {}
        for node in layer:
            listed = {row[0] for row in node}
            if None in listed:
                refuse_many(len(arcs) + domain.size, "table=mdd", "--set table=support")
            for value in domain if None in listed else sorted(v for v in listed if v is not None):
                ends = frozenset(row[1:] for row in node if row[0] in (None, value))
                head = numbers.setdefault((depth + 1, ends), len(numbers))
                arcs.append((numbers[depth, node], value, head))
                following[ends] = None
        layer = list(following)
    accepting = [numbers[len(domains), ends] for ends in layer if ends]
    transitions.encode(context, out, Regular(constraint.args, Automaton(arcs, 0, accepting)))
