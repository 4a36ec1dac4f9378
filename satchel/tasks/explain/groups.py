"""Which statements may be dropped: those with one label together, and what stays whatever happens.

Dropped is what is not assumed: in the guarded model each group hangs on a selector, a Boolean that
is shown, by `selector -> statement`. No pass can use such a statement as if it held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Final

from satchel.errors import InputError
from satchel.ir import BoolExpr, BoolVar, Implies, Model, Statement
from satchel.suggest import among

_LONGEST: Final = 200
"""Characters of a statement's text that stand for it."""


@dataclass(frozen=True, slots=True)
class Group:
    """The statements of one label, kept or dropped together."""

    label: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Grouping:
    """A model's statements: `groups` may be dropped, `hard` ones stay.

    `undroppable` are labels whose statements have no form under a condition in the chosen encoding;
    they are among the hard ones.
    """

    model: Model
    groups: tuple[Group, ...]
    hard: tuple[Statement, ...]
    undroppable: tuple[str, ...] = ()

    def keeping(self, group: Group) -> Grouping:
        """The same, but this group cannot be dropped."""
        return Grouping(
            self.model,
            tuple(other for other in self.groups if other is not group),
            (*self.hard, *group.statements),
            (*self.undroppable, group.label),
        )

    def only(self, group: Group) -> Grouping:
        """The same, but no other group may be dropped."""
        rest = [s for other in self.groups if other is not group for s in other.statements]
        return Grouping(self.model, (group,), (*self.hard, *rest))


def grouped(model: Model, keep: Collection[str] = ()) -> Grouping:
    """Each label of the model is a group; unlabelled statements and those of labels in `keep` stay.

    Domains stay, too.
    """
    droppable: dict[str, list[Statement]] = {}
    for statement in model.statements:
        if statement.label is not None and statement.label not in keep:
            droppable.setdefault(statement.label, []).append(statement)
    groups = tuple(Group(label, tuple(own)) for label, own in droppable.items())
    hard = tuple(s for s in model.statements if s.label is None or s.label in keep)
    return Grouping(model, groups, hard)


def labelled(model: Model) -> Model:
    """The model; where no statement has a label, each gets its text as one.

    Else nothing could be said but that all follows from all.
    """
    if any(statement.label is not None for statement in model.statements):
        return model
    seen: Counter[str] = Counter()
    statements = []
    for statement in model.statements:
        text = str(statement.expr)
        text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
        seen[text] += 1
        label = text if seen[text] == 1 else f"{text} ({seen[text]})"
        statements.append(replace(statement, label=label))
    return Model.assembled(
        model.variables.values(), statements, model.shown, model.objective, model.hints
    )


def kept_labels(model: Model, patterns: Sequence[str]) -> list[str]:
    """The labels that patterns name, exactly or by `*` and `?`; InputError where one names none."""
    labels = list(dict.fromkeys(s.label for s in model.statements if s.label is not None))
    kept: list[str] = []
    for pattern in patterns:
        found = [pattern] if pattern in labels else _matching(labels, pattern)
        if not found:
            raise InputError(f"no statement is labelled {pattern!r} {among(pattern, labels)}")
        kept += [label for label in found if label not in kept]
    return kept


def guarded(grouping: Grouping, facts: Mapping[str, BoolExpr]) -> Model:
    """The model under selectors; shown are `group 0`, `group 1`, ... and the facts."""
    model = grouping.model
    selectors = _selectors(model, len(grouping.groups))
    statements = list(grouping.hard)
    for selector, group in zip(selectors, grouping.groups, strict=True):
        statements += [
            Statement(Implies(selector, statement.expr), group.label)
            for statement in group.statements
        ]
    shown: dict[str, BoolExpr] = {selector_name(i): s for i, s in enumerate(selectors)}
    variables = [*model.variables.values(), *selectors]
    return Model.assembled(variables, statements, {**shown, **facts}, None)


def selector_name(index: int) -> str:
    """The shown name of a group's selector in the guarded model."""
    return f"group {index}"


def _selectors(model: Model, count: int) -> list[BoolVar]:
    prefix = "selector"
    while any(name.startswith(prefix) for name in model.variables):
        prefix += "'"
    return [BoolVar(f"{prefix} {index}") for index in range(count)]


def _matching(labels: Sequence[str], pattern: str) -> list[str]:
    return [label for label in labels if fnmatchcase(label, pattern)]
