"""Regular: a word that a finite automaton accepts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, NamedTuple, Self, TypeAlias

from satchel.errors import ModelError
from satchel.ir.bounds import values
from satchel.ir.core import BoolConst, BoolExpr, Expr, IntLike, LinearExpr, Not, Or, linear
from satchel.ir.protocols import GlobalConstraint

State: TypeAlias = int | str


class Arc(NamedTuple):
    """Reading `value` in state `tail` leads to state `head`."""

    tail: State
    value: int
    head: State


class Automaton:
    """A deterministic finite automaton; states are numbers or names.

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
        self.transitions = tuple(Arc(tail, index(value), head) for tail, value, head in transitions)
        self.start = start
        self.accepting = tuple(dict.fromkeys(accepting))
        self._next = {(arc.tail, arc.value): arc.head for arc in self.transitions}
        for arc in self.transitions:
            if self._next[arc.tail, arc.value] != arc.head:
                raise ModelError(
                    f"the automaton is not deterministic: in state {arc.tail!r}, "
                    f"{arc.value} leads to two states"
                )
        known = {start, *(state for arc in self.transitions for state in (arc.tail, arc.head))}
        for state in self.accepting:
            if state not in known:
                raise ModelError(f"the accepting state {state!r} is in no transition")

    def accepts(self, word: Iterable[int]) -> bool:
        """Whether the automaton accepts a word."""
        state: State = self.start
        for value in word:
            if (state, value) not in self._next:
                return False
            state = self._next[state, value]
        return state in self.accepting


class Regular(GlobalConstraint):
    """The arguments, in order, are a word that the automaton accepts (Pesant 2004)."""

    __slots__ = ("args", "automaton")
    kind = "regular"

    def __init__(self, args: Iterable[IntLike], automaton: Automaton) -> None:
        self.args: tuple[LinearExpr, ...] = tuple(linear(arg) for arg in args)
        self.automaton = automaton

    def children(self) -> tuple[Expr, ...]:
        return self.args

    def data(self) -> tuple[Any, ...]:
        automaton = self.automaton
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
