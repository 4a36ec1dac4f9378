"""Counting up to symmetry: how many orbits the solutions form, without breaking any symmetry.

The Cauchy-Frobenius lemma (known as Burnside's) takes the mean number of solutions that an element
of the group fixes, and conjugate elements fix equally many. For small groups the solutions fixed by
each subgroup, up to conjugacy, tell how many orbits have which size, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from satchel.errors import CheckError, LimitError
from satchel.ir import Model, Statement, Symmetry
from satchel.ir.symmetry import unchanged
from satchel.symmetry.group import Group
from satchel.symmetry.subgroups import NO_GROUP, SubgroupClass, stabilisers, subgroup_classes
from satchel.tasks.count.counting import Count, count, count_origin
from satchel.tasks.count.protocol import Question
from satchel.tasks.origin import Origin
from satchel.tasks.work.process import Worker


@dataclass(frozen=True, slots=True)
class Orbits:
    """How many orbits there are, and how many solutions, which were counted as `total` says.

    `group` is the number of symmetries that the declared ones (`generators`) generate. `sizes` says
    how many orbits have so many solutions, the largest first; None where the group has too many
    subgroups to tell. `fixed` are the symmetric solutions that were counted, by what they are
    symmetric under.
    """

    number: int
    total: Count
    group: int
    generators: tuple[str, ...]
    sizes: Mapping[int, int] | None
    fixed: Mapping[str, int]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Plain data for `--output json`; JSON's keys are strings."""
        return {
            **self.total.to_json(),
            "up_to_symmetry": self.number,
            "group": self.group,
            "generators": list(self.generators),
            "sizes": self.sizes and {str(size): number for size, number in self.sizes.items()},
            "fixed": dict(self.fixed),
            "seconds": round(self.seconds, 6),
        }


def count_orbits(origin: Origin, question: Question, method: str = "auto") -> Orbits:
    """The orbits of the solutions of an origin's model, the solutions held against the known count.

    Raises what `count` raises; CheckError where a declared symmetry shows to be none; SizeError
    where the group is too large to list.
    """
    group = Group(question.model, deadline=question.deadline)
    with Worker(question.memory) as worker:
        counting = _Counting(origin, question, method, group, worker)
        classes = subgroup_classes(group)
        if classes is None:
            number, sizes = _mean(group, counting), None
        else:
            number, sizes = _by_size(classes, counting)
    generators = tuple(symmetry.label for symmetry in question.model.symmetries)
    seconds = perf_counter() - question.started
    return Orbits(number, counting.total, len(group), generators, sizes, counting.fixed, seconds)


class _Counting:
    """Counts what is fixed, each thing once: many small numbers, so by one worker."""

    def __init__(
        self, origin: Origin, question: Question, method: str, group: Group, worker: Worker
    ) -> None:
        self._question = replace(question, worker=worker, memory=None, jobs=1)
        self._method = method
        self._group = group
        self.total = count_origin(origin, question, method)
        self.fixed: dict[str, int] = {}

    def by(self, elements: Sequence[int]) -> int:
        """The solutions that all these elements fix."""
        if not elements or self.total.number == 0:
            return self.total.number
        symmetries = [self._group.symmetry(element) for element in elements]
        model = keeping_fixed(self._question.model, symmetries)
        label = "; ".join(symmetry.label for symmetry in symmetries)
        try:
            self.fixed[label] = count(replace(self._question, model=model), self._method).number
        except LimitError as error:
            known = f"{self.total.number} solutions, and of those fixed by {label}"
            raise LimitError(error.reason, f"{known}: {error}") from error
        return self.fixed[label]


def keeping_fixed(model: Model, symmetries: Iterable[Symmetry]) -> Model:
    """The model with those solutions only that the symmetries do not change."""
    equal = [
        Statement(unchanged(name, image, model.shown), f"fixed by {symmetry.label}")
        for symmetry in symmetries
        for name, image in symmetry.images.items()
    ]
    return Model.assembled(
        model.variables.values(),
        [*model.statements, *equal],
        model.shown,
        model.objective,
        model.hints,
    )


def _mean(group: Group, counting: _Counting) -> int:
    """The mean number of fixed solutions over all elements, one of each class counted."""
    classes = group.conjugacy_classes()
    fixed = sum(
        len(members) * counting.by(members[:1] if members[0] else []) for members in classes
    )
    number, rest = divmod(fixed, len(group))
    if rest:
        raise CheckError(NO_GROUP)
    return number


def _by_size(classes: Sequence[SubgroupClass], counting: _Counting) -> tuple[int, dict[int, int]]:
    """The orbits, and how many have which size: the number of elements by that of a stabiliser."""
    fixed: list[int] = []
    for subgroup in classes:
        members = subgroup.conjugates[0]
        nothing = any(
            not count and any(smaller <= members for smaller in each.conjugates)
            for each, count in zip(classes, fixed, strict=False)
        )
        fixed.append(0 if nothing else counting.by(subgroup.generators))
    sizes: dict[int, int] = {}
    for place, number in stabilisers(classes, fixed).items():
        size = classes[-1].order // classes[place].order
        sizes[size] = sizes.get(size, 0) + number
    return sum(sizes.values()), dict(sorted(sizes.items(), reverse=True))
