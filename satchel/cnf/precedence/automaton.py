"""Automaton: the state is how many of the values have been taken; a Regular, by its arcs.

Size: that of the automaton with a state for each value and one more, by `transitions`. Propagation:
complete for arguments without common variables. Arcs are one-sided unless asked for otherwise.
Source: Walsh 2006 (the same states, as integers).
"""

from __future__ import annotations

from satchel.cnf.context import Context
from satchel.cnf.limits import refuse_many
from satchel.cnf.regular import transitions
from satchel.cnf.sink import Clauses
from satchel.ir import Automaton, Precedence, Regular
from satchel.ir.bounds import values

DETERMINED = "never"
PROPAGATES = "all"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Precedence) -> None:
    """Each value is taken only after the one before it has been."""
    ranks = {value: rank for rank, value in enumerate(constraint.values)}
    domains = [values(arg) for arg in constraint.args]
    arcs_at_most = (len(ranks) + 1) * sum(domain.size for domain in domains)
    refuse_many(arcs_at_most, "precedence=automaton", "--set precedence=first")
    letters = sorted({value for domain in domains for value in domain})
    arcs = [
        (taken, letter, max(taken, ranks.get(letter, -1) + 1))
        for taken in range(len(ranks) + 1)
        for letter in letters
        if ranks.get(letter, -1) <= taken
    ]
    automaton = Automaton(arcs, 0, {0, *(head for *_, head in arcs)})
    transitions.encode(context, out, Regular(constraint.args, automaton))
