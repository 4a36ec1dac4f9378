"""Everything that is wrong with an encoding, as one constraint shows it, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from satchel.cnf.options import IntegerEncoding
from satchel.cnf.sink import CountingSink
from satchel.errors import NotNegatableError
from satchel.ir import BoolExpr, IntVar
from satchel.ir.walk import variables
from satchel.testing.encoding import STRENGTHS, Encoding, Strength
from satchel.testing.shape import unclean
from satchel.testing.solutions import Counts, Row, exactly_one, meaning, rows
from satchel.testing.strength import counterexamples
from satchel.testing.writing import Setting, Written, write


def faults(
    encoding: Encoding, constraint: BoolExpr, choices: Mapping[str, str] | None = None
) -> list[str]:
    """What is wrong with the encoding, as this constraint shows it; empty if nothing is.

    The constraint is written bare, under a guard, and equivalent to one, each with definitions from
    one side and from both, over integers of every encoding. Held against brute force are the
    solutions, the number of models that extend each, what propagation does from every partial
    assignment, and the predicted size. `choices` are the encodings of what it is built of. Sizes
    must be small: the time grows with 3^n for n Boolean inputs, 2^d for the d values of an integer.

    Raises InputError where the constraint is not of the encoding's kind.
    """
    found: dict[str, str] = {}
    solutions = meaning(constraint)
    for setting in _settings(encoding, constraint, choices or {}):
        trial = _Trial(encoding, constraint, setting, solutions)
        for fault in trial.faults():
            found.setdefault(fault, f"{fault} ({setting})")
    return list(found.values())


def strength(encoding: Encoding, constraint: BoolExpr) -> Strength:
    """The most that is true of propagation for this constraint, written bare."""
    written = write(encoding, constraint, Setting(encoding.native))
    solutions = Counts(written).solutions() if encoding.lazy else meaning(constraint)
    return next(
        strength
        for strength in reversed(STRENGTHS)
        if next(counterexamples(written, solutions, strength), None) is None
    )


def measure(encoding: Encoding, constraint: BoolExpr, *, two_sided: bool = False) -> Size:
    """What the encoding takes for this constraint, written bare, beyond its variables."""
    setting = Setting(encoding.native, two_sided=two_sided)
    bare, full = CountingSink(), CountingSink()
    write(replace(encoding, encode=lambda *_: None), constraint, setting, bare)
    write(encoding, constraint, setting, full)
    return Size(full.variables - bare.variables, full.clauses - bare.clauses)


class Size(NamedTuple):
    """New variables, and clauses."""

    variables: int
    clauses: int


def _settings(
    encoding: Encoding, constraint: BoolExpr, choices: Mapping[str, str]
) -> Iterator[Setting]:
    integers = any(isinstance(variable, IntVar) for variable in variables(constraint))
    natives: tuple[IntegerEncoding, ...] = ("direct", "order", "binary")
    for native in natives if integers else (encoding.native,):
        for guard, two_sided in _WAYS if native == encoding.native else _FEWER_WAYS:
            if (guard is None or not encoding.lazy) and (encoding.count_safe or not two_sided):
                yield Setting(native, guard, two_sided, choices)


_WAYS = ((None, False), (None, True), ("half", False), ("half", True), ("both", True))
"""Guard, and definitions from both sides. With both ways of a guard the negation is there, which is
not the encoding's: from one side it might well leave auxiliaries open."""

_FEWER_WAYS = ((None, False), ("half", True), ("both", True))
"""For integers other than those the encoding is made for; of the two that are furthest apart, both
are looked at for propagation, too."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """One constraint in one setting."""

    encoding: Encoding
    constraint: BoolExpr
    setting: Setting
    solutions: set[Row]

    def faults(self) -> Iterator[str]:
        try:
            written = write(self.encoding, self.constraint, self.setting)
        except NotNegatableError:
            return
        shape = unclean(written.clauses, written.sums)
        if shape:
            yield shape
        yield from self._mispredicted(written)
        counts, right = Counts(written), self.solutions
        if self.encoding.lazy:
            lost = right - counts.solutions()
            yield from (f"a solution is lost: {row}" for row in sorted(lost)[:1])
            right = counts.solutions()
        wrong = next(counts.wrong(rows(self.constraint), right, self.setting.guard), None)
        if wrong:
            yield wrong
            return
        yield from self._undetermined(counts, right)
        yield from self._weaker(written, right)

    def _mispredicted(self, written: Written) -> Iterator[str]:
        counted = CountingSink()
        write(self.encoding, self.constraint, self.setting, counted)
        predicted, emitted = _size(counted), _size(written.sink)
        if predicted != emitted:
            yield f"predicted {predicted}, written {emitted} (variables, clauses, sums, literals)"

    def _undetermined(self, counts: Counts, right: set[Row]) -> Iterator[str]:
        """With definitions from both sides always one model; else as claimed."""
        claim = "always" if self.setting.two_sided else self.encoding.determined
        if claim == "always":
            several = counts.several(right, released=True)
        elif claim == "under exactly-one":
            several = counts.several(exactly_one(self.constraint, right), released=False)
        else:
            return
        yield from (f"{fault}, claimed: {claim}" for fault in list(several)[:1])

    def _weaker(self, written: Written, right: set[Row]) -> Iterator[str]:
        """Propagation that is weaker than claimed, over the integers that claims are about."""
        way = self.setting.guard, self.setting.two_sided
        if way not in _FEWER_WAYS[:2] or self.setting.integers != self.encoding.native:
            return
        claim = self.encoding.claim(self.constraint)
        if repeats(self.constraint):
            claim = min(claim, "total", key=STRENGTHS.index)
        smallest = min(counterexamples(written, right, claim), default=None)
        if smallest:
            yield f"{smallest[1]}, claimed: {claim}"


def _size(sink: CountingSink) -> tuple[int, int, int, int]:
    return sink.variables, sink.clauses, sink.linear, sink.literals


def repeats(constraint: BoolExpr) -> bool:
    """Whether a variable stands in several arguments: claims are for distinct ones."""
    places = Counter(v for arg in constraint.children() for v in variables(arg))
    return any(count > 1 for count in places.values())
