"""Zebra: n houses in a row and categories of n items; each house has one item of each category.

Clues say which items share a house and how houses lie to each other; their language is described in
`_clues.py`, and every clue keeps its own words. Houses are counted from the left, from 1. Shown is
the house of every item: `colour/red` = 3.

The models are in `_zebra_models.py`; both keep each clue as one statement under its own words.

In an instance file:

    puzzle = "zebra"
    [parameters]
    categories = [["nationality", ["Dane", "Scot"]], ["drink", ["tea", "water"]]]
    clues = [["The Dane drinks tea.", "Dane = tea"], ["Scot at 1"]]
    questions = [["Who drinks water?", "nationality of water"]]

A clue may leave out its words, and is then its own words. `place` is what a house is called, and
`house of water` may be asked, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import ClassVar

from satchel.draw.table import Table
from satchel.encoders._clues import (
    Apart,
    At,
    Between,
    Clue,
    ClueError,
    Every,
    Item,
    Left,
    Names,
    Negated,
    Same,
    Some,
    When,
    parse,
)
from satchel.encoders._zebra_models import matrix, positions
from satchel.encoders._zebra_symmetries import symmetries
from satchel.ir import Model, Symmetry
from satchel.puzzle import ParameterError, Puzzle, Shown, parameter

_UNKNOWN = "·"


@dataclass(frozen=True)
class Parameters:
    """What is to be placed, what is said about it, and what is asked."""

    categories: tuple[tuple[str, tuple[str, ...]], ...] = parameter(
        help="[name, [item, ...]], one item for each house"
    )
    clues: tuple[tuple[str, ...], ...] = parameter(
        help='[words, clue] or [clue], as in ["The Dane drinks tea.", "Dane = tea"]'
    )
    questions: tuple[tuple[str, str], ...] = parameter(
        default=(), help='[words, question], as in ["Who drinks water?", "nationality of water"]'
    )
    place: str = parameter(default="house", help="what the places in the row are called")

    def __post_init__(self) -> None:
        _check_categories(self)
        for number, given in enumerate(self.clues, 1):
            if len(given) not in (1, 2):
                words = f"clue {number}: [words, clue] or [clue] is expected, not {list(given)}"
                raise ParameterError("clues", words)
        _ = self.statements, self.asked  # read them, so that errors come at once

    @property
    def houses(self) -> int:
        """How many houses, and items in each category."""
        return len(self.categories[0][1])

    @cached_property
    def items(self) -> dict[str, dict[str, Item]]:
        """By category, the items as they are written, with their full names."""
        return {
            category: {item: f"{category}/{item}" for item in items}
            for category, items in self.categories
        }

    @cached_property
    def names(self) -> Names:
        """The items as clues may call them."""
        return Names(self.categories, self.houses)

    @cached_property
    def statements(self) -> tuple[tuple[str, Clue], ...]:
        """The clues, each under a label of its number and words."""
        read = []
        for number, given in enumerate(self.clues, 1):
            try:
                read.append((f"{number}. {given[0]}", parse(given[-1], self.names)))
            except ClueError as error:
                raise ParameterError("clues", f"clue {number} ({given[0]}): {error}") from error
        return tuple(read)

    @cached_property
    def asked(self) -> tuple[tuple[str, str, Item], ...]:
        """The questions: words, the category or `place` asked for, and the item it is of."""
        return tuple(_question(self, *given) for given in self.questions)


def _check_categories(parameters: Parameters) -> None:
    """Categories and their items need names that differ, and one size."""
    named = [category for category, _ in parameters.categories]
    if not named:
        raise ParameterError("categories", "at least one is expected")
    for category, items in parameters.categories:
        if named.count(category) > 1 or "/" in category or category == parameters.place:
            words = f"{category!r} is given twice, is called like the place, or has a slash"
            raise ParameterError("categories", words)
        if len(items) != parameters.houses or not items:
            words = f"{category!r} has {len(items)} items, {named[0]!r} {parameters.houses}"
            raise ParameterError("categories", f"{words}: as many as houses are expected")
        for name in (category, *items):
            if not name or name != " ".join(name.split()):
                words = f"{name!r} is empty, or has blanks that nobody sees"
                raise ParameterError("categories", words)
            if items.count(name) > 1:
                raise ParameterError("categories", f"{category!r} lists {name!r} twice")


def _question(parameters: Parameters, words: str, text: str) -> tuple[str, str, Item]:
    wanted = [parameters.place, *parameters.items]
    for category in wanted:
        if text.startswith(f"{category} of "):
            name = text.removeprefix(f"{category} of ")
            if name not in parameters.names.items:
                error = parameters.names.unknown(name)
                raise ParameterError("questions", f"{words}: {error}")
            return words, category, parameters.names.items[name]
    near = get_close_matches(text.partition(" of ")[0], wanted, n=1) or wanted
    expected = f"'CATEGORY of ITEM' is expected, not {text!r} (categories: {', '.join(near)})"
    raise ParameterError("questions", f"{words}: {expected}")


class Zebra(Puzzle[Parameters]):
    """Logic grid puzzles about houses in a row."""

    name: ClassVar[str] = "zebra"
    summary: ClassVar[str] = "who lives where, drinks what and keeps the zebra, from clues"
    parameters: ClassVar[type] = Parameters
    models: ClassVar[Mapping[str, str]] = {
        "positions": "the house of each item; an AllDifferent for each category",
        "matrix": "a Boolean for each item and house",
    }

    def build(self, parameters: Parameters, model: str) -> Model:
        """The model of that name: each clue is one statement under its own words."""
        make = {"positions": positions, "matrix": matrix}[model]
        items = {category: list(full.values()) for category, full in parameters.items.items()}
        return make(items, parameters.statements)

    def check(self, parameters: Parameters, solution: Shown) -> list[str]:
        """Look at each category, then at each clue."""
        house: dict[Item, int] = {}
        broken = []
        for category, items in parameters.items.items():
            found = {full: solution.get(full) for full in items.values()}
            house |= {full: at for full, at in found.items() if isinstance(at, int)}
            if sorted(map(str, found.values())) != sorted(map(str, _row(parameters))):
                broken.append(f"{category}: {list(found.values())} is not an item for each house")
        broken += [
            f"{name} is no item" for name in solution if name not in parameters.names.category
        ]
        if broken:
            return broken
        return [label for label, clue in parameters.statements if not _holds(clue, house)]

    def symmetries(self, parameters: Parameters) -> Iterable[Symmetry]:
        """Items that no clue mentions change places; the row is reversed."""
        items = {category: list(full.values()) for category, full in parameters.items.items()}
        return symmetries(items, parameters.houses, [clue for _, clue in parameters.statements])

    def word(self, parameters: Parameters, name: str) -> str:
        """The house of an item, as a question calls it: `house of tea`."""
        _, _, item = name.partition("/")
        short = item if parameters.names.items.get(item) == name else name
        return f"{parameters.place} of {short}"

    def draw(self, parameters: Parameters, solution: Shown | None) -> Table:
        """The houses with the answers; of a bare instance the clues and the questions."""
        head = (parameters.place, *parameters.items)
        known = solution or {}
        cells = {
            (category, known.get(full)): item
            for category, items in parameters.items.items()
            for item, full in items.items()
        }
        rows = tuple(
            (str(house), *(cells.get((c, house), _UNKNOWN) for c in parameters.items))
            for house in _row(parameters)
        )
        if solution is None:
            choices = [
                f"{category}: {', '.join(items)}" for category, items in parameters.categories
            ]
            clues = [label for label, _ in parameters.statements]
            return Table(
                head, rows, (*choices, *clues, *(words for words, _ in parameters.questions))
            )
        answers = []
        for words, wanted, item in parameters.asked:
            at = known.get(item)
            answer = at if wanted == parameters.place else cells.get((wanted, at), _UNKNOWN)
            answers.append(f"{words} {answer}")
        return Table(head, rows, tuple(answers))


def _row(parameters: Parameters) -> range:
    return range(1, parameters.houses + 1)


def _holds(clue: Clue, house: Mapping[Item, int]) -> bool:
    """Whether the clue is true of a street, by what its words mean."""
    match clue:
        case Same(one, other):
            return house[one] == house[other]
        case At(one, houses):
            return house[one] in houses
        case Left(one, other, immediately):
            return house[one] + 1 == house[other] if immediately else house[one] < house[other]
        case Apart(one, other, distance):
            return abs(house[one] - house[other]) == distance
        case Between(middle, (one, other)):
            low, high = sorted((house[one], house[other]))
            return low < house[middle] < high
        case Negated(inner):
            return not _holds(inner, house)
        case Every(clues):
            return all(_holds(each, house) for each in clues)
        case Some(clues, only):
            held = sum(_holds(each, house) for each in clues)
            return held == 1 if only else held > 0
        case When(condition, conclusion):
            return not _holds(condition, house) or _holds(conclusion, house)


puzzle = Zebra()
