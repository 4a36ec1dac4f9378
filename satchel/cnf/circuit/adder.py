"""Adder: each vertex's time on the tour in binary; along an arc it grows by one.

Where the arcs that do not lead back to the root go between two colours, the lowest digit is the
colour. Size: about 2n log2(n) variables, two clauses for each arc and digit: the smallest. A cycle
that misses the root would have to be 2^b long. Propagation: none promised; cycles that miss the
root are refuted by search only. Auxiliaries are determined under the constraint. Source: Zhou 2020
("binary adder" in the tours of Picat).
"""

from __future__ import annotations

from satchel.cnf.circuit import along, arcs, colours, settle
from satchel.cnf.context import Context
from satchel.cnf.parity import exclusive_or
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.ir import Circuit, HamiltonianCycle

DETERMINED = "never"
PROPAGATES = "none"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Circuit | HamiltonianCycle) -> None:
    """One closed tour through all vertices."""
    graph = arcs(context, out, constraint)
    if graph.size == 0:
        return
    root = graph.root()
    onward = graph.without(root)
    colour = colours(graph.size, onward)
    width = (graph.size - 1).bit_length()
    times: list[list[Literal]] = []
    for vertex in range(graph.size):
        known = [FALSE] * width if vertex == root else []
        if colour is not None and vertex != root:
            known = [TRUE if colour[vertex] != colour[root] else FALSE]
        digits = [out.new() for _ in range(width - len(known))]
        settle(out, digits)
        times.append([*known, *digits])
    along(out, graph, root, times, [_successor(out, digits) for digits in times])


def _successor(out: Clauses, digits: list[Literal]) -> list[Literal]:
    """The digits of the number plus one, without the last carry."""
    following: list[Literal] = []
    carry = TRUE
    for digit in digits:
        if carry == TRUE:
            following.append(-digit)
            carry = digit
            continue
        following.append(exclusive_or(out, digit, carry))
        both = out.new()
        out.define(-both, digit)
        out.define(-both, carry)
        out.define(both, -digit, -carry)
        carry = both
    return following
