"""Splitting a search into cubes: parts that share no solution and together have all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Generic, TypeVar

T = TypeVar("T")


class Cubes(Generic[T]):
    """Cubes by number, each a list of literals that are to be true.

    A block of literals splits the search as a decision list does: the first literal is true; the
    first is false and the second true; ...; all are false. Whatever the literals mean, of these
    cases exactly one holds. A cube is one case of each of the first blocks, as many as are needed
    for `parts` cubes, of the last one as many cases as are needed; where there are not enough,
    there are fewer cubes, and one at least.
    """

    def __init__(self, blocks: Sequence[Sequence[T]], negate: Callable[[T], T], parts: int) -> None:
        self._cases: list[list[list[T]]] = []
        for block in blocks:
            if len(self) >= parts:
                break
            choices = block[: -(-parts // len(self)) - 1]
            false = [negate(x) for x in choices]
            cases = [[*false[:place], x] for place, x in enumerate(choices)]
            self._cases.append([*cases, false])

    def __len__(self) -> int:
        return prod(map(len, self._cases))

    def literals(self, number: int) -> list[T]:
        """The cube of a number below `len()`."""
        cube: list[T] = []
        for cases in self._cases:
            number, case = divmod(number, len(cases))
            cube += cases[case]
        return cube
