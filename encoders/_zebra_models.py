"""The two models of `zebra`. Shown is, in both, the house of every item, an integer.

positions  an integer for each item: its house; an AllDifferent for each category; clues compare.
matrix     a Boolean for each item and house, one in each row and column of a category's matrix;
           clues say which houses of one item go with which of the other (next to: house 3 needs
           the other in 2 or 4, and so on). The shown integers are channelled to the Booleans.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from satchel.encoders._clues import (
    Apart,
    At,
    Between,
    Clue,
    Every,
    Item,
    Left,
    Negated,
    Same,
    Some,
    When,
)
from satchel.ir import (
    AllDifferent,
    And,
    BoolExpr,
    ExactlyOne,
    Iff,
    Implies,
    IntVar,
    Model,
    Not,
    Or,
)

Relation: TypeAlias = Same | At | Left | Apart | Between
Categories: TypeAlias = Mapping[str, Sequence[Item]]
Statements: TypeAlias = Iterable[tuple[str, Clue]]


def positions(categories: Categories, statements: Statements) -> Model:
    """Clues compare the houses of their items."""
    model = Model()
    x = _shown_houses(model, categories)
    for category, items in categories.items():
        model.add(AllDifferent(x[item] for item in items), label=f"{category}: all different")

    def relation(clue: Relation) -> BoolExpr:
        match clue:
            case Same(one, other):
                return x[one] == x[other]
            case At(one, houses):
                return Or(x[one] == house for house in houses)
            case Left(one, other, immediately):
                return x[one] + 1 == x[other] if immediately else x[one] < x[other]
            case Apart(one, other, distance):
                return Or(x[one] == x[other] + distance, x[other] == x[one] + distance)
            case Between(middle, (one, other)):
                m, a, b = x[middle], x[one], x[other]
                return Or(And(a < m, m < b), And(b < m, m < a))

    for label, clue in statements:
        model.add(_expression(clue, relation), label=label)
    return model


def matrix(categories: Categories, statements: Statements) -> Model:
    """Clues say which houses of one item go with which of the other."""
    model = Model()
    x = _shown_houses(model, categories)
    row = range(1, len(x) // len(categories) + 1)
    lives = {item: [model.bool(f"{item}@{house}") for house in row] for item in x}
    for category, items in categories.items():
        for item in items:
            model.add(ExactlyOne(lives[item]), label=f"{item} in one house")
        for house in row:
            model.add(
                ExactlyOne(lives[i][house - 1] for i in items), label=f"{category} in {house}"
            )
    for item, house in product(x, row):
        # No label: this says what the Booleans are, and is no clue that could be left out.
        model.add(Iff(x[item] == house, lives[item][house - 1]))

    def goes_with(one: Item, other: Item, steps: Collection[int]) -> BoolExpr:
        """From the house of `one` it is one of the steps, to the right, to that of `other`."""
        there = lives[other]
        return And(
            Or(~here, *(there[at + step] for step in steps if 0 <= at + step < len(row)))
            for at, here in enumerate(lives[one])
        )

    def both_ways(one: Item, other: Item, steps: Collection[int]) -> BoolExpr:
        """Each direction implies the other; together they propagate more."""
        back = {-step for step in steps}
        return And(goes_with(one, other, steps), goes_with(other, one, back))

    def relation(clue: Relation) -> BoolExpr:
        match clue:
            case Same(one, other):
                return And(map(Iff, lives[one], lives[other]))
            case At(one, houses):
                return Or(lives[one][house - 1] for house in houses)
            case Left(one, other, immediately):
                return both_ways(one, other, {1} if immediately else range(1, len(row)))
            case Apart(one, other, distance):
                return both_ways(one, other, {-distance, distance})
            case Between(middle, (one, other)):
                return And(
                    Or(~lives[one][a], ~lives[other][b], *lives[middle][min(a, b) + 1 : max(a, b)])
                    for a, b in product(range(len(row)), repeat=2)
                )

    for label, clue in statements:
        model.add(_expression(clue, relation), label=label)
    return model


def _shown_houses(model: Model, categories: Categories) -> dict[Item, IntVar]:
    """The house of each item: an integer variable that is shown."""
    x = {item: model.int(item, 1, len(items)) for items in categories.values() for item in items}
    for item, house in x.items():
        model.show(item, house)
    return x


def _expression(clue: Clue, relation: Callable[[Relation], BoolExpr]) -> BoolExpr:
    """The clue in Boolean terms over what a model makes of its relations."""
    match clue:
        case Negated(inner):
            return Not(_expression(inner, relation))
        case Every(clues):
            return And(_expression(each, relation) for each in clues)
        case Some(clues, only):
            return (ExactlyOne if only else Or)(_expression(each, relation) for each in clues)
        case When(condition, conclusion):
            return Implies(_expression(condition, relation), _expression(conclusion, relation))
        case _:
            return relation(clue)
