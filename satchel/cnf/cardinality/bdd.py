"""Decision diagram: a node (i, j) for "at most j of the literals from the i-th on".

A node's meaning is monotone, so that two clauses do. At least lo are at most n - lo of the
negations, in a diagram of their own. Size: for at most k of n, (k + 1)(n - k) - 1 variables and
(k + 1)(2(n - k) - 1) clauses. Propagation: complete. Auxiliaries are one-sided unless asked for
otherwise. Source: Een and Sorensson 2006; two clauses a node, Abio, Nieuwenhuis, Oliveras,
Rodriguez-Carbonell and Mayer-Eichberger 2012.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal

DETERMINED = "never"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal], lo: int, hi: int) -> None:
    """Between `lo` and `hi` of the literals."""
    if hi < len(literals):
        _at_most(out, literals, hi)
    if lo > 0:
        _at_most(out, [-literal for literal in literals], len(literals) - lo)


def _at_most(out: Clauses, literals: Sequence[Literal], bound: int) -> None:
    """From the last literal to the first: the nodes that can be met on the way from the root."""
    below: dict[int, Literal] = {0: TRUE}
    for place in range(len(literals) - 1, -1, -1):
        literal, rest = literals[place], len(literals) - place
        nodes: dict[int, Literal] = {}
        for left in range(max(0, bound - place), min(bound, rest - 1) + 1):
            taken = below.get(left - 1, FALSE)
            passed = below.get(left, TRUE)
            if place == 0:
                out.require(-literal, taken)
                out.require(passed)
                return
            node = nodes[left] = out.new()
            out.define(-node, -literal, taken)
            out.define(-node, passed)
            if out.two_sided:
                out.define(node, -taken)
                out.define(node, literal, -passed)
        below = nodes
