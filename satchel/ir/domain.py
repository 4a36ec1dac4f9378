"""Finite integer domains with holes: an immutable tuple of disjoint closed intervals."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from satchel.errors import ModelError
from satchel.ir.given import as_integer, flattened, integer, quoted, records, refuse_long, shortened

LISTED: Final = 4096
"""Beyond so many values, those of a multiple are not listed one by one."""

_END: Final = "an end of an interval"


def _exact(intervals: object) -> bool:
    """Whether these are pairs of Python's own integers, as they are kept."""
    return type(intervals) is tuple and all(
        type(pair) is tuple and len(pair) == 2 and type(pair[0]) is type(pair[1]) is int
        for pair in intervals
    )


@dataclass(frozen=True, repr=False, slots=True)
class Domain:
    """A finite set of integers, kept as increasing, disjoint, non-adjacent closed intervals."""

    intervals: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        if not _exact(self.intervals):
            pairs = records(self.intervals, "intervals", "least", "greatest")
            exact = tuple((integer(lo, _END), integer(hi, _END)) for lo, hi in pairs)
            object.__setattr__(self, "intervals", exact)
        if self.intervals:
            refuse_long(self.intervals[0][0])
            refuse_long(self.intervals[-1][1])
        if any(lo > hi for lo, hi in self.intervals):
            raise ModelError(f"an interval ends before it starts: {quoted(self.intervals)}")
        if any(hi + 1 >= lo for (_, hi), (lo, _) in pairwise(self.intervals)):
            raise ModelError(f"intervals touch or are out of order: {quoted(self.intervals)}")

    @classmethod
    def range(cls, lo: int, hi: int) -> Domain:
        """All integers from `lo` to `hi`, both included; empty if `lo > hi`."""
        lo, hi = integer(lo, _END), integer(hi, _END)
        return cls(((lo, hi),) if lo <= hi else ())

    @classmethod
    def of(cls, values: Iterable[int]) -> Domain:
        """The given integers, in any order, repeated or not."""
        if isinstance(values, range) and values.step == 1:
            return cls.range(values.start, values.stop - 1)
        intervals: list[tuple[int, int]] = []
        given = {integer(value, "a value of a domain") for value in flattened(values, str)}
        for value in sorted(given):
            if intervals and intervals[-1][1] + 1 == value:
                intervals[-1] = (intervals[-1][0], value)
            else:
                intervals.append((value, value))
        return cls(tuple(intervals))

    @property
    def lo(self) -> int:
        """The least value; ModelError if there is none."""
        if not self.intervals:
            raise ModelError("an empty domain has no least value")
        return self.intervals[0][0]

    @property
    def hi(self) -> int:
        """The greatest value; ModelError if there is none."""
        if not self.intervals:
            raise ModelError("an empty domain has no greatest value")
        return self.intervals[-1][1]

    @property
    def size(self) -> int:
        """The number of values, of any size (`len()` ends at 2**63)."""
        return sum(hi - lo + 1 for lo, hi in self.intervals)

    def __len__(self) -> int:
        return self.size

    def __bool__(self) -> bool:
        return bool(self.intervals)

    def __iter__(self) -> Iterator[int]:
        for lo, hi in self.intervals:
            yield from range(lo, hi + 1)

    def __contains__(self, value: object) -> bool:
        number = as_integer(value)
        if number is None:
            return False
        place = bisect_right(self.intervals, number, key=lambda interval: interval[0])
        return place > 0 and number <= self.intervals[place - 1][1]

    def __and__(self, other: Domain) -> Domain:
        """The values in both."""
        _refuse_other(other)
        common: list[tuple[int, int]] = []
        mine, theirs = self.intervals, other.intervals
        here = there = 0
        while here < len(mine) and there < len(theirs):
            lo = max(mine[here][0], theirs[there][0])
            hi = min(mine[here][1], theirs[there][1])
            if lo <= hi:
                common.append((lo, hi))
            if mine[here][1] <= theirs[there][1]:
                here += 1
            else:
                there += 1
        return Domain(tuple(common))

    def __or__(self, other: Domain) -> Domain:
        """The values in either."""
        _refuse_other(other)
        merged: list[tuple[int, int]] = []
        for lo, hi in sorted(self.intervals + other.intervals):
            if merged and lo <= merged[-1][1] + 1:
                merged[-1] = merged[-1][0], max(hi, merged[-1][1])
            else:
                merged.append((lo, hi))
        return Domain(tuple(merged))

    def __sub__(self, other: Domain) -> Domain:
        """The values that are not in the other."""
        _refuse_other(other)
        if not self:
            return self
        gaps, start = [], self.lo
        for lo, hi in other.intervals:
            if start < lo:
                gaps.append((start, lo - 1))
            start = max(start, hi + 1)
        if start <= self.hi:
            gaps.append((start, self.hi))
        return self & Domain(tuple(gaps))

    def next(self, value: int) -> int:
        """The least value of the domain that is at least `value`; there must be one."""
        value = integer(value, "a value of a domain")
        for lo, hi in self.intervals:
            if value <= hi:
                return max(lo, value)
        raise ModelError(f"{self} has no value from {quoted(value)} on")

    def without(self, value: int) -> Domain:
        """All values but one."""
        return self - Domain.range(value, value)

    def affine(self, scale: int, offset: int) -> Domain:
        """The set of `scale * v + offset` over all values `v`.

        Of a multiple of more than `LISTED` values it is the interval from one end to the other.
        """
        scale, offset = integer(scale, "a factor"), integer(offset, "an offset")
        if scale == 1:
            return Domain(tuple((lo + offset, hi + offset) for lo, hi in self.intervals))
        if scale == -1:
            return Domain(tuple((offset - hi, offset - lo) for lo, hi in reversed(self.intervals)))
        if self.size <= LISTED:
            return Domain.of(scale * v + offset for v in self)
        return Domain.range(*sorted((scale * self.lo + offset, scale * self.hi + offset)))

    def __repr__(self) -> str:
        return f"Domain({shortened(str(self))})"

    def __str__(self) -> str:
        parts = (str(lo) if lo == hi else f"{lo}..{hi}" for lo, hi in self.intervals)
        return "{" + ", ".join(parts) + "}"


def _refuse_other(other: object) -> None:
    if not isinstance(other, Domain):
        raise ModelError(f"a domain goes with a domain, not with {quoted(other)}")
