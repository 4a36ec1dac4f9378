"""What encodings would cost here, in clauses, so that `auto` compares before anything is written.

A rule of `auto` asks for the size that each encoding would have on *this* constraint, given the
domains and how each integer is represented, and compares. A size is a closed form where there is
one, else it is counted until a budget ends: None then, which means "more than the budget". It
includes the literals of the integers that the encoding would be the first to ask for (`literals`),
so that what speaks in thresholds is dear where integers are in digits. The functions that count for
a kind are in the file `_size.py` of its folder.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from satchel.ir import Domain

Native: TypeAlias = Literal["direct", "order", "binary", "group"]
"""How an integer is represented; a `group` is the sum of literals that exclude each other."""

Wanted: TypeAlias = Literal["eq", "ge", "bits"]
"""Which literals of an integer an encoding speaks in."""


class Size(NamedTuple):
    """The clauses of an encoding; None: more than was counted."""

    name: str
    clauses: int | None

    def within(self, most: int) -> bool:
        """Whether there are at most so many."""
        return self.clauses is not None and self.clauses <= most


def literals(domain: Domain, native: Native | None, wanted: Wanted, many: int | None = None) -> int:
    """The clauses by which `many` literals of an integer come to be; of all its values without.

    Where the representation is open, those that tie the literals of the wanted one together.
    """
    values = domain.size
    if values <= 2:
        return 0
    width = (domain.hi - domain.lo).bit_length()
    many = values if many is None else min(many, values)
    match native, wanted:
        case (None, "bits"):
            return width
        case (None, _):
            return values
        case ("binary", "bits") | ("direct" | "group", "eq") | ("order", "ge"):
            return 0
        case ("binary", _):
            return many * (width + 1)
        case (_, "bits"):
            return values * width
        case ("order", _):
            return 3 * many
        case _:
            return 3 * values


def smallest(sizes: Iterable[Size]) -> Size:
    """The one of the fewest clauses; the first of several, and of none that could be counted."""
    return min(sizes, key=lambda size: (size.clauses is None, size.clauses or 0))


def compared(sizes: Iterable[Size], most: int) -> str:
    """The sizes in words, of one digit so that there are few different ones."""
    return ", ".join(f"{size.name} {_about(size.clauses, most)}" for size in sizes)


def _about(clauses: int | None, most: int) -> str:
    if clauses is None:
        return f"> {most:,}"
    rounded = round(clauses, 1 - len(str(clauses)))
    return f"{rounded:,}" if rounded == clauses else f"~{rounded:,}"
