"""Making the instances of an order: of growing size, satisfiable and not in turns, each one new.

What is trivial is left out (see `trivial.py`), and so is what equals an earlier instance by its GBD
hash, or looks like one by its isohash: the degrees of the literals are the same, which they are
where a formula has only been renamed (Iser and Jabs 2024).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from satchel.errors import InputError
from satchel.families.protocol import Variant
from satchel.puzzle import Catalogue, Instance, KnownAnswer, read_parameters
from satchel.submission.generating.order import Order, find_family, variants_of
from satchel.submission.generating.trivial import settled
from satchel.submission.hashes import Fingerprint, fingerprint
from satchel.tasks.files.export import FORMATS, Job
from satchel.tasks.origin import Origin

BY_CONSTRUCTION = "by construction"
"""How the source of a status begins of which a family is certain."""

PATIENCE = 50
"""So many variants of a size in a row that are trivial or not new, and it has no more."""


@dataclass(frozen=True)
class Generated:
    """An instance of a family, with what tells its formula from all others."""

    size: int
    variant: Variant
    instance: Instance
    name: str
    """The family and the variant; fit for the stem of a file's name."""
    fingerprint: Fingerprint
    variables: int
    clauses: int

    @property
    def status(self) -> str:
        """What is known by the construction: `sat`, `unsat` or `unknown`."""
        return self.variant.status or "unknown"


@dataclass
class Sieve:
    """Lets pass what is neither trivial nor like anything that has passed before."""

    order: Order
    _catalogue: Catalogue = field(default_factory=Catalogue)
    _seen: set[str] = field(default_factory=set)

    def admit(self, size: int, variant: Variant) -> Generated | None:
        """The instance of a variant, or None where it is trivial or not new."""
        instance = self._instance(variant)
        origin = Origin.of(instance, self.order.model)
        # Two instances may differ in what is best alone, which only weights can tell.
        form, ending = ("dimacs", "cnf") if origin.model.objective is None else ("wcnf", "wcnf")
        with TemporaryDirectory() as folder:
            file = Path(folder, f"formula.{ending}")
            formula = FORMATS[form].write(Job(origin, self.order.options, str(file)))
            if formula is None or settled(instance, formula) is not None:
                return None
            found = fingerprint(file, "cnf" if form == "dimacs" else "wcnf")
        hashes = {found.gbd} if found.iso is None else {found.gbd, found.iso}
        if not self._seen.isdisjoint(hashes):
            return None
        self._seen |= hashes
        return Generated(
            size, variant, instance, instance.name, found, formula.variables, formula.clauses
        )

    def _instance(self, variant: Variant) -> Instance:
        puzzle = self._catalogue.puzzle(find_family(self.order.family).puzzle)
        parameters = read_parameters(puzzle.parameters, variant.parameters)
        known = None
        if variant.status is not None:
            source = f"{BY_CONSTRUCTION}: {variant.why}"
            known = KnownAnswer(variant.status, None, None, None, {"status": source})
        return Instance(puzzle, parameters, known, f"{self.order.family}-{variant.name}")


def generate(order: Order) -> Iterator[Generated]:
    """The instances of an order, one after the other.

    Where a size has not enough, the next ones stand in; an InputError at the end says how many were
    found where all together have not. Which are taken, and all that is made of them, depends on the
    order alone.
    """
    sieve, spread = Sieve(order), order.spread()
    found, wanted = 0, "sat"
    for size in order.sizes():
        due = sum(each <= size for each in spread)
        stock = Stock(sieve, size)
        while found < due:
            one = stock.take(wanted)
            if one is None:
                break
            wanted = "sat" if one.status == "unsat" else "unsat"
            found += 1
            yield one
    if found < order.count:
        raise InputError(
            f"only {found} of {order.count} instances were found: the sizes {order.low} to "
            f"{order.high} of {order.family} have no more that are new and not trivial"
        )


class Stock:
    """The instances of one size that are left, each taken once."""

    def __init__(self, sieve: Sieve, size: int) -> None:
        self._size, self._sieve = size, sieve
        self._variants = variants_of(sieve.order, size)
        self._kept: deque[Generated] = deque()
        self._failures = 0

    def in_turns(self) -> Iterator[Generated]:
        """All that are left, satisfiable and not in turns, each made as it is asked for."""
        wanted = "sat"
        while (one := self.take(wanted)) is not None:
            yield one
            wanted = "sat" if one.status == "unsat" else "unsat"

    def take(self, wanted: str) -> Generated | None:
        """The next one of that status or of an unknown one; if there is none, the next one."""
        for place, kept in enumerate(self._kept):
            if kept.status in (wanted, "unknown"):
                del self._kept[place]
                return kept
        while len(self._kept) < PATIENCE:
            one = self._next()
            if one is None:
                break
            if one.status in (wanted, "unknown"):
                return one
            self._kept.append(one)
        return self._kept.popleft() if self._kept else None

    def _next(self) -> Generated | None:
        """The next one that passes the sieve, if there is one within reach."""
        while self._failures < PATIENCE:
            variant = next(self._variants, None)
            if variant is None:
                return None
            one = self._sieve.admit(self._size, variant)
            if one is not None:
                self._failures = 0
                return one
            self._failures += 1
        return None
