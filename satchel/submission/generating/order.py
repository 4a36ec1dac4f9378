"""What is wanted of a family: how many instances, of which sizes, from which seed, how encoded."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from satchel.cnf.options import Options
from satchel.errors import InputError
from satchel.families.protocol import Family, Variant
from satchel.registry import Plugin, modules
from satchel.suggest import among


def family_names() -> list[str]:
    """The names of all registered families, in order; none is loaded for it."""
    return list(_plugins())


def find_family(name: str) -> Family:
    """The family of that name, or an InputError with the names there are."""
    plugins = _plugins()
    if name not in plugins:
        raise InputError(f"no such family: {name!r} {among(name, plugins)}")
    found: Family = plugins[name].load("FAMILY")
    return found


def _plugins() -> dict[str, Plugin]:
    return modules("satchel.families", without=("protocol",))


@dataclass(frozen=True)
class Order:
    """So many instances of a family, and all on which their bytes depend.

    Raises InputError for an empty range of sizes, for no instance, and where the encoding is chosen
    in a way that a command line cannot say.
    """

    family: str
    low: int
    high: int
    count: int = 20
    seed: int = 0
    model: str | None = None
    options: Options = field(default_factory=Options)

    def __post_init__(self) -> None:
        if not 1 <= self.low <= self.high:
            raise InputError(f"a scale is LOW..HIGH, from 1 on, not {self.low}..{self.high}")
        if self.count < 1:
            raise InputError(f"--count is a number from 1 on, not {self.count}")
        if self.options.labels or self.options.solving or self.options.enumerating:
            raise InputError("a family's encoding is what options of the command line can say")

    @classmethod
    def of(
        cls,
        family: str,
        scale: tuple[int, int] | None = None,
        track: str | None = None,
        **rest: Any,
    ) -> Order:
        """An order for the family's usual sizes, those for a track, unless others are asked for."""
        found = find_family(family)
        usual = next((sizes for name, sizes in found.tracks.items() if name == track), found.sizes)
        low, high = scale or (usual[0], usual[-1])
        return cls(family, low, high, **rest)

    def sizes(self) -> range:
        """The sizes to choose from: the lowest, and others in the family's steps."""
        return range(self.low, self.high + 1, find_family(self.family).sizes.step)

    def spread(self) -> list[int]:
        """The size that each instance is due at, evenly from the lowest to the highest."""
        sizes, last = self.sizes(), max(self.count - 1, 1)
        return [sizes[number * (len(sizes) - 1) // last] for number in range(self.count)]

    def words(self) -> list[str]:
        """The command line that orders the same, with every default that matters spelled out."""
        words = ["satchel", "family", self.family, "--scale", f"{self.low}..{self.high}"]
        words += ["--count", str(self.count), "--seed", str(self.seed)]
        words += [] if self.model is None else ["--model", self.model]
        return [*words, *_flags(self.options)]

    def preface(self, *more: str) -> tuple[str, ...]:
        """The first lines of every file: the command line, `more` words after it, and the seed."""
        return shlex.join([*self.words(), *more]), f"seed {self.seed}"


def variants_of(order: Order, size: int) -> Iterator[Variant]:
    """The family's variants of one size.

    Chance comes from the seed, the family and the size alone, so a size has the same variants
    whichever others are asked for.
    """
    random = Random(f"{order.seed} {order.family} {size}")
    return find_family(order.family).variants(size, random)


def _flags(options: Options) -> Iterator[str]:
    """The options of the command line that make these; what limits the work is none of them."""
    plain = Options()
    if options.integers != plain.integers:
        yield from ("--encoding", options.integers)
    for kind, name in sorted(options.choices.items()):
        yield from ("--set", f"{kind}={name}")
    if options.presolve != plain.presolve:
        yield from ("--presolve", ",".join(options.presolve) or "none")
    if options.break_symmetry:
        yield "--break-symmetry"
    if options.count_safe:
        yield "--count-safe"
    if options.numbering != plain.numbering:
        yield from ("--numbering", options.numbering)
    if options.shuffle is not None:
        yield from ("--shuffle", str(options.shuffle))
