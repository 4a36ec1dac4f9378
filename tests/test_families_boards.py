"""Families on boards: hexominoes, dominoes, pieces; held against published numbers and search."""

from __future__ import annotations

from itertools import islice, product
from math import cos, pi, prod
from random import Random

import pytest

from satchel import count, solve
from satchel.families._hexominoes import balanced, cut, drawn, hexominoes
from satchel.families.dominoes import FAMILY as DOMINOES
from satchel.families.most_knights import FAMILY as KNIGHTS
from satchel.families.protocol import Variant
from satchel.families.tiling import FAMILY as TILING
from satchel.puzzle import Catalogue, Instance, read_parameters
from satchel.puzzle.matching import matching

CATALOGUE = Catalogue()
Square = tuple[int, int]


def instance(puzzle: str, variant: Variant) -> Instance:
    found = CATALOGUE.puzzle(puzzle)
    return Instance(found, read_parameters(found.parameters, variant.parameters), None, "")


def test_there_are_35_hexominoes_of_which_11_favour_a_colour() -> None:
    # Golomb 1994; OEIS A000105.
    assert len(hexominoes()) == 35
    assert sum(not balanced(piece) for piece in hexominoes()) == 11
    for piece in hexominoes():
        assert sum((row + column) % 2 for row, column in piece) in (2, 3, 4)


@pytest.mark.parametrize("size", [6, 7, 12, 24])
def test_rectangles_are_cut_into_different_pieces(size: int) -> None:
    pieces = cut(6, size, Random(size))
    assert len(set(pieces)) == size
    assert set(pieces) <= set(hexominoes())


@pytest.mark.parametrize("size", [6, 11, 24])
def test_an_odd_number_of_pieces_favours_a_colour_exactly_where_one_was_exchanged(
    size: int,
) -> None:
    favouring = {drawn(piece) for piece in hexominoes() if not balanced(piece)}
    for variant in islice(TILING.variants(size, Random(size)), 8):
        odd = len(favouring.intersection(variant.parameters["pieces"])) % 2
        assert odd == (variant.status == "unsat")
        assert len(set(variant.parameters["pieces"])) == size


def coverings(rows: int, columns: int, holes: frozenset[Square]) -> int:
    """Domino tilings, square by square; a state is what sticks out into squares not yet seen."""
    states = {frozenset[Square](): 1}
    for square in product(range(1, rows + 1), range(1, columns + 1)):
        row, column = square
        after: dict[frozenset[Square], int] = {}
        for covered, ways in states.items():
            if square in holes or square in covered:
                options = [covered - {square}]
            else:
                others = ((row, column + 1), (row + 1, column))
                options = [
                    covered | {other}
                    for other in others
                    if other[0] <= rows and other[1] <= columns and other not in holes | covered
                ]
            for option in options:
                after[option] = after.get(option, 0) + ways
        states = after
    return states.get(frozenset(), 0)


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (4, 5), (6, 6), (8, 8)])
def test_coverings_agree_with_the_formula_of_kasteleyn(rows: int, columns: int) -> None:
    factors = (
        4 * cos(pi * j / (rows + 1)) ** 2 + 4 * cos(pi * k / (columns + 1)) ** 2
        for j, k in product(range(1, (rows + 1) // 2 + 1), range(1, (columns + 1) // 2 + 1))
    )
    assert coverings(rows, columns, frozenset()) == round(prod(factors))


def known_coverings(variant: Variant) -> int:
    made = variant.parameters
    pairs = [hole[1:].split("c") for hole in made["holes"]]
    holes = frozenset((int(row), int(column)) for row, column in pairs)
    assert 2 * sum((row + column) % 2 for row, column in holes) == len(holes)
    return coverings(made["rows"], made["columns"], holes)


@pytest.mark.parametrize("size", [8, 9, 12])
def test_boards_are_covered_exactly_where_it_is_said(size: int) -> None:
    for variant in islice(DOMINOES.variants(size, Random(size)), 6):
        assert (known_coverings(variant) > 0) == (variant.status == "sat")


def test_boards_have_as_many_coverings_as_are_counted() -> None:
    for variant in islice(DOMINOES.variants(8, Random(8)), 2):
        assert count(instance("tiling", variant)).number == known_coverings(variant)


def jumps(squares: set[Square]) -> dict[Square, list[Square]]:
    return {
        (r, c): [
            (r + a * x, c + b * y)
            for a, b in ((1, 2), (2, 1))
            for x, y in product((1, -1), repeat=2)
            if (r + a * x, c + b * y) in squares
        ]
        for r, c in sorted(squares)
        if (r + c) % 2
    }


@pytest.mark.parametrize("size", [4, 7, 12])
def test_most_knights_are_the_squares_less_a_maximum_matching(size: int) -> None:
    for variant in islice(KNIGHTS.variants(size, Random(size)), 2):
        found = instance("placement", variant)
        squares = set(found.parameters.squares)
        answer = solve(found)
        assert answer.status == "optimum"
        assert answer.solution is not None
        placed = sum(map(bool, answer.solution.values()))
        assert placed == len(squares) - len(matching(jumps(squares)))
