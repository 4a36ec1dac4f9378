"""Regular: a word that a finite automaton accepts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple, Self, TypeAlias

from satchel.errors import ModelError
from satchel.ir.bounds import values
from satchel.ir.core import BoolConst, BoolExpr, Expr, IntLike, LinearExpr, Not, Or, integers
from satchel.ir.given import as_integer, integer, quoted, records, sequence, text
from satchel.ir.protocols import GlobalConstraint

State: TypeAlias = Hashable
"""Numbers and names as a rule; any value with a hash that equals itself is told from others."""


class Arc(NamedTuple):
    """Reading `value` in state `tail` leads to state `head`."""

    tail: State
    value: int
    head: State


class Automaton:
    """A deterministic finite automaton; states are numbers, names, or any values with a hash.

    `Automaton([(state, value, next state), ...], start, accepting)`; a word is rejected where there
    is no transition. ModelError where two transitions of a state read one value, or an accepting
    state is in no transition.
    """

    def __init__(
        self,
        transitions: Iterable[tuple[State, int, State]],
        start: State,
        accepting: Iterable[State],
    ) -> None:
        self.transitions = tuple(
            Arc(_state(tail), integer(value, "the value of a transition"), _state(head))
            for tail, value, head in records(
                transitions, "transitions", "state", "value", "next state"
            )
        )
        self.start = _state(start)
        accepted = dict.fromkeys(map(_state, _states(accepting)))
        self._next = {(arc.tail, arc.value): arc.head for arc in self.transitions}
        for arc in self.transitions:
            if self._next[arc.tail, arc.value] != arc.head:
                raise ModelError(
                    f"the automaton is not deterministic: in state {quoted(arc.tail)}, "
                    f"{arc.value} leads to two states"
                )
        known = dict.fromkeys(self.states())
        for state in accepted:
            if state not in known:
                raise ModelError(f"the accepting state {quoted(state)} is in no transition")
        # In an order that does not depend on hashes, where they were given as a set.
        self.accepting = tuple(state for state in known if state in accepted)

    def states(self) -> list[State]:
        """Every state once, the start first, then in the order of the transitions."""
        ends = (state for arc in self.transitions for state in (arc.tail, arc.head))
        return list(dict.fromkeys([self.start, *ends]))

    def __repr__(self) -> str:
        return f"Automaton({len(self.states())} states, {len(self.transitions)} transitions)"

    def named(self) -> Automaton:
        """The same with states that are numbers or names, as files hold them."""
        states = self.states()
        if all(type(state) in (int, str) for state in states):
            return self
        number = {state: place for place, state in enumerate(states)}
        return Automaton(
            [(number[tail], value, number[head]) for tail, value, head in self.transitions],
            number[self.start],
            [number[state] for state in self.accepting],
        )

    def accepts(self, word: Iterable[int]) -> bool:
        """Whether the automaton accepts a word."""
        state: State = self.start
        for value in word:
            if (state, value) not in self._next:
                return False
            state = self._next[state, value]
        return state in self.accepting


def _state(given: object) -> State:
    """The state as it is kept: numbers and names as Python's own."""
    number = None if isinstance(given, (str, Expr)) else as_integer(given)
    if number is not None:
        return number
    if isinstance(given, str):
        return text(given, "the name of a state")
    try:
        hash(given)
    except TypeError:
        raise ModelError(f"a state has a hash; {quoted(given)} has none") from None
    if isinstance(given, Expr) or given != given:
        raise ModelError(f"a state is a number, a name, or equal to itself, not {quoted(given)}")
    return given


def _states(given: object) -> Iterable[Any]:
    """States in any order."""
    return given if isinstance(given, (set, frozenset)) else sequence(given, "accepting states")


class Regular(GlobalConstraint):
    """The arguments, in order, are a word that the automaton accepts (Pesant 2004)."""

    __slots__ = ("args", "automaton")
    kind = "regular"

    def __init__(self, args: Iterable[IntLike], automaton: Automaton) -> None:
        self.args: tuple[LinearExpr, ...] = integers(args, "the arguments of Regular")
        if not isinstance(automaton, Automaton):
            raise ModelError(f"Regular needs an Automaton, not {quoted(automaton)}")
        self.automaton = automaton

    def children(self) -> tuple[Expr, ...]:
        return self.args

    def data(self) -> tuple[Any, ...]:
        automaton = self.automaton.named()
        arcs = tuple(tuple(arc) for arc in automaton.transitions)
        return (arcs, automaton.start, automaton.accepting)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(children, Automaton(*data))

    def holds(self, values: Sequence[int]) -> bool:
        return self.automaton.accepts(values)

    def layers(self) -> list[list[Arc]]:
        """For each argument the arcs on some way from the start to an accepting state.

        The arguments' domains are heeded; without arguments there is nothing to look at.
        """
        layers: list[list[Arc]] = []
        reached = {self.automaton.start}
        for arg in self.args:
            domain = values(arg)
            arcs = self.automaton.transitions
            layers.append([a for a in arcs if a.tail in reached and a.value in domain])
            reached = {arc.head for arc in layers[-1]}
        wanted = set(self.automaton.accepting)
        for place in reversed(range(len(layers))):
            layers[place] = [arc for arc in layers[place] if arc.head in wanted]
            wanted = {arc.tail for arc in layers[place]}
        return layers

    def decompose(self) -> BoolExpr:
        """Each state, layer by layer: some arc leads into it, from a state that was reached."""
        automaton = self.automaton
        if not self.args:
            return BoolConst(automaton.start in automaton.accepting)
        reached: dict[State, BoolExpr] = {automaton.start: BoolConst(True)}
        for arg, arcs in zip(self.args, self.layers(), strict=True):
            ways: dict[State, list[BoolExpr]] = {}
            for tail, value, head in arcs:
                ways.setdefault(head, []).append(reached[tail] & (arg == value))
            reached = {head: Or(into) for head, into in ways.items()}
        return Or(reached.values())

    def negation(self) -> BoolExpr:
        """The negation of the decomposition."""
        return Not(self.decompose())
