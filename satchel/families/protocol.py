"""What a family offers: variants of each size, and the text that describes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol, TypeAlias

Track: TypeAlias = Literal["sat", "maxsat", "mc", "pb", "smt"]
"""A kind of competition: satisfiability, MaxSAT, model counting, pseudo-Boolean, SMT."""


@dataclass(frozen=True, slots=True)
class Variant:
    """An instance to be: what distinguishes it, and what is known of it by its construction."""

    name: str
    """Lower-case letters, digits, `-` and `.`; unlike any other of the family, as in `8x8-2`."""
    parameters: Mapping[str, Any]
    """The puzzle's parameters, plain data as an instance's file has them."""
    status: Literal["sat", "unsat"] | None = None
    """What is certain without any search."""
    why: str | None = None
    """Why that is certain, in a line; None exactly where `status` is."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What the description of a submission says of a family.

    Plain text: paragraphs between empty lines, `[key]` where a reference is cited, `$x^2$` for
    mathematics; every other character stands for itself.
    """

    title: str
    abstract: str
    origin: str
    """Where the problem comes from, and what is known of it."""
    generation: str
    """How instances are made: what is drawn, what is fixed, why some have no solution."""
    references: Mapping[str, str]
    """The works cited, each in one line, by key."""


class Family(Protocol):
    """Instances of one puzzle, from easy to as hard as one likes."""

    puzzle: str
    """The puzzle's name."""
    summary: str
    """One line for `satchel list families`."""
    measure: str
    """What a size counts, as in `squares on a side of the board`."""
    sizes: range
    """The sizes taken where none are asked for."""
    tracks: Mapping[Track, range]
    """The competitions it is fit for, each with the sizes that its solvers reach, in the same
    steps: counting all solutions is harder than finding one."""
    paper: Paper

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """Instances of one size, a few or endlessly many; satisfiable and not in turns.

        All chance comes from `random`. Raises InputError for a size that makes no sense.
        """
        ...
