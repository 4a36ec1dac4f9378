"""Latin squares and sudoku: both models against plain backtracking; rules, words, symmetries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import pytest

from satchel import InputError, count, load
from satchel.puzzle import Catalogue
from satchel.tasks.solve import enumerate_solutions

Rows = tuple[tuple[int, ...], ...]
MODELS = ("cells", "positions")


def squares(n: int, box: tuple[int, int] | None) -> Iterator[Rows]:
    """Row by row, every permutation that fits."""

    def fits(rows: Rows) -> bool:
        if any(len(set(column)) < len(rows) for column in zip(*rows, strict=True)):
            return False
        if box is None or len(rows) % box[0]:
            return True
        last = rows[-box[0] :]
        starts = range(0, n, box[1])
        return all(len({v for row in last for v in row[c : c + box[1]]}) == n for c in starts)

    def grown(rows: Rows) -> Iterator[Rows]:
        if len(rows) == n:
            yield rows
            return
        for row in permutations(range(1, n + 1)):
            if fits((*rows, row)):
                yield from grown((*rows, row))

    yield from grown(())


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("n", "box", "given"),
    [
        (1, None, ""),
        (3, None, ""),
        (3, None, "1.. ... ..."),
        (4, None, ".2.. 3... .... ...."),
        (4, (2, 2), ""),
        (4, (1, 4), "...1 .... .... ...."),
        (2, (2, 1), "1 . . ."),
    ],
)
def test_every_square(n: int, box: tuple[int, int] | None, given: str, model: str) -> None:
    boxes = f",box={list(box)}" if box else ""
    instance = Catalogue().instance(f'latin_square:n={n}{boxes},given="{given}"')
    found = []
    for answer in enumerate_solutions(instance.build(model), check=instance.check, in_process=True):
        values = list((answer.solution or {}).values())
        found.append(tuple(tuple(values[n * row : n * row + n]) for row in range(n)))
    symbols = "".join(given.split())
    expected = {
        rows
        for rows in squares(n, box)
        if all(a in (".", str(b)) for a, b in zip(symbols, sum(rows, ()), strict=False))
    }
    assert set(found) == expected
    assert len(found) == len(expected)


def test_the_check_finds_every_other_symbol() -> None:
    for name in ("sudoku-4", "sudoku"):
        instance = load(f"latin_square/{name}")
        answer = next(iter(enumerate_solutions(instance.build(), in_process=True)))
        right = dict(answer.solution or {})
        assert instance.check(right) == []
        n: int = instance.parameters.n
        for cell, symbol in product(right, range(1, n + 1)):
            assert bool(instance.check(right | {cell: symbol})) == (symbol != right[cell])
        assert instance.check({name: v for name, v in right.items() if name != "r1c1"})
        swapped = {name: {1: 2, 2: 1}.get(int(v), v) for name, v in right.items()}
        assert bool(instance.check(swapped)) == (name == "sudoku")


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ("n=0", "at least 1 is expected"),
        ("n=6,box=[2,2]", "[rows, columns] with 6 cells is expected"),
        ('n=2,given="1.."', "4 symbols and dots are expected, not 3"),
        ('n=2,given="13.."', "'3' is neither 1..2 nor a dot"),
        ('n=10,given="1 2"', "100 symbols and dots are expected, not 2"),
    ],
)
def test_bad_parameters(parameters: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        load(f"latin_square:{parameters}")
    assert words in str(caught.value)


def test_an_empty_square_is_an_exact_cover() -> None:
    assert count(load("latin_square/4")).method == "exactcover"
    assert count(load("latin_square/sudoku")).number == 1


def test_large_squares_have_words_for_symbols() -> None:
    given = " ".join(str((row + column) % 10 + 1) for row, column in product(range(10), repeat=2))
    instance = load(f'latin_square:n=10,given="{given}"')
    assert count(instance.build()).number == 1
