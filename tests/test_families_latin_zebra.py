"""Latin squares and zebra puzzles as benchmarks: what needs no search is done by hand."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, permutations, product
from random import Random

import pytest

from satchel.families._latin import random_square
from satchel.families.latin_square import FAMILY as LATIN
from satchel.families.protocol import Variant
from satchel.families.zebra import FAMILY as ZEBRA


def test_random_squares_are_latin_and_all_alike() -> None:
    rows = list(permutations(range(3)))
    every = {
        s for s in product(rows, repeat=3) if all(len(set(c)) == 3 for c in zip(*s, strict=True))
    }
    drawn = Counter(tuple(map(tuple, random_square(3, Random(seed)))) for seed in range(1200))
    assert drawn.keys() == every
    # Chi-square with 11 degrees of freedom: 31.3 is exceeded once in a thousand times.
    assert sum((n - 100) ** 2 / 100 for n in drawn.values()) < 31.3


@pytest.mark.parametrize("n", [2, 5, 12, 20])
def test_random_squares_of_any_order_are_latin(n: int) -> None:
    square = random_square(n, Random(n))
    for line in (*square, *zip(*square, strict=True)):
        assert set(line) == set(range(n))


def cells(variant: Variant) -> list[list[str]]:
    n = variant.parameters["n"]
    words = variant.parameters["given"].split()
    words = words if n > 9 else list("".join(words))
    return [words[n * row : n * row + n] for row in range(n)]


def latin(size: int) -> list[Variant]:
    return list(islice(LATIN.variants(size, Random(size)), 6))


@pytest.mark.parametrize("size", [8, 9, 13, 24])
def test_holes_are_as_many_in_every_row_and_column(size: int) -> None:
    for variant in latin(size):
        if not variant.name.startswith("block"):
            grid = cells(variant)
            lines = (*grid, *zip(*grid, strict=True))
            assert len({line.count(".") for line in lines}) == 1
            for line in lines:
                given = [symbol for symbol in line if symbol != "."]
                assert len(set(given)) == len(given)


@pytest.mark.parametrize("size", [8, 9, 13, 24])
def test_blocks_break_rysers_condition_and_no_line(size: int) -> None:
    blocks = [variant for variant in latin(size) if variant.status == "unsat"]
    assert blocks
    for variant in blocks:
        grid = cells(variant)
        rows = [row for row in grid if set(row) != {"."}]
        block = [[symbol for symbol in row if symbol != "."] for row in rows]
        (columns,) = {len(row) for row in block}
        for line in (*block, *zip(*block, strict=True)):
            assert len(set(line)) == len(line)
        found = Counter(symbol for row in block for symbol in row)
        least = len(block) + columns - size
        rare = [s for s in map(str, range(1, size + 1)) if found[s] < least]
        assert len(rare) == 1
        assert f"symbol {rare[0]} is there {found[rare[0]]} times, not {least}" in (
            variant.why or ""
        )


def distances(variant: Variant) -> Counter[str]:
    """The sum of the distances between each two categories that partners are of."""
    sums: Counter[str] = Counter()
    for (clue,) in variant.parameters["clues"]:
        one, between, other = re.fullmatch(r"(\w+) (.+) (\w+)", clue).groups()  # type: ignore[union-attr]
        far = {"=": 0, "next to": 1}.get(between)
        sums[one[0] + other[0]] += int(between.split()[0]) if far is None else far
    return sums


@pytest.mark.parametrize("size", [12, 19, 30])
def test_distances_have_an_odd_sum_exactly_where_there_is_no_street(size: int) -> None:
    for variant in islice(ZEBRA.variants(size, Random(size)), 8):
        categories = variant.parameters["categories"]
        sums = distances(variant)
        assert len(sums) == len(categories) - 1
        assert len(variant.parameters["clues"]) == len(sums) * len(categories[0][1])
        odd = [pair for pair, total in sums.items() if total % 2]
        assert len(odd) == (variant.status == "unsat")
