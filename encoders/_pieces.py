"""How chess pieces conflict on a board with holes: the cliques, and the board cut into few of them.

A clique is a set of squares of which every two attack each other, so that at most one is occupied.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TypeAlias

from satchel.puzzle.matching import matching

Square: TypeAlias = tuple[int, int]
Piece: TypeAlias = Literal["knight", "queen", "rook", "bishop", "king"]
Group: TypeAlias = list[Square]

_STRAIGHT, _DIAGONAL = ((0, 1), (1, 0)), ((1, 1), (1, -1))
_LINES: Mapping[str, Sequence[Square]] = {
    "queen": _STRAIGHT + _DIAGONAL,
    "rook": _STRAIGHT,
    "bishop": _DIAGONAL,
}
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def cliques(piece: Piece, squares: Collection[Square]) -> list[Group]:
    """Cliques of at least two squares in which every attack occurs; no square twice in one."""
    match piece:
        case "knight":
            jumps = _jumps(squares)
            found = [[one, other] for one in jumps for other in jumps[one] if one < other]
        case "king":
            found = _blocks(squares, step=1)
        case _:
            found = [run for line in _LINES[piece] for run in _runs(squares, line)]
    return [group for group in _maximal(found) if len(group) > 1]


def attacked(piece: Piece, squares: Collection[Square]) -> dict[Square, Group]:
    """For each square the squares from which a piece attacks it."""
    reach: dict[Square, dict[Square, None]] = {square: {} for square in squares}
    for group in cliques(piece, squares):
        for square in group:
            reach[square] |= dict.fromkeys(other for other in group if other != square)
    return {square: sorted(others) for square, others in reach.items()}


def cover(piece: Piece, squares: Collection[Square]) -> list[Group]:
    """The board cut into few cliques: their number bounds the pieces that do not attack.

    Knights: the pairs of a maximum matching, then the squares left over, which is least possible
    as the knights' graph is bipartite (Koenig). Kings: blocks of 2 x 2. Others: the lines of one
    direction, of which there are fewest.
    """
    match piece:
        case "knight":
            return _matching(_jumps(squares))
        case "king":
            return _blocks(squares, step=2)
        case _:
            return min((_runs(squares, line) for line in _LINES[piece]), key=len)


def _jumps(squares: Collection[Square]) -> dict[Square, Group]:
    return {
        (row, column): [
            (row + down, column + right)
            for down, right in _JUMPS
            if (row + down, column + right) in squares
        ]
        for row, column in squares
    }


def _runs(squares: Collection[Square], line: Square) -> list[Group]:
    """Squares in a row in one direction, up to the border or a hole."""
    down, right = line
    found = []
    for row, column in squares:
        if (row - down, column - right) not in squares:
            run = [(row, column)]
            while (row := row + down, column := column + right) in squares:
                run.append((row, column))
            found.append(run)
    return found


def _blocks(squares: Collection[Square], *, step: int) -> list[Group]:
    """What the holes leave of the 2 x 2 blocks whose corners are `step` squares apart."""
    rows = range(1, max((row for row, _ in squares), default=0) + 1, step)
    columns = range(1, max((column for _, column in squares), default=0) + 1, step)
    corners = [(row, column) for row in rows for column in columns]
    blocks = [
        [(row + down, column + right) for down in (0, 1) for right in (0, 1)]
        for row, column in corners
    ]
    left = [[square for square in block if square in squares] for block in blocks]
    return [block for block in left if block]


def _maximal(groups: list[Group]) -> list[Group]:
    """Each group once, without those that are part of another one."""
    distinct = {frozenset(group): group for group in groups}
    containing: dict[Square, list[frozenset[Square]]] = {}
    for members in distinct:
        for square in members:
            containing.setdefault(square, []).append(members)
    return [
        group
        for members, group in distinct.items()
        if not any(members < other for other in containing[group[0]])
    ]


def _matching(graph: Mapping[Square, Group]) -> list[Group]:
    """The pairs of a maximum matching, then single squares; squares of one colour see the other."""
    white = {square: others for square, others in graph.items() if sum(square) % 2 == 0}
    pairs = matching(white)
    single = graph.keys() - pairs.keys() - set(pairs.values())
    in_pairs = [[square, pairs[square]] for square in white if square in pairs]
    return in_pairs + [[square] for square in graph if square in single]
