"""The clue language of `zebra`: what is said about items, read from one line of text.

    clue      = alternatives | "if" alternatives "then" alternatives
    alternatives = all {"or" all}             at least one holds
              | "either" all {"or" all}       exactly one holds
    all       = relation {"and" relation}
    relation  = A "=" B                       in the same house
              | A "!=" B                      not in the same house
              | A ["not"] "at" 1 {"," 3}      in house 1, or one of some houses, from the left
              | A ["not"] "left of" B         anywhere to the left; "right of" likewise
              | A ["not"] "immediately left of" B       "immediately right of" likewise
              | A ["not"] "next to" B         on either side
              | A ["not"] 2 "apart from" B    two houses further, on either side
              | A ["not"] "between" B "and" C           anywhere between, whichever is left

A, B and C are items, in any script, blanks included. An item whose name occurs in two categories,
or is a word of the language, is written `category/item`; any item may be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import takewhile
from typing import NoReturn, TypeAlias

Item: TypeAlias = str
"""An item by its full name, `category/item`."""

_LANGUAGE = "if then either or and not at left right of immediately next to apart from between"
WORDS = frozenset([*_LANGUAGE.split(), "=", "!=", ","])
"""The words of the language; an item called like one is written with its category."""


@dataclass(frozen=True)
class Same:
    """Both are in one house."""

    one: Item
    other: Item


@dataclass(frozen=True)
class At:
    """The item is in one of the houses."""

    one: Item
    houses: tuple[int, ...]


@dataclass(frozen=True)
class Left:
    """The first is anywhere to the left of the second; `immediately`: in the house before it."""

    one: Item
    other: Item
    immediately: bool


@dataclass(frozen=True)
class Apart:
    """The houses of the two are exactly `distance` apart; neighbours are 1 apart."""

    one: Item
    other: Item
    distance: int


@dataclass(frozen=True)
class Between:
    """The middle item has one end somewhere to its left and the other to its right."""

    middle: Item
    ends: tuple[Item, Item]


@dataclass(frozen=True)
class Negated:
    """The clue does not hold."""

    clue: Clue


@dataclass(frozen=True)
class Every:
    """All the clues hold."""

    clues: tuple[Clue, ...]


@dataclass(frozen=True)
class Some:
    """At least one of the clues holds; `only`: exactly one."""

    clues: tuple[Clue, ...]
    only: bool


@dataclass(frozen=True)
class When:
    """Where the condition holds, the conclusion does."""

    condition: Clue
    conclusion: Clue


Clue: TypeAlias = Same | At | Left | Apart | Between | Negated | Every | Some | When


class ClueError(Exception):
    """The text is no clue; the message says what was expected, and where."""


class Names:
    """The items as clues may call them."""

    def __init__(self, categories: Sequence[tuple[str, Sequence[str]]], houses: int) -> None:
        self.houses = houses
        self.category = {
            f"{category}/{item}": category for category, items in categories for item in items
        }
        bare = [item for _, items in categories for item in items]
        self.items: dict[str, Item] = {full: full for full in self.category}
        self.ambiguous: set[str] = set()
        for category, items in categories:
            for item in items:
                if bare.count(item) > 1:
                    self.ambiguous.add(item)
                elif item not in WORDS:
                    self.items.setdefault(item, f"{category}/{item}")
        self._by_words = {tuple(_split(name)): item for name, item in self.items.items()}
        self._longest = max(map(len, self._by_words))

    def find(self, words: Sequence[str]) -> tuple[Item | None, int]:
        """The item that the words begin with, the longest there is, and how many words it takes."""
        for length in range(min(self._longest, len(words)), 0, -1):
            item = self._by_words.get(tuple(words[:length]))
            if item is not None:
                return item, length
        return None, 1

    def unknown(self, name: str) -> ClueError:
        """The error for a name that is none, with those that are near."""
        if name in self.ambiguous:
            full = [item for item in self.category if item.endswith(f"/{name}")]
            return ClueError(f"{name!r} may be {' or '.join(full)}: write one of them")
        bare = [each for each in self.items if each not in self.category]
        near = get_close_matches(name, bare) or get_close_matches(name, self.category)
        hint = f"did you mean {' or '.join(near)}?" if near else "no category lists it"
        return ClueError(f"{name!r} is no item; {hint}")


def parse(text: str, names: Names) -> Clue:
    """The clue that the text states; a ClueError if it states none."""
    reader = _Reader(text, names)
    if reader.takes("if"):
        condition = reader.alternatives()
        reader.expect("then")
        clue: Clue = When(condition, reader.alternatives())
    else:
        clue = reader.alternatives()
    if reader.rest:
        reader.fail("'and', 'or' or the end")
    return clue


def _split(text: str) -> list[str]:
    return re.findall(r"[^\s,]+|,", text)


class _Reader:
    """Reads a clue from left to right."""

    def __init__(self, text: str, names: Names) -> None:
        self.rest = _split(text)
        self.names = names
        self._before = "at the start"

    def alternatives(self) -> Clue:
        only = self.takes("either")
        clues = [self._all()]
        while self.takes("or"):
            clues.append(self._all())
        if only and len(clues) == 1:
            self.fail("'or'")
        return Some(tuple(clues), only) if len(clues) > 1 else clues[0]

    def _all(self) -> Clue:
        clues = [self._relation()]
        while self.takes("and"):
            clues.append(self._relation())
        return Every(tuple(clues)) if len(clues) > 1 else clues[0]

    def _relation(self) -> Clue:
        one = self._item()
        if self.takes("="):
            return Same(one, self._housemate(one))
        if self.takes("!="):
            return Negated(Same(one, self._housemate(one)))
        negated = self.takes("not")
        relation = self._position(one)
        return Negated(relation) if negated else relation

    def _position(self, one: Item) -> Clue:
        """What follows an item that is placed, absolutely or relative to others."""
        if self.takes("at"):
            houses = [self._number(1, self.names.houses)]
            while self.takes(","):
                houses.append(self._number(1, self.names.houses))
            return At(one, tuple(houses))
        if self.takes("between"):
            first = self._item(one)
            self.expect("and")
            return Between(one, (first, self._item(one, first)))
        if self.takes("next"):
            self.expect("to")
            return Apart(one, self._item(one), 1)
        if self.rest and self.rest[0].isdecimal():
            distance = self._number(1, self.names.houses - 1)
            self.expect("apart")
            self.expect("from")
            return Apart(one, self._item(one), distance)
        immediately = self.takes("immediately")
        if not self.rest or self.rest[0] not in ("left", "right"):
            choices = "=, !=, at, left of, right of, immediately, next to, 2 apart from or between"
            self.fail("'left of' or 'right of'" if immediately else choices)
        left = self.takes("left") or not self.takes("right")
        self.expect("of")
        other = self._item(one)
        return Left(one, other, immediately) if left else Left(other, one, immediately)

    def takes(self, word: str) -> bool:
        """Step over the word if it comes next."""
        if self.rest[:1] != [word]:
            return False
        self._step(1)
        return True

    def expect(self, word: str) -> None:
        if not self.takes(word):
            self.fail(f"'{word}'")

    def fail(self, expected: str) -> NoReturn:
        """The next word is not what was expected."""
        found = f"not {self.rest[0]!r}" if self.rest else "but there it ends"
        raise ClueError(f"{expected} is expected {self._before}, {found}")

    def _step(self, words: int) -> None:
        self._before = f"after {' '.join(self.rest[:words])!r}"
        self.rest = self.rest[words:]

    def _item(self, *others: Item) -> Item:
        """An item that is none of the others."""
        item, words = self.names.find(self.rest)
        if item is None:
            unknown = list(takewhile(lambda word: word not in WORDS, self.rest))
            if not unknown:
                self.fail("an item")
            raise self.names.unknown(" ".join(unknown))
        if item in others:
            raise ClueError(f"{' '.join(self.rest[:words])!r} is compared with itself")
        self._step(words)
        return item

    def _housemate(self, one: Item) -> Item:
        """An item that may, but need not, be in one house with `one`."""
        other = self._item(one)
        category = self.names.category[one]
        if category == self.names.category[other]:
            raise ClueError(f"two of one category ({category}) are never in one house")
        return other

    def _number(self, lo: int, hi: int) -> int:
        if not (self.rest and self.rest[0].isdecimal() and lo <= int(self.rest[0]) <= hi):
            self.fail(f"a number in {lo}..{hi}")
        number = int(self.rest[0])
        self._step(1)
        return number
