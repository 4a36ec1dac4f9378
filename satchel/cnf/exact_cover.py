"""Formulas that are exact covers: found by their clauses and at-most-ones, and written as one.

A clause of literals that exclude each other is a *primary item*, to be covered exactly once; the
other sets of literals that exclude each other are *secondary items*, covered at most once; the
*options* are the literals. Where both literals of a variable are options, or one covers secondary
items only, the variable is a primary item of its own, so that covers and models correspond one to
one. Source of the notions: Knuth 2000, "Dancing links".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from satchel.cnf.exclusions import Contradiction, Exclusions, NotACoverError, reduced
from satchel.cnf.formula import Formula
from satchel.cnf.sink import Literal

Item: TypeAlias = tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """An exact cover: each option is the items that it covers, primary ones numbered first.

    Each of the `free` variables may be either way in every cover.
    """

    primary: int
    items: int
    options: tuple[tuple[int, ...], ...]
    free: int = 0

    @property
    def hopeless(self) -> bool:
        """Whether some primary item is in no option."""
        found = {item for option in self.options for item in option}
        return any(item not in found for item in range(self.primary))


NOTHING = Cover(1, 1, ())
"""A cover that does not exist: an item without options."""


def exact_cover(formula: Formula) -> Cover:
    """The exact cover whose covers, times `2 ** free`, are the shown solutions of the formula.

    Raises NotACoverError.
    """
    if formula.lazy:
        raise NotACoverError("a constraint is completed while solving")
    try:
        simple = reduced(formula)
    except Contradiction:
        return NOTHING
    names = simple.names
    known = Exclusions(simple.groups, [(-y, -x) for x, y in simple.pairs])
    primary = [tuple(clause) for clause in simple.clauses]
    for clause in primary:
        if not known.exclude_each_other(clause):
            raise NotACoverError(f"{len(clause)} literals of which more than one may be true")
    secondary = known.without_parts_of(primary)
    shown = {abs(names.of(literal)) for literal in formula.varmap.shown_literals()}
    _refuse_hidden(primary, secondary, shown)
    return _numbered(primary, secondary, shown - {names.truth})


def _refuse_hidden(primary: Sequence[Item], secondary: Sequence[Item], shown: set[int]) -> None:
    """Every variable must follow from those shown: the last one of a primary item does."""
    hidden = {abs(literal) for item in (*primary, *secondary) for literal in item} - shown
    waiting = list(primary)
    while hidden:
        found: set[int] = set()
        left = []
        for item in waiting:
            open_ = [abs(literal) for literal in item if abs(literal) in hidden]
            if len(open_) == 1:
                found.update(open_)
            elif open_:
                left.append(item)
        if not found:
            raise NotACoverError(f"{len(hidden)} variables do not follow from what is shown")
        hidden -= found
        waiting = left


def _numbered(primary: Sequence[Item], secondary: Sequence[Item], shown: set[int]) -> Cover:
    options: dict[Literal, list[int]] = {}
    for number, item in enumerate(primary):
        for literal in item:
            options.setdefault(literal, []).append(number)
    bare = {literal for item in secondary for literal in item} - options.keys()
    literals = options.keys() | bare
    twofold = {abs(literal) for literal in literals if literal in bare or -literal in literals}
    count = len(primary)
    for variable in sorted(twofold):
        options.setdefault(variable, []).append(count)
        options.setdefault(-variable, []).append(count)
        count += 1
    for number, item in enumerate(secondary, count):
        for literal in item:
            options[literal].append(number)
    return Cover(
        primary=count,
        items=count + len(secondary),
        options=tuple(tuple(items) for items in options.values()),
        free=len(shown - {abs(literal) for literal in options}),
    )


def restricted(cover: Cover, option: Sequence[int]) -> Cover:
    """What is left to cover once an option is taken; nothing is free there."""
    gone = set(option)
    left = [item for item in range(cover.items) if item not in gone]
    number = {item: new for new, item in enumerate(left)}
    return Cover(
        primary=sum(item < cover.primary for item in left),
        items=len(left),
        options=tuple(
            tuple(number[item] for item in other)
            for other in cover.options
            if gone.isdisjoint(other)
        ),
    )


def split(cover: Cover, parts: int) -> list[Cover]:
    """Covers that exclude each other and together are this one, perhaps `parts` or more.

    What is free is left out. The largest is split by the choices for its item with fewest.
    """
    found = [Cover(cover.primary, cover.items, cover.options)]
    while len(found) < parts:
        largest = max(found, key=lambda each: each.primary)
        if largest.primary == 0:
            break
        found.remove(largest)
        found += _choices(largest)
        if not found:
            break
    return found


def _choices(cover: Cover) -> Iterable[Cover]:
    ways: list[list[tuple[int, ...]]] = [[] for _ in range(cover.primary)]
    for option in cover.options:
        for item in option:
            if item < cover.primary:
                ways[item].append(option)
    return (restricted(cover, option) for option in min(ways, key=len))
