"""LFSR: each vertex's place on the tour as a state of a linear-feedback shift register.

Along an arc the register makes one step: its digits move up, and the lowest becomes the parity of
the taps. A cycle that misses the root would have to be as long as the register's period, 2^b - 1.
Size: about n log2(n) variables, two clauses for each arc and digit; against `adder`, one parity a
vertex in place of a row of carries. Propagation: none promised. Auxiliaries are determined under
the constraint. Source: Johnson 2014; the taps, Golomb 1967.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from satchel.cnf.circuit import along, arcs, settle
from satchel.cnf.context import Context
from satchel.cnf.parity import exclusive_or
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal
from satchel.errors import SizeError
from satchel.ir import Circuit, HamiltonianCycle

DETERMINED = "never"
PROPAGATES = "none"
NEEDS = "eq"

TAPS: Final[Mapping[int, tuple[int, ...]]] = {
    1: (1,),
    2: (2, 1),
    3: (3, 2),
    4: (4, 3),
    5: (5, 3),
    6: (6, 5),
    7: (7, 6),
    8: (8, 6, 5, 4),
    9: (9, 5),
    10: (10, 7),
    11: (11, 9),
    12: (12, 11, 10, 4),
    13: (13, 12, 11, 8),
    14: (14, 13, 12, 2),
    15: (15, 14),
    16: (16, 15, 13, 4),
    17: (17, 14),
    18: (18, 11),
    19: (19, 18, 17, 14),
    20: (20, 17),
}
"""For each number of digits, counted from 1, those whose parity comes in: the period is full."""


def encode(context: Context, out: Clauses, constraint: Circuit | HamiltonianCycle) -> None:
    """One closed tour through all vertices; SizeError beyond 2^20 - 1 of them."""
    graph = arcs(context, out, constraint)
    if graph.size == 0:
        return
    width = graph.size.bit_length()
    if width not in TAPS:
        raise SizeError(f"circuit=lfsr is for fewer than {1 << max(TAPS)} vertices")
    root = graph.root()
    states = [
        [TRUE] + [FALSE] * (width - 1) if vertex == root else [out.new() for _ in range(width)]
        for vertex in range(graph.size)
    ]
    settle(out, [x for state in states for x in state if abs(x) != TRUE])
    for state in states:
        out.require(*state)  # the register never leaves zero
    along(out, graph, root, states, [_step(out, state) for state in states])


def _step(out: Clauses, state: list[Literal]) -> list[Literal]:
    """The register's next state."""
    parity, *others = (state[tap - 1] for tap in TAPS[len(state)])
    for digit in others:
        parity = exclusive_or(out, parity, digit)
    return [parity, *state[:-1]]
