"""Clauses as read, in bulk: tautologies, repeated literals, clauses that are there twice.

All of it is done on arrays, so that a file of a hundred megabytes takes seconds.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satchel.linter.fault import Faults, Rule
from satchel.linter.rules import clauses as rules

HARD = -1
"""The weight of a clause that must hold; every clause of CNF does."""

_SMALL = 1 << 12
"""Numbers below which a block is no chunk of its own: each of these costs dozens of calls."""


@dataclass(frozen=True)
class Chunk:
    """Zero-terminated clauses, and of each clause its line and its weight."""

    numbers: NDArray[np.int32]
    lines: NDArray[np.int64]
    weights: NDArray[np.int64]


class Clauses:
    """Collects clauses, in blocks and one by one, in the order of the file."""

    def __init__(self) -> None:
        self._chunks: list[Chunk] = []
        self._open = (array("i"), array("q"), array("q"))

    def add(self, literals: Sequence[int], line: int, weight: int = HARD) -> None:
        """One clause without its 0."""
        numbers, lines, weights = self._open
        numbers.extend(literals)
        numbers.append(0)
        lines.append(line)
        weights.append(weight)

    def add_block(
        self, numbers: NDArray[np.int32], line: int, weights: NDArray[np.int64] | None = None
    ) -> None:
        """Zero-terminated clauses, one a line from `line` on, perhaps with weights."""
        count = int(np.count_nonzero(numbers == 0))
        lines = np.arange(line, line + count, dtype=np.int64)
        if weights is None:
            weights = np.full(count, HARD, dtype=np.int64)
        if len(numbers) < _SMALL:
            for column, more in zip(
                self._open, (numbers.tobytes(), lines.tobytes(), weights.tobytes()), strict=True
            ):
                column.frombytes(more)
            return
        self._close()
        self._chunks.append(Chunk(numbers, lines, weights))

    def chunks(self) -> list[Chunk]:
        """All so far."""
        self._close()
        return self._chunks

    def _close(self) -> None:
        numbers, lines, weights = self._open
        if lines:
            self._chunks.append(
                Chunk(
                    np.array(numbers, dtype=np.int32),
                    np.array(lines, dtype=np.int64),
                    np.array(weights, dtype=np.int64),
                )
            )
            self._open = (array("i"), array("q"), array("q"))


@dataclass(frozen=True)
class Sizes:
    """How many clauses there are, and which variables occur."""

    clauses: int
    occurring: NDArray[np.bool_]

    @property
    def highest(self) -> int:
        """The highest variable; 0 where there is none."""
        return len(self.occurring) - 1

    def gaps(self) -> tuple[int, int]:
        """How many numbers below the highest variable do not occur, and the first of them."""
        count = self.highest - int(np.count_nonzero(self.occurring[1:]))
        return count, int(np.argmin(self.occurring[1:])) + 1 if count else 0


def sizes(chunks: Sequence[Chunk]) -> Sizes:
    """Count, and mark what occurs."""
    highest = max((int(np.abs(chunk.numbers).max()) for chunk in chunks), default=0)
    # Memory is taken where something is written: one huge variable costs next to nothing.
    occurring = np.zeros(highest + 1, dtype=np.bool_)
    for chunk in chunks:
        occurring[np.abs(chunk.numbers)] = True
    return Sizes(sum(len(chunk.lines) for chunk in chunks), occurring)


def check_beyond(chunks: Sequence[Chunk], variables: int, rule: Rule, faults: Faults) -> None:
    """Literals beyond the header's variables: of each clause the first."""
    for chunk in chunks:
        places = np.flatnonzero(np.abs(chunk.numbers) > variables)
        owners, first = np.unique(_owners(chunk)[places], return_index=True)
        for owner, place in zip(owners, places[first], strict=True):
            words = f"literal {chunk.numbers[place]} is beyond the header's {variables} variables"
            faults.add(rule, int(chunk.lines[owner]), words)


def check_sets(chunks: Sequence[Chunk], soft: Rule, faults: Faults) -> None:
    """What can be wrong with clauses as sets of literals: tautologies, literals that are there
    twice, and clauses that are; `soft` is the rule for those among the last that have a weight.
    """
    hashes = []
    for chunk in chunks:
        owners, literals = _sorted(chunk)
        _check_literals(chunk, owners, literals, faults)
        hashes.append(_hashes(chunk, owners, literals))
    _check_twins(chunks, hashes, soft, faults)


def _check_literals(
    chunk: Chunk, owners: NDArray[np.int64], literals: NDArray[np.int64], faults: Faults
) -> None:
    """Tautologies and literals that are there twice: of each clause the first."""
    together = owners[1:] == owners[:-1]
    for rule, places, words in (
        (
            rules.TAUTOLOGY,
            together & (literals[1:] == -literals[:-1]),
            "a tautology: both {0} and -{0}",
        ),
        (
            rules.DUPLICATE_LITERAL,
            together & (literals[1:] == literals[:-1]),
            "the literal {1} is there twice",
        ),
    ):
        found = np.flatnonzero(places)
        for owner, first in zip(*np.unique(owners[found], return_index=True), strict=True):
            literal = int(literals[found[first]])
            faults.add(rule, int(chunk.lines[owner]), words.format(abs(literal), literal))


def check_empty(chunks: Sequence[Chunk], soft: Rule, faults: Faults) -> None:
    """Clauses without literals; `soft` is the rule for those with a weight."""
    for chunk in chunks:
        for place in np.flatnonzero(_lengths(chunk) == 0):
            line = int(chunk.lines[place])
            if chunk.weights[place] == HARD:
                faults.add(rules.EMPTY_CLAUSE, line, "an empty clause: nothing satisfies it")
            else:
                faults.add(soft, line, "an empty soft clause: its weight is always paid")


def _check_twins(
    chunks: Sequence[Chunk], hashes: Sequence[NDArray[np.uint64]], soft: Rule, faults: Faults
) -> None:
    """Clauses of the same literals, hard ones and soft ones apart."""
    whole = np.concatenate(hashes) if hashes else np.zeros(0, dtype=np.uint64)
    ordered = np.sort(whole)
    twice = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    if not len(twice):
        return
    first: dict[tuple[bool, frozenset[int]], int] = {}
    for chunk, own in zip(chunks, hashes, strict=True):
        places, ends = np.flatnonzero(np.isin(own, twice)), _ends(chunk)
        for place, end, length in zip(places, ends[places], _lengths(chunk)[places], strict=True):
            if not length:
                continue  # said already
            literals = chunk.numbers[end - length : end].tolist()
            hard, line = bool(chunk.weights[place] == HARD), int(chunk.lines[place])
            before = first.setdefault((hard, frozenset(literals)), line)
            if before != line:
                rule = rules.DUPLICATE_CLAUSE if hard else soft
                faults.add(
                    rule, line, f"the same {'' if hard else 'soft '}clause as in line {before}"
                )


def _ends(chunk: Chunk) -> NDArray[np.int64]:
    return np.flatnonzero(chunk.numbers == 0)


def _lengths(chunk: Chunk) -> NDArray[np.int64]:
    return np.diff(_ends(chunk), prepend=-1) - 1


def _owners(chunk: Chunk) -> NDArray[np.int64]:
    """For each number the clause it is in."""
    zero = (chunk.numbers == 0).astype(np.int64)
    owners: NDArray[np.int64] = np.cumsum(zero) - zero
    return owners


def _sorted(chunk: Chunk) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The clause and the literal of each literal, by clause and variable, positive ones first."""
    numbers = chunk.numbers.astype(np.int64)
    keys = (_owners(chunk) << 30) | (np.abs(numbers) << 1) | (numbers < 0)
    keys = keys[numbers != 0]
    keys.sort()
    variables = (keys >> 1) & (2**29 - 1)
    return keys >> 30, np.where(keys & 1, -variables, variables)


def _hashes(
    chunk: Chunk, owners: NDArray[np.int64], literals: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """For each clause a number that depends on its set of literals and on whether it is hard."""
    new = np.ones(len(literals), dtype=np.bool_)
    new[1:] = (owners[1:] != owners[:-1]) | (literals[1:] != literals[:-1])
    mixed = np.where(new, _mixed(literals.astype(np.uint64)), np.uint64(0))
    sums = np.concatenate((np.zeros(1, dtype=np.uint64), np.cumsum(mixed)))
    ends = np.cumsum(_lengths(chunk))
    starts = np.concatenate((np.zeros(1, dtype=np.int64), ends[:-1]))
    hashes: NDArray[np.uint64] = np.subtract(sums[ends], sums[starts])
    hashes += chunk.weights == HARD
    return hashes


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers that look random: the finaliser of SplitMix64 (Steele, Lea, Flood 2014)."""
    values = values * np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))
