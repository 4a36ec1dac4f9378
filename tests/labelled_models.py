"""Random models with labels, and what is true of them by trying every assignment."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import product
from random import Random

from satchel.ir import BoolExpr, Model
from satchel.ir.semantics import Evaluator
from satchel.tasks.explain import Fact
from satchel.testing.solutions import domain
from tests.random_models import Grower


def labelled_model(random: Random, statements: int) -> Model:
    """So many statements under labels, two of them perhaps under one, and some without a label."""
    grower = Grower(random)
    model = grower.model
    for number in range(statements):
        label = "a" if number == 1 and random.random() < 0.3 else "abcdefgh"[number]
        model.add(grower.boolean(random.randint(1, 2)), label=label)
    if random.random() < 0.3:
        model.add(grower.boolean(1))
    for b in grower.bools:
        model.show(b.name, b)
    for x in grower.ints:
        model.show(x.name, random.choice([x, x, 2 - x, 3 * x + 1]))
    return model


@dataclass(frozen=True)
class World:
    """An assignment that fits all that stays: the labels that hold in it, and what is shown."""

    labels: frozenset[str]
    shown: dict[str, int]


@dataclass(frozen=True)
class Worlds:
    """All of them: what follows from labels and facts is true in each that fits."""

    labels: tuple[str, ...]
    all: tuple[World, ...]

    @classmethod
    def of(cls, model: Model, hard: Collection[str] = ()) -> Worlds:
        """By trying every assignment; labels in `hard` always hold."""
        labels = tuple(dict.fromkeys(s.label for s in model.statements if s.label is not None))
        worlds = []
        for row in product(*map(domain, model.variables.values())):
            values = dict(zip(model.variables, row, strict=True))
            value = Evaluator(values)
            broken = {s.label for s in model.statements if not value(s.expr)}
            if not broken & {None, *hard}:
                held = frozenset(label for label in labels if label not in broken)
                worlds.append(World(held, model.shown_values(values)))
        return cls(tuple(label for label in labels if label not in hard), tuple(worlds))

    def fitting(self, labels: Iterable[str], facts: Iterable[Fact] = ()) -> list[World]:
        """The worlds in which the labels and the facts hold."""
        wanted, known = frozenset(labels), list(facts)
        return [w for w in self.all if wanted <= w.labels and all(true(f, w) for f in known)]

    def follows(self, fact: Fact, labels: Iterable[str], facts: Iterable[Fact]) -> bool:
        """Whether the fact is true in all of them."""
        return all(true(fact, world) for world in self.fitting(labels, facts))

    def certain(self, model: Model) -> set[Fact]:
        """Every fact that is true in all solutions."""
        solutions = self.fitting(self.labels)
        facts = [
            Fact(name, value, holds)
            for name, shown in model.shown.items()
            for value in (
                [True] if isinstance(shown, BoolExpr) else {w.shown[name] for w in self.all}
            )
            for holds in (True, False)
        ]
        return {fact for fact in facts if all(true(fact, world) for world in solutions)}


def drawn(random: Random, statements: range, *, satisfiable: bool) -> tuple[Model, Worlds]:
    """A random model that has solutions, or has none, and the truth about it."""
    while True:
        model = labelled_model(random, random.choice(statements))
        worlds = Worlds.of(model)
        if bool(worlds.fitting(worlds.labels)) == satisfiable:
            return model, worlds


def true(fact: Fact, world: World) -> bool:
    """Whether the fact holds in the world."""
    return (world.shown[fact.name] == fact.value) == fact.holds
