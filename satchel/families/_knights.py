"""Boards of a knight: its moves, and random tours.

A random tour comes from turning paths around (Pósa 1976, Hamiltonian circuits in random graphs): a
path that cannot be prolonged has a move from its end back into it, and what lies behind that square
is walked the other way round.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
"""Row and column, from 1."""
Moves: TypeAlias = Mapping[Square, list[Square]]
"""The squares that are a move away, of each square of a board."""

_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_TURNS = 200
"""Turns of a path, for each square of the board, until it is begun anew."""


def board(rows: int, columns: int, holes: Collection[Square] = ()) -> Moves:
    """The moves on a board without its holes."""
    squares = [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    there = {square for square in squares if square not in holes}
    return {
        (r, c): [(r + down, c + right) for down, right in _JUMPS if (r + down, c + right) in there]
        for r, c in squares
        if (r, c) in there
    }


def random_path(moves: Moves, random: Random) -> list[Square]:
    """A path over all squares of a board, on which there must be one.

    A path grows to a square from which the fewest new ones can be reached (Warnsdorff 1823).
    """
    squares = list(moves)
    while True:
        path = [random.choice(squares)]
        place = {path[0]: 0}
        for _ in range(_TURNS * len(squares)):
            if len(path) == len(squares):
                return path
            near = moves[path[-1]]
            new = [square for square in near if square not in place]
            if new:
                ways = [sum(s not in place for s in moves[square]) for square in new]
                best = [s for s, way in zip(new, ways, strict=True) if way == min(ways)]
                place[best_one := random.choice(best)] = len(path)
                path.append(best_one)
            else:
                turn = place[random.choice(near)] + 1
                path[turn:] = path[turn:][::-1]
                for number in range(turn, len(path)):
                    place[path[number]] = number


def random_cycle(moves: Moves, random: Random, left_out: int) -> list[Square]:
    """A closed path over all squares of a board but a few, as near to `left_out` as it gets.

    Of a random path that part is taken whose ends are a move apart; then squares between two that
    are a move apart are passed over.
    """
    path = random_path(moves, random)
    place = {square: number for number, square in enumerate(path)}
    closing = [(place[b] - a, a) for a, s in enumerate(path) for b in moves[s] if place[b] > a]
    length, start = max(closing)
    cycle = path[start : start + length + 1]
    for _ in range(_TURNS * left_out):
        missing = left_out - (len(path) - len(cycle))
        if missing < 2:
            break
        turn = random.randrange(len(cycle))
        cycle = cycle[turn:] + cycle[:turn]
        if cycle[3] in moves[cycle[0]]:
            del cycle[1:3]
    return cycle
