"""Which facts a group can have to do with.

Variables that a hard statement mentions together belong together. A group speaks of the variables
that belong to its own; facts about others say nothing about these, so they can neither be premises
that it needs, nor follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from satchel.ir import Expr
from satchel.ir.walk import variables
from satchel.tasks.explain.facts import Facts, Mask, bits
from satchel.tasks.explain.groups import Grouping


class Relevance:
    """What the groups of a model can have to do with, and what facts have to do with each other."""

    def __init__(self, grouping: Grouping, facts: Facts) -> None:
        parts = _Parts(grouping)
        about = {name: parts.of(shown) for name, shown in grouping.model.shown.items()}
        own = [
            set[str]().union(*(parts.of(statement.expr) for statement in group.statements))
            for group in grouping.groups
        ]
        self._facts = facts
        self._of_group = [
            _of_names(facts, (name for name, its in about.items() if its & mine)) for mine in own
        ]
        self._of_name = {
            name: _of_names(facts, (other for other, its in about.items() if its & mine))
            for name, mine in about.items()
        }

    def to_groups(self, groups: Mask) -> Mask:
        """The facts that these groups can have to do with."""
        return reduce(or_, (self._of_group[index] for index in bits(groups)), 0)

    def to_facts(self, facts: Mask) -> Mask:
        """The facts that have to do with these whatever group holds."""
        names = {self._facts[number].name for number in bits(facts)}
        return reduce(or_, (self._of_name[name] for name in names), 0)


class _Parts:
    """Variables that belong together: disjoint sets, each named by one of its members."""

    def __init__(self, grouping: Grouping) -> None:
        self._above = {name: name for name in grouping.model.variables}
        for statement in grouping.hard:
            roots = self.of(statement.expr)
            for name in roots:
                self._above[name] = min(roots)

    def of(self, expr: Expr) -> set[str]:
        """The sets that the expression speaks of."""
        return {self._root(variable.name) for variable in variables(expr)}

    def _root(self, name: str) -> str:
        while self._above[name] != name:
            self._above[name] = self._above[self._above[name]]
            name = self._above[name]
        return name


def _of_names(facts: Facts, names: Iterable[str]) -> Mask:
    atoms = sum(1 << atom for name in names for atom in facts.of_name[name])
    return atoms | atoms << facts.count
