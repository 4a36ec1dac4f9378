"""What families build on is true: tours are tours, cuts are cuts, and arguments hold.

Small cases against brute force, which knows nothing of the arguments.
"""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from random import Random

import pytest

from satchel.families._dissections import dissection, with_a_multiple
from satchel.families._knights import Moves, Square, board, random_cycle, random_path
from satchel.families._mutilated import capacity, mutilated, smallest_troubled
from satchel.families._queens import (
    distances,
    least_distances,
    open_squares,
    random_solution,
    too_far,
)

SEEDS = range(8)


@pytest.mark.parametrize("side", [5, 6, 7, 12])
def test_paths_visit_every_square(side: int) -> None:
    moves = board(side, side)
    for seed in SEEDS:
        path = random_path(moves, Random(seed))
        assert sorted(path) == sorted(moves)
        assert all(there in moves[here] for here, there in pairwise(path))


@pytest.mark.parametrize("side", [6, 7, 12])
def test_cycles_close_and_leave_few_squares_out(side: int) -> None:
    moves = board(side, side)
    for seed in SEEDS:
        cycle = random_cycle(moves, Random(seed), side * side // 16)
        assert len(set(cycle)) == len(cycle)
        assert all(there in moves[here] for here, there in pairwise(cycle))
        assert cycle[0] in moves[cycle[-1]]
        assert len(cycle) >= len(moves) // 2


def brute_force_troubled(moves: Moves, colour: int) -> tuple[int, int]:
    """The most moves that a group of one colour lacks, and the least size of such a group."""
    mine = [square for square in moves if sum(square) % 2 == colour]
    lacks = [
        (2 * size - capacity(moves, group), -size)
        for size in range(1, len(mine) + 1)
        for group in combinations(mine, size)
    ]
    most, size = max(lacks)
    return (most, -size) if most > 0 else (0, 0)


def test_the_smallest_group_in_trouble_is_found() -> None:
    random, troubled = Random(1), 0
    for _ in range(60):
        squares = [(row, column) for row in range(1, 5) for column in range(1, 6)]
        moves = board(4, 5, random.sample(squares, 4))
        for colour in (0, 1):
            most, size = brute_force_troubled(moves, colour)
            group = smallest_troubled(moves, colour)
            assert len(group) == size
            if group:
                assert 2 * len(group) - capacity(moves, group) == most
            troubled += most > 0
    assert 20 < troubled < 120


@pytest.mark.parametrize("side", [12, 13, 15])
def test_mutilated_boards_are_in_balance_and_refuted_by_a_large_group(side: int) -> None:
    for seed in SEEDS:
        found = mutilated(side, Random(seed))
        assert found is not None
        moves = board(side, side, found.holes)
        colours = [sum(square) % 2 for square in moves]
        assert colours.count(0) == colours.count(1)
        assert min(map(len, moves.values())) >= 2
        assert found.moves < 2 * found.squares
        groups: list[set[Square]] = [smallest_troubled(moves, colour) for colour in (0, 1)]
        assert any(
            len(group) == found.squares and capacity(moves, group) == found.moves
            for group in groups
        )
        assert found.squares > 20


def area(sizes: list[tuple[int, int]]) -> int:
    return sum(width * height for width, height in sizes)


def fills(side: int, pieces: list[tuple[int, int]]) -> bool:
    """Whether the pieces, which may be turned, fill the square: the first empty cell is covered."""

    def search(covered: frozenset[Square], left: tuple[tuple[int, int], ...]) -> bool:
        empty = ((row, column) for row in range(side) for column in range(side))
        first = next((cell for cell in empty if cell not in covered), None)
        if first is None:
            return True
        for piece in dict.fromkeys(left):
            rest = list(left)
            rest.remove(piece)
            for height, width in {piece, piece[::-1]}:
                cells = {
                    (first[0] + down, first[1] + right)
                    for down in range(height)
                    for right in range(width)
                }
                inside = first[0] + height <= side and first[1] + width <= side
                if inside and covered.isdisjoint(cells) and search(covered | cells, tuple(rest)):
                    return True
        return False

    return search(frozenset(), tuple(pieces))


@pytest.mark.parametrize(("side", "pieces"), [(10, 5), (10, 8), (14, 7)])
def test_dissections_fill_the_square_and_pieces_with_a_multiple_do_not(
    side: int, pieces: int
) -> None:
    for seed in SEEDS:
        random = Random(seed)
        cut = dissection(side, pieces, random)
        assert len(cut) == pieces
        assert min(map(min, cut)) >= 2
        assert area(cut) == side * side
        assert fills(side, cut)
        changed = with_a_multiple(cut, 4, random)
        if changed is None:
            continue
        assert area(changed) == side * side
        assert all(any(length % 4 == 0 for length in size) for size in changed)
        assert not fills(side, changed)


def test_some_dissections_are_no_guillotine_cuts() -> None:
    def guillotine(pieces: list[tuple[int, int]], side: int) -> bool:
        """Whether a straight cut may go through: some pieces' widths, or heights, fill the side."""
        return any(
            (sum(width * height for width, height in group) % side) == 0
            for size in range(1, len(pieces))
            for group in combinations(pieces, size)
        )

    assert any(not guillotine(dissection(30, 5, Random(seed)), 30) for seed in range(40))


def placements(n: int) -> list[tuple[int, ...]]:
    """All of them, a column for each row, both from 1."""
    return [
        queens
        for queens in permutations(range(1, n + 1))
        if len({row + column for row, column in enumerate(queens)}) == n
        and len({row - column for row, column in enumerate(queens)}) == n
    ]


@pytest.mark.parametrize("n", [6, 7, 8])
def test_every_placement_has_the_same_distances(n: int) -> None:
    for queens in placements(n):
        squares = [(row, column) for row, column in enumerate(queens, 1)]
        assert distances(n) == sum((r - c) ** 2 + (r + c - n - 1) ** 2 for r, c in squares)


@pytest.mark.parametrize("n", [6, 7, 8])
def test_no_placement_is_left_without_the_diagonals(n: int) -> None:
    kinds = set()
    for seed in SEEDS:
        falling, rising = too_far(n, Random(seed))
        kinds.add((tuple(sorted(falling)), tuple(sorted(rising))))
        numbers = set(range(-n + 1, n))
        rest = least_distances(n, numbers - set(falling)) + least_distances(
            n, numbers - set(rising)
        )
        assert rest > distances(n)
        for queens in placements(n):
            squares = list(enumerate(queens, 1))
            assert any(r - c in falling or r + c - n - 1 in rising for r, c in squares)
    assert len(kinds) > 1


def test_random_solutions_are_solutions_and_stay_open() -> None:
    for n in (4, 5, 8, 20):
        for seed in SEEDS:
            queens = random_solution(n, Random(seed))
            squares = list(enumerate(queens, 1))
            assert sorted(queens) == list(range(1, n + 1))
            assert len({r + c for r, c in squares}) == len({r - c for r, c in squares}) == n
            left = open_squares(queens, 3, Random(seed))
            assert set(squares) <= left
    assert len({tuple(random_solution(8, Random(seed))) for seed in range(100)}) > 30
