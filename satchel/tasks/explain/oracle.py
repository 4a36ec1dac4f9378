"""The solver that explanations ask: do these groups and these facts go together?"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Self

from satchel.cnf.options import Options
from satchel.errors import BackendError, ModelError
from satchel.ir import BoolExpr
from satchel.ir.semantics import Tape
from satchel.ir.walk import variables
from satchel.tasks.explain.facts import Facts, Mask, bits
from satchel.tasks.explain.groups import Group, Grouping, guarded, selector_name
from satchel.tasks.session import Assumption, Session, prepare


@dataclass(frozen=True, slots=True)
class Witness:
    """An assignment that satisfies what is hard: which groups hold in it, and which facts."""

    groups: Mask
    facts: Mask


class Oracle:
    """One session on the guarded model; a context manager that closes it.

    Without `facts` only groups can be asked about. A group that cannot stand under a condition
    becomes hard: see `grouping` for those that are left. Raises InputError and ModelError where the
    model or the options make no sense for the backend.
    """

    def __init__(
        self, grouping: Grouping, facts: Facts | None, backend: str, options: Options
    ) -> None:
        self._facts = facts
        shown: dict[str, BoolExpr] = {}
        if facts is not None:
            # A fact and its negation are both shown: what is assumed is always an expression that
            # the session has seen before.
            shown = {
                f"fact {number}": facts[number].expression(grouping.model)
                for number in range(2 * facts.count)
            }
        try:
            self._session = _open(grouping, shown, backend, options)
        except ModelError:
            grouping = _without_undroppable(grouping, backend, options)
            self._session = _open(grouping, shown, backend, options)
        self.grouping = grouping
        self._judged = [_Judged(group) for group in grouping.groups]
        self.everything: Mask = (1 << len(grouping.groups)) - 1
        self._selectors = [(selector_name(i), True) for i in range(len(grouping.groups))]
        self._names = [(name, True) for name in shown]
        self._number = {pair: i for i, pair in enumerate([*self._selectors, *self._names])}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def solve(self, groups: Mask, facts: Mask = 0) -> Witness | None:
        """An assignment in which the groups and the facts hold, or None if there is none."""
        assumed: list[Assumption] = [self._selectors[i] for i in bits(groups)]
        assumed += [self._names[i] for i in bits(facts)]
        verdict = self._session.solve(assumed)
        if verdict is None:
            raise BackendError("the solver gave up without an answer")
        return self._witness() if verdict else None

    def grown(self, groups: Mask, facts: Mask, more: Mask) -> Witness | None:
        """A witness of the groups and facts that cannot have more of the facts in `more`.

        None if there is no witness.
        """
        witness = self.solve(groups, facts)
        if witness is None:
            return None
        for number in bits(more & ~witness.facts):
            if not witness.facts >> number & 1:
                witness = self.solve(groups, facts | witness.facts & more | 1 << number) or witness
        return witness

    def grown_groups(self, groups: Mask, facts: Mask) -> Witness | None:
        """A witness of the groups and facts in which no further group can hold.

        None if there is no witness.
        """
        witness = self.solve(groups, facts)
        if witness is None:
            return None
        for number in bits(self.everything & ~witness.groups):
            if not witness.groups >> number & 1:
                witness = self.solve(witness.groups | 1 << number, facts) or witness
        return witness

    def core(self) -> tuple[Mask, Mask]:
        """After `solve` found none: groups and facts that suffice for that, among those given."""
        groups = facts = 0
        for assumption in self._session.core():
            number = self._number[assumption] - len(self._selectors)
            if number < 0:
                groups |= 1 << (number + len(self._selectors))
            else:
                facts |= 1 << number
        return groups, facts

    def _witness(self) -> Witness:
        values, _ = self._session.solution()
        groups = 0
        for index, holds in enumerate(self._judged):
            if holds(values):
                groups |= 1 << index
        return Witness(groups, self._facts.true_in(values) if self._facts is not None else 0)


class _Judged:
    """Whether a group holds: few of its variables change from one witness to the next."""

    def __init__(self, group: Group) -> None:
        self._holds = Tape(*(statement.expr for statement in group.statements))
        scope = {x.name: None for s in group.statements for x in variables(s.expr)}
        self._names = tuple(scope)
        self._verdicts: dict[tuple[int, ...], bool] = {}

    def __call__(self, values: Mapping[str, int]) -> bool:
        key = tuple([values[name] for name in self._names])
        verdict = self._verdicts.get(key)
        if verdict is None:
            verdict = all(self._holds(dict(zip(self._names, key, strict=True))))
            self._verdicts[key] = verdict
        return verdict


def _open(
    grouping: Grouping, shown: Mapping[str, BoolExpr], backend: str, options: Options
) -> Session:
    return prepare(guarded(grouping, shown), backend, options, every=True).open()


def _without_undroppable(grouping: Grouping, backend: str, options: Options) -> Grouping:
    """Keep each group that the backend or its encoding refuses under a condition."""
    for group in grouping.groups:
        try:
            with closing(_open(grouping.only(group), {}, backend, options)):
                pass
        except ModelError:
            grouping = grouping.keeping(group)
    return grouping
