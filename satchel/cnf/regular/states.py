"""States: a literal for each state that the unrolled automaton reaches, fixed by the last one.

Reading a value in a state reaches the next one; a state was reached by one of the values that lead
to it, and with that value from one of the states that read it. Arcs on no way to acceptance are
left out. Size: a variable a state, two clauses an arc, for each argument. Propagation: forwards
complete once the arguments before are fixed; backwards, states that lead nowhere. Determined
always. Source: Pesant 2004 (the layers), Quimper and Walsh 2006 (states as variables).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from satchel.cnf.context import Context
from satchel.cnf.integer.view import View
from satchel.cnf.sink import TRUE, Clauses, Literal
from satchel.ir import Regular
from satchel.ir.globals.regular import Arc, State

DETERMINED = "always"
PROPAGATES = "total"
NEEDS = "eq"


def encode(context: Context, out: Clauses, constraint: Regular) -> None:
    """The arguments are a word that the automaton accepts."""
    automaton = constraint.automaton
    states: dict[State, Literal] = {automaton.start: TRUE}
    for arg, arcs in zip(constraint.args, constraint.layers(), strict=True):
        view = context.view(arg)
        _leave(out, states, view, arcs)
        states = _enter(out, states, view, arcs)
    out.require(*(literal for state, literal in states.items() if state in automaton.accepting))


def _leave(out: Clauses, states: dict[State, Literal], view: View, arcs: Sequence[Arc]) -> None:
    """Some state is reached, and it reads a value from which acceptance can be reached."""
    out.require(*states.values())
    for state, literal in states.items():
        out.require(-literal, *(view.eq(arc.value) for arc in arcs if arc.tail == state))


def _enter(
    out: Clauses, states: dict[State, Literal], view: View, arcs: Sequence[Arc]
) -> dict[State, Literal]:
    """A literal for each state that is reached next, equivalent to some arc into it."""
    entering: defaultdict[State, defaultdict[int, list[Literal]]]
    entering = defaultdict(lambda: defaultdict(list))
    for tail, value, head in arcs:
        entering[head][value].append(states[tail])
    reached = {}
    for head, ways in entering.items():
        reached[head] = out.new()
        out.define(-reached[head], *map(view.eq, ways))
        for value, tails in ways.items():
            out.define(-reached[head], -view.eq(value), *tails)
            for tail in tails:
                out.define(-tail, -view.eq(value), reached[head])
    return reached
