"""Finite integer domains with holes: an immutable tuple of disjoint closed intervals."""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from satchel.errors import ModelError

LISTED: Final = 4096
"""Beyond so many values, those of a multiple are not listed one by one."""


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite set of integers, kept as increasing, disjoint, non-adjacent closed intervals."""

    intervals: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        if any(lo > hi for lo, hi in self.intervals):
            raise ModelError(f"an interval ends before it starts: {self.intervals}")
        if any(hi + 1 >= lo for (_, hi), (lo, _) in pairwise(self.intervals)):
            raise ModelError(f"intervals touch or are out of order: {self.intervals}")

    @classmethod
    def range(cls, lo: int, hi: int) -> Domain:
        """All integers from `lo` to `hi`, both included; empty if `lo > hi`."""
        return cls(((lo, hi),) if lo <= hi else ())

    @classmethod
    def of(cls, values: Iterable[int]) -> Domain:
        """The given integers, in any order, repeated or not."""
        intervals: list[tuple[int, int]] = []
        for value in sorted({operator.index(v) for v in values}):
            if intervals and intervals[-1][1] + 1 == value:
                intervals[-1] = (intervals[-1][0], value)
            else:
                intervals.append((value, value))
        return cls(tuple(intervals))

    @property
    def lo(self) -> int:
        """The least value; IndexError if there is none."""
        return self.intervals[0][0]

    @property
    def hi(self) -> int:
        """The greatest value; IndexError if there is none."""
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
        if not isinstance(value, int):
            return False
        place = bisect_right(self.intervals, value, key=lambda interval: interval[0])
        return place > 0 and value <= self.intervals[place - 1][1]

    def __and__(self, other: Domain) -> Domain:
        """The values in both."""
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
        merged: list[tuple[int, int]] = []
        for lo, hi in sorted(self.intervals + other.intervals):
            if merged and lo <= merged[-1][1] + 1:
                merged[-1] = merged[-1][0], max(hi, merged[-1][1])
            else:
                merged.append((lo, hi))
        return Domain(tuple(merged))

    def __sub__(self, other: Domain) -> Domain:
        """The values that are not in the other."""
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
        for lo, hi in self.intervals:
            if value <= hi:
                return max(lo, value)
        raise ValueError(f"{self} has no value from {value} on")

    def without(self, value: int) -> Domain:
        """All values but one."""
        return self - Domain.range(value, value)

    def affine(self, scale: int, offset: int) -> Domain:
        """The set of `scale * v + offset` over all values `v`.

        Of a multiple of more than `LISTED` values it is the interval from one end to the other.
        """
        if scale == 1:
            return Domain(tuple((lo + offset, hi + offset) for lo, hi in self.intervals))
        if scale == -1:
            return Domain(tuple((offset - hi, offset - lo) for lo, hi in reversed(self.intervals)))
        if self.size <= LISTED:
            return Domain.of(scale * v + offset for v in self)
        return Domain.range(*sorted((scale * self.lo + offset, scale * self.hi + offset)))

    def __str__(self) -> str:
        parts = (str(lo) if lo == hi else f"{lo}..{hi}" for lo, hi in self.intervals)
        return "{" + ", ".join(parts) + "}"
