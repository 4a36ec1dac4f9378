"""Transitions: a literal for each arc of the unrolled automaton, and one for each state it reaches.

An arc needs its state, its value and the state it leads to; states and values need an arc. Arcs on
no way to acceptance are left out. Size: a variable and three clauses an arc, a variable and two
clauses a state, a clause a value, for each argument. Propagation: complete for arguments without
common variables, but for values that no arc reads where a domain has more than `WIDEST`. Literals
are one-sided unless asked for otherwise. Source: Bacchus 2007; the layers, Pesant 2004.
"""

from __future__ import annotations

from collections import defaultdict

from satchel.cnf.auto import WIDEST
from satchel.cnf.context import Context
from satchel.cnf.integer.view import View
from satchel.cnf.sink import TRUE, Clauses, Literal
from satchel.ir import Regular
from satchel.ir.globals.regular import Arc, State

DETERMINED = "never"
PROPAGATES = "all"
NEEDS = "eq"

Arcs = list[tuple[Arc, Literal]]


def encode(context: Context, out: Clauses, constraint: Regular) -> None:
    """The arguments are a word that the automaton accepts."""
    automaton = constraint.automaton
    states: dict[State, Literal] = {automaton.start: TRUE}
    for arg, layer in zip(constraint.args, constraint.layers(), strict=True):
        view = context.view(arg)
        arcs = [(arc, _arc(out, states[arc.tail], view.eq(arc.value))) for arc in layer]
        _leave(out, states, view, arcs)
        states = _enter(out, arcs)
    out.require(*(literal for state, literal in states.items() if state in automaton.accepting))


def _arc(out: Clauses, tail: Literal, here: Literal) -> Literal:
    """A literal that implies that the state was reached and the value is here."""
    if tail == TRUE or here == TRUE:
        return here if tail == TRUE else tail
    arc = out.new()
    out.define(-arc, tail)
    out.define(-arc, here)
    if out.two_sided:
        out.define(arc, -tail, -here)
    return arc


def _leave(out: Clauses, states: dict[State, Literal], view: View, arcs: Arcs) -> None:
    """Each state that is reached, and each value, has an arc."""
    leaving: defaultdict[State, list[Literal]] = defaultdict(list)
    reading: defaultdict[int, list[Literal]] = defaultdict(list)
    for arc, literal in arcs:
        leaving[arc.tail].append(literal)
        reading[arc.value].append(literal)
    for state, literal in states.items():
        out.require(-literal, *leaving[state])
    for value in view.domain if view.domain.size <= WIDEST else list(reading):
        out.require(-view.eq(value), *reading[value])


def _enter(out: Clauses, arcs: Arcs) -> dict[State, Literal]:
    """A literal for each state that is reached next: it implies an arc, and is implied by each."""
    entering: defaultdict[State, list[Literal]] = defaultdict(list)
    for arc, literal in arcs:
        entering[arc.head].append(literal)
    states = {}
    for state, into in entering.items():
        states[state] = into[0] if len(into) == 1 else out.new()
        if len(into) > 1:
            out.define(-states[state], *into)
            for literal in into:
                out.define(-literal, states[state])
    return states
